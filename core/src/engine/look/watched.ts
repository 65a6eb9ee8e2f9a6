import type { Ids } from '../../model/format.ts'

const smallest = 1024
const largest = 1 << 20

/** A few ids that are looked for among many. */
export class Watched {
  private readonly ids: Ids
  /** By how they end, whether one of the ids may be such a one: most others are told apart by that alone. */
  private readonly ends: Uint8Array

  constructor(ids: Ids) {
    this.ids = ids
    let room = smallest
    while (room < ids.size * 16 && room < largest) room *= 2
    this.ends = new Uint8Array(room)
    for (const id of ids.keys()) this.ends[endOf(id) & (room - 1)] = 1
  }

  has(id: string): boolean {
    return this.mayEnd(endOf(id)) && this.ids.has(id)
  }

  /** Whether one of the ids may end like this. */
  mayEnd(end: number): boolean {
    return this.ends[end & (this.ends.length - 1)] === 1
  }
}

/** The last four characters as one number, well mixed. */
export function endOf(id: string): number {
  const last = id.length - 1
  if (last < 3) return last
  const end =
    (id.charCodeAt(last - 3) << 24) ^
    (id.charCodeAt(last - 2) << 16) ^
    (id.charCodeAt(last - 1) << 8) ^
    id.charCodeAt(last)
  const mixed = Math.imul(end, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
