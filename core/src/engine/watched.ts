const smallest = 1024
const largest = 1 << 20

/** A few ids that are looked for among many. */
export class Watched {
  private readonly ids: ReadonlySet<string>
  /** By the last four characters, whether one of the ids may end so: most others are told apart by that alone. */
  private readonly ends: Uint8Array

  constructor(ids: ReadonlySet<string>) {
    this.ids = ids
    let room = smallest
    while (room < ids.size * 16 && room < largest) room *= 2
    this.ends = new Uint8Array(room)
    for (const id of ids) this.ends[endOf(id) & (room - 1)] = 1
  }

  has(id: string): boolean {
    return this.ends[endOf(id) & (this.ends.length - 1)] === 1 && this.ids.has(id)
  }
}

function endOf(id: string): number {
  let end = id.length
  for (let index = Math.max(id.length - 4, 0); index < id.length; index++)
    end = Math.imul(end ^ id.charCodeAt(index), 0x01000193)
  return end ^ (end >>> 15)
}
