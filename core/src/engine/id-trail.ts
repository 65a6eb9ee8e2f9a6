import { plainId } from './identity.ts'

/**
 * Where ids stand in a conversation that is not kept: two numbers an id.
 *
 * It may take two ids for one, so that what it names is to be looked at, no more.
 */
export class IdTrail {
  private pairs = new Uint32Array(1024)
  private count = 0

  /** Notes that an id stands in a turn. */
  add(id: string, position: number): void {
    if (this.count === this.pairs.length) this.grow()
    this.pairs[this.count++] = traceOf(id)
    this.pairs[this.count++] = position
  }

  /** Goes through the turns that may hold one of the ids with these traces. */
  follow(wanted: ReadonlyMap<number, number>, each: (trace: number, position: number) => void): void {
    for (let at = 0; at < this.count; at += 2) {
      const trace = this.pairs[at] as number
      if (wanted.has(trace)) each(trace, this.pairs[at + 1] as number)
    }
  }

  private grow(): void {
    const larger = new Uint32Array(this.pairs.length * 2)
    larger.set(this.pairs)
    this.pairs = larger
  }
}

/** A number for an id, whatever signature a gateway has added to it. */
export function traceOf(signed: string): number {
  const id = plainId(signed)
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
