import type { Sightings } from '../../model/glance.ts'

/** Where the judging of a batch has stopped at a suspicious turn: the sightings after it are good for the next call. */
export class Stop {
  /** The sighting to go on with, and the position of its first id on the tape. */
  number = 0
  tape = 0
  /** The position after the turns of the batch. */
  next = 0
  private to = -1

  clear(): void {
    this.to = -1
  }

  /** Notes a stop; `to` is the end of the turns that were asked about. */
  put(number: number, tape: number, next: number, to: number): void {
    this.number = number
    this.tape = tape
    this.next = next
    this.to = to
  }

  /** Whether the judging of turns [from, to) can go on in the batch: it has a sighting of the first of them. */
  leadsTo(from: number, to: number, sightings: Sightings): boolean {
    if (this.to !== to) return false
    this.clear()
    for (; this.number < sightings.count; this.number++) {
      const at = sightings.at[this.number] as number
      if (at >= from) return at === from
      this.tape += tapedBy(sightings, this.number)
    }
    return false
  }
}

/** How many ids of a sighting are on the tape. */
export function tapedBy({ calls, results }: Sightings, number: number): number {
  return (calls[number] as number) + (results[number] as number)
}
