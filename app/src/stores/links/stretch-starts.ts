import { memberEdit, type RecordEdits } from '../changes/record-edits.ts'
import type { Entry, Links } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import type { Tree } from './links.ts'
import type { Moving } from './moving.ts'

/** The first record of a stretch that a record names, now and after the change. */
interface StretchStart {
  readonly entry: Entry
  readonly path: readonly string[]
  /** The first record of it that stays where it is. */
  readonly first: number
  id: string | undefined
  why: string
}

/** The first records of the stretches that records on the way to the last one name. */
export class StretchStarts {
  private readonly starts: readonly StretchStart[]
  /** The starts before which a new record was placed. */
  private readonly led = new Set<StretchStart>()

  /** `way`: the records on the way, first to last. */
  constructor({ entries, leaving }: Moving, links: Links, tree: Tree, way: readonly number[]) {
    const places = new Map(way.map((index, place) => [index, place]))
    const startOf = (entry: Entry, path: readonly string[]): StretchStart[] => {
      const named = memberAt(entry.value, path)
      const target = typeof named === 'string' ? tree.find(named) : undefined
      const place = target === undefined ? undefined : places.get(target)
      if (target === undefined || place === undefined) return []
      const first = way.slice(place).find((index) => !leaving.has(index)) ?? target
      const id = first === target ? undefined : tree.idOf(first)
      return [{ entry, path, first, id, why: leaving.get(target) ?? '' }]
    }
    this.starts = (links.starts ?? []).flatMap((path) => entries.flatMap((entry) => startOf(entry, path)))
  }

  /** Whether a stretch starts with this record, so that what comes before it comes into the stretch. */
  has(index: number): boolean {
    return this.starts.some(({ first }) => first === index)
  }

  /** Lets stretches start with a record that comes right before their first one. */
  startWith(index: number, id: string, why: string): void {
    for (const start of this.starts) {
      if (start.first !== index || this.led.has(start)) continue
      this.led.add(start)
      Object.assign(start, { id, why })
    }
  }

  /** The edits that name the new starts. */
  addTo(edits: RecordEdits, isGone: (index: number) => boolean): void {
    for (const { entry, path, id, why } of this.starts) {
      if (id === undefined || isGone(entry.index)) continue
      edits.add(entry.index, memberEdit(entry.value, path, id, why))
    }
  }
}
