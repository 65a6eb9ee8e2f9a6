import { type Alphabet, anything, isSpelledIn } from './alphabet.ts'

const mostNoted = 1 << 14
const smallest = 1024
const largestKept = 1 << 15
const patience = 1000
const lastStamp = 0x7fffffff

/**
 * Remembers the ids of one document by two hashes, in a table that is used again.
 *
 * It may take two ids for one: it serves to suspect, not to judge. Agents send the same conversation again
 * and again, each time longer by a few messages: as long as its ids come as they came before, they are as
 * sound as they were, and no table is asked.
 */
export class IdTable {
  private readonly alphabet: Alphabet
  private isLarge = false
  /** The ids of the last document as they came: well spelled, and no two the same where that was asked. */
  readonly order: string[] = []
  ordered = 0
  /** How many of them this document has had so far, or has put there itself. */
  noted = 0
  /** So many of them are kept at most. */
  private most = mostNoted
  /** Whether all of them came as they did in the last one, so that no table holds them yet. */
  private isAgain = true
  /** Four numbers an id, so that a look costs one line of memory: two hashes, the stamp, nothing. */
  private slots = new Int32Array(4 * smallest)
  private stamp = 1
  private count = 0
  private idle = 0
  private first = 0
  private second = 0

  constructor(alphabet: Alphabet) {
    this.alphabet = alphabet
  }

  /** Forgets all ids of the document. */
  clear(): void {
    this.noted = 0
    this.isAgain = true
    this.startTurn()
  }

  /** From now on keeps no ids for the next document. */
  once(): void {
    this.most = 0
  }

  /** Forgets the ids of the turn before. */
  startTurn(): void {
    // A large table is given back only when many small documents in a row did not need it.
    const isIdle = this.slots.length > 4 * largestKept && this.count * 64 < this.slots.length
    this.idle = isIdle ? this.idle + 1 : 0
    this.count = 0
    this.stamp++
    if (this.idle > patience || this.stamp === lastStamp) this.resize(smallest)
  }

  /** Makes room for as many ids at once. */
  reserve(count: number): void {
    this.isLarge = count > mostNoted >> 1
    if (!this.isLarge) return
    let room = this.slots.length >> 2
    while (room < count * 2) room *= 2
    if (room > this.slots.length >> 2) this.grow(room)
  }

  /** Whether an id has only characters that it may have. */
  isSpelled(id: string): boolean {
    if (this.alphabet === undefined) return true
    if (this.noted < this.ordered && this.order[this.noted] === id) {
      this.noted++
      return true
    }
    if (!isSpelledIn(id, this.alphabet)) return false
    this.note(id)
    return true
  }

  /** Remembers an id of the document; false where it has a character that it may not have, or was there before. */
  add(id: string): boolean {
    if (this.isAgain && this.noted < this.ordered && this.order[this.noted] === id) {
      this.noted++
      return true
    }
    return this.addOther(id)
  }

  private addOther(id: string): boolean {
    if (this.isAgain) this.part()
    if (!this.addToTurn(id)) return false
    this.note(id)
    return true
  }

  /** Remembers an id of the turn that has started. */
  addToTurn(id: string): boolean {
    if (!this.hash(id)) return false
    // Three of four slots, four numbers each: fuller, it would take longer to find one that is free.
    if (this.count * 16 >= this.slots.length * 3) this.grow(this.slots.length >> 1)
    const slot = this.find(this.first, this.second)
    if (this.slots[slot + 2] === this.stamp) return false
    this.fill(slot, this.first, this.second)
    return true
  }

  /** From here on this document is another one than the last: its ids go into the table. */
  private part(): void {
    this.isAgain = false
    for (let index = 0; index < this.noted; index++) this.addToTurn(this.order[index] as string)
    this.ordered = this.noted
  }

  private note(id: string): void {
    if (this.isLarge || this.noted >= this.most) return
    this.order[this.noted++] = id
    if (this.ordered < this.noted) this.ordered = this.noted
  }

  private hash(id: string): boolean {
    const isSampled = this.isLarge && this.alphabet === undefined
    return isSampled ? this.hashSome(id) : this.hashAll(id, this.alphabet ?? anything)
  }

  /** Reading characters is what costs: of very many, the last eight and four of the others tell ids apart. */
  private hashSome(id: string): boolean {
    const tail = Math.max(id.length - 8, 0)
    const step = (tail >> 2) | 1
    let first = Math.imul(id.length, 0x9e3779b1)
    let second = id.length
    for (let index = 0; index < id.length; index += index < tail ? step : 1) {
      first = Math.imul(first ^ id.charCodeAt(index), 0x01000193)
      second = (second + first) | 0
    }
    return this.keep(first, second)
  }

  /** Looks at every character, four at a time. */
  private hashAll(id: string, bad: Uint8Array): boolean {
    const whole = id.length & ~3
    let first = 0x811c9dc5 | 0
    let second = id.length
    let found = 0
    let index = 0
    for (; index < whole; index += 4) {
      const one = id.charCodeAt(index)
      const two = id.charCodeAt(index + 1)
      const three = id.charCodeAt(index + 2)
      const four = id.charCodeAt(index + 3)
      found |= (bad[one] as number) | (bad[two] as number) | (bad[three] as number) | (bad[four] as number)
      first = Math.imul(first ^ (one << 24) ^ (two << 16) ^ (three << 8) ^ four, 0x01000193)
      second = (second + first) | 0
    }
    for (; index < id.length; index++) {
      const code = id.charCodeAt(index)
      found |= bad[code] as number
      first = Math.imul(first ^ code, 0x01000193)
    }
    return found === 0 && this.keep(first, second)
  }

  private keep(first: number, second: number): true {
    this.first = first
    this.second = (second ^ (first >>> 15)) | 0
    return true
  }

  /** The slot that holds an id, or the free one where it would go. */
  private find(first: number, second: number): number {
    const slots = this.slots
    const mask = (slots.length >> 2) - 1
    let number = (first ^ (first >>> 15)) & mask
    for (;;) {
      const slot = number << 2
      if (slots[slot + 2] !== this.stamp || (slots[slot] === first && slots[slot + 1] === second)) return slot
      number = (number + 1) & mask
    }
  }

  private fill(slot: number, first: number, second: number): void {
    this.slots[slot] = first
    this.slots[slot + 1] = second
    this.slots[slot + 2] = this.stamp
    this.count++
  }

  private grow(room: number): void {
    const old = this.slots
    const stamp = this.stamp
    this.resize(room)
    for (let slot = 0; slot < old.length; slot += 4) {
      if (old[slot + 2] !== stamp) continue
      const first = old[slot] as number
      const second = old[slot + 1] as number
      this.fill(this.find(first, second), first, second)
    }
  }

  private resize(count: number): void {
    if (this.stamp === lastStamp) this.stamp = 1
    this.idle = 0
    this.slots = new Int32Array(4 * count)
    this.count = 0
  }
}
