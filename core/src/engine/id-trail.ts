import { plainId } from './identity.ts'

const blockSize = 1 << 13

/**
 * Where ids stand in a conversation that is not kept: two numbers an id.
 *
 * It may take two ids for one, so that what it names is to be looked at, no more.
 */
export class IdTrail {
  /** In blocks, so that nothing is copied as it grows. */
  private readonly blocks: Uint32Array[] = []
  /** How much of the last block is filled. */
  private filled = blockSize

  /** Notes that an id stands in a turn. */
  add(id: string, position: number): void {
    if (this.filled === blockSize) {
      this.blocks.push(new Uint32Array(blockSize))
      this.filled = 0
    }
    const block = this.blocks[this.blocks.length - 1] as Uint32Array
    block[this.filled++] = traceOf(id)
    block[this.filled++] = position
  }

  /** Goes through the turns that may hold one of the ids with these traces. */
  follow(wanted: ReadonlyMap<number, number>, each: (trace: number, position: number) => void): void {
    this.blocks.forEach((block, number) => {
      const end = number === this.blocks.length - 1 ? this.filled : blockSize
      for (let at = 0; at < end; at += 2) {
        const trace = block[at] as number
        if (wanted.has(trace)) each(trace, block[at + 1] as number)
      }
    })
  }
}

/** A number for an id, whatever signature a gateway has added to it. */
export function traceOf(signed: string): number {
  const id = plainId(signed)
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
