import { relative, resolve } from 'node:path'
import { type DiskOutcome, type Machine, withOpenFile } from '../../disk/index.ts'
import type { Entry, Home, Store } from '../../stores/contract/store.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { foreignIn, type Readable } from './foreign.ts'

const headSize = 1 << 16
// More than any API takes in one request: a first record may hold images.
const largestHead = 1 << 25
const enough = 50

/** The owner of a session file: an agent with a store, or another one, which is only named. */
export interface Recognised {
  readonly store?: Store
  /** The kind of file if it cannot be judged: `a session of Codex`. */
  readonly foreign?: string
}

/**
 * Recognises the owner of a session file by its first records; empty if the file is no session.
 *
 * Some agents write the very same records: then the path of the file decides.
 */
export function recognise(
  around: Machine,
  stores: readonly Store[],
  path: string,
  named: string = path,
): DiskOutcome<Recognised> {
  return withOpenFile(around, path, (file) => recogniseIn(stores, file, named))
}

/** The same of bytes that are at hand. */
export function recogniseIn(stores: readonly Store[], file: Readable, named: string): Recognised {
  const place = resolve(named).replaceAll('\\', '/')
  const foreign = foreignIn(file, place)
  if (foreign !== undefined) return { foreign }
  for (let size = headSize; ; size *= 8) {
    const head = Buffer.allocUnsafe(size)
    const length = file.read(head, 0)
    // The line at the end of a head may go on behind it.
    const end = length < size ? length : head.lastIndexOf(10) + 1 || length
    const store = likeliest(stores, head.subarray(0, length), end, place)
    if (store !== undefined) return { store }
    // A first record may be longer than most files.
    if (length < size || size >= largestHead) return {}
  }
}

const certain = 0.8

function likeliest(stores: readonly Store[], head: Buffer, end: number, place: string): Store | undefined {
  if (!head.includes('{')) return undefined
  // Lines that are whole are the same records for every agent.
  let lines: readonly Entry[] | undefined
  const entriesFor = (store: Store): readonly Entry[] => {
    if (store.arrayFile !== undefined) return readRecords(head, store).entries
    if (lines !== undefined) return lines
    const { entries, torn } = readRecords(head.subarray(0, end), store)
    if (torn.length === 0) lines = entries
    return entries
  }
  let best: { readonly store: Store; readonly score: number } | undefined
  const name = place.slice(place.lastIndexOf('/') + 1)
  for (const store of stores) {
    const values = entriesFor(store)
      .slice(0, enough)
      .map(({ value }) => value)
    const sure = values.length === 0 ? 0 : store.recognises(values)
    // Any program may write a list of messages: the file name, or members that only this agent writes, make it a session.
    const isNamed = store.arrayFile === undefined || name.endsWith(store.arrayFile)
    if (!isNamed && sure < certain) continue
    const score = sure > 0 && store.liesLike?.(place) === true ? sure + 1 : sure
    if (score > (best?.score ?? 0)) best = { store, score }
  }
  return best?.store
}

/** The agent that keeps its sessions where a file lies; undefined if no agent does. */
export function ownerByPlace(stores: readonly Store[], home: Home, path: string): Store | undefined {
  return stores.find((store) =>
    store.places(home).some(({ folder, isSession }) => {
      const below = relative(folder, path).replaceAll('\\', '/')
      return !below.startsWith('../') && isSession(below)
    }),
  )
}
