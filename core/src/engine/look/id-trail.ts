import type { Ids } from '../../model/format.ts'
import { type Sightings, traits } from '../../model/glance.ts'
import { plainId } from '../match/identity.ts'
import { endOf, Watched } from './watched.ts'

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
    this.put(traceOf(id), position)
  }

  /** The same for the very id, whatever signature it has, by how it ends. */
  note(id: string, position: number): void {
    this.put(endOf(id), position)
  }

  private put(trace: number, position: number): void {
    if (this.filled === blockSize) {
      this.blocks.push(new Uint32Array(blockSize))
      this.filled = 0
    }
    const block = this.blocks[this.blocks.length - 1] as Uint32Array
    block[this.filled++] = trace
    block[this.filled++] = position
  }

  /** The turns that may hold one of these ids, of those noted by how their ids end. */
  holders(ids: Ids): number[] {
    const watched = new Watched(ids)
    const ends = new Set<number>()
    for (const id of ids.keys()) ends.add(endOf(id))
    const found: number[] = []
    for (const block of this.filledBlocks()) {
      for (let at = 0; at < block.length; at += 2) {
        if (!watched.mayEnd(block[at] as number)) continue
        const position = block[at + 1] as number
        if (ends.has(block[at] as number) && found[found.length - 1] !== position) found.push(position)
      }
    }
    return found
  }

  /** Goes through the turns that may hold one of the ids with these traces. */
  follow(wanted: ReadonlyMap<number, number>, each: (trace: number, position: number) => void): void {
    for (const block of this.filledBlocks()) {
      for (let at = 0; at < block.length; at += 2) {
        const trace = block[at] as number
        if (wanted.has(trace)) each(trace, block[at + 1] as number)
      }
    }
  }

  private filledBlocks(): Uint32Array[] {
    return this.blocks.map((block, number) =>
      number === this.blocks.length - 1 ? block.subarray(0, this.filled) : block,
    )
  }
}

/** A number for an id, whatever signature a gateway has added to it. */
export function traceOf(signed: string): number {
  const id = plainId(signed)
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Notes where the ids of a sighting stand, by which turns far away may belong together. */
export function noteSighting(trail: IdTrail, sightings: Sightings, number: number, tape: number): void {
  const at = sightings.at[number] as number
  const count = (sightings.calls[number] as number) + (sightings.results[number] as number)
  for (let index = tape; index < tape + count; index++) trail.note(sightings.ids[index] as string, at)
  if (((sightings.traits[number] as number) & traits.named) !== 0)
    trail.note(sightings.items[number] as string, at)
}
