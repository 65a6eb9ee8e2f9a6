const longest = 12
const fewestSlots = 256

/**
 * Tells whether strings surely differ from each other, by numbers made of their ends: ids differ there.
 *
 * It may say no of strings that differ; it never says yes of two that are equal. A map of all ids of a large
 * session takes several times as long.
 */
export class Distinct {
  /** Numbers by themselves, with gaps; 0 is none. */
  private slots = new Int32Array(fewestSlots)
  private count = 0

  /** Whether a string surely differs from all that were added since the start; adds it. */
  add(text: string): boolean {
    if (this.count * 4 >= this.slots.length) this.grow()
    const print = printOf(text)
    const mask = this.slots.length - 1
    let at = print & mask
    for (; this.slots[at] !== 0; at = (at + 1) & mask) if (this.slots[at] === print) return false
    this.slots[at] = print
    this.count++
    return true
  }

  /** Forgets all. */
  start(): void {
    if (this.slots.length > fewestSlots * 64) this.slots = new Int32Array(fewestSlots)
    else if (this.count > 0) this.slots.fill(0)
    this.count = 0
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Int32Array(old.length * 2)
    const mask = this.slots.length - 1
    for (const print of old) {
      if (print === 0) continue
      let at = print & mask
      while (this.slots[at] !== 0) at = (at + 1) & mask
      this.slots[at] = print
    }
  }
}

function printOf(text: string): number {
  let print = text.length
  for (let at = Math.max(0, text.length - longest); at < text.length; at++)
    print = Math.imul(print ^ text.charCodeAt(at), 0x01000193)
  // The high bits are the better ones, and the low ones choose the slot.
  print ^= print >>> 15
  return print === 0 ? 1 : print
}
