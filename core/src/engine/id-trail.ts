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
    this.pairs[this.count++] = hashOf(plainId(id))
    this.pairs[this.count++] = position
  }

  /** The turns that may hold one of these ids. */
  positionsOf(ids: Iterable<string>): number[] {
    const wanted = new Set<number>()
    for (const id of ids) wanted.add(hashOf(plainId(id)))
    const positions: number[] = []
    for (let at = 0; at < this.count; at += 2) {
      if (wanted.has(this.pairs[at] as number)) positions.push(this.pairs[at + 1] as number)
    }
    return positions
  }

  private grow(): void {
    const larger = new Uint32Array(this.pairs.length * 2)
    larger.set(this.pairs)
    this.pairs = larger
  }
}

function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
