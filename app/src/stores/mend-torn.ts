import { applyBytes, applySplices, type Edit, type Splice } from '@mortise/core'
import { type Records, readRecords } from './entries.ts'
import { memberAt } from './json.ts'
import { type Tree, treeOf } from './links.ts'
import { parentEdit } from './record-edits.ts'
import type { Entry, Links, Run, Store } from './store.ts'
import type { Torn } from './torn.ts'

/** A file without what was torn in it. */
export interface Whole {
  readonly bytes: Uint8Array
  /** The positions of records that had to be hung on another one, with the rule that asked for it. */
  readonly relinked: ReadonlyMap<number, string>
}

/**
 * A file without its torn stretches: each record on a line of its own, hung on one that there is.
 *
 * Whole records, and what stands between them where nothing is torn, keep their bytes.
 */
export function mendTorn(bytes: Uint8Array, records: Records, store: Store): Whole {
  const whole = records.torn.length === 0 ? bytes : withoutTorn(bytes, records)
  const { links } = store
  return links === undefined ? { bytes: whole, relinked: new Map() } : hungAnew(whole, records, store, links)
}

function withoutTorn(bytes: Uint8Array, { entries, torn }: Records): Uint8Array {
  const tornAfter = new Set(torn.filter(({ kind }) => kind !== 'raw').map(({ after }) => after))
  const pieces: Uint8Array[] = []
  let last = 0
  for (const { index, start, end, mended } of entries) {
    if (!tornAfter.has(index)) pieces.push(bytes.subarray(last, start))
    else if (index > 0) pieces.push(lineBreak)
    pieces.push(mended ?? bytes.subarray(start, end))
    last = end
  }
  if (!tornAfter.has(entries.length)) pieces.push(bytes.subarray(last))
  else if (entries.length > 0) pieces.push(lineBreak)
  return Buffer.concat(pieces)
}

const lineBreak = Buffer.from('\n')

/** Hangs those records on another one whose parent was torn, and those that follow themselves or stand aside. */
function hungAnew(bytes: Uint8Array, { torn, entries: found }: Records, store: Store, links: Links): Whole {
  const entries = torn.length === 0 ? found : readRecords(bytes, store).entries
  const tree = treeOf(entries, links)
  const edits = [
    ...tornParents(entries, tree, torn, links),
    ...tree.rings().map((index): [Entry, Edit] => {
      const entry = entries[index] as Entry
      return [entry, parentEdit(entry, links, undefined, 'parent-cycle')]
    }),
  ]
  const hung = edited(bytes, edits)
  const others = hung === bytes ? entries : readRecords(hung, store).entries
  const more = runEdits(others, store.runs?.(others) ?? [], links)
  return {
    bytes: edited(hung, more),
    relinked: new Map([...edits, ...more].map(([{ index }, { why }]) => [index, why])),
  }
}

function edited(bytes: Uint8Array, edits: readonly [Entry, Edit][]): Uint8Array {
  const splices = edits.map(([{ start, end }, edit]): Splice => {
    const outcome = applyBytes(bytes.subarray(start, end), { edits: [edit] })
    if (outcome.ok) return { start, end, insert: outcome.value }
    throw outcome.error
  })
  return applySplices(
    bytes,
    splices.sort((left, right) => left.start - right.start),
  )
}

/** Hangs each record of a run, with its copies, on the one before it. */
function runEdits(entries: readonly Entry[], runs: readonly Run[], links: Links): [Entry, Edit][] {
  if (runs.length === 0) return []
  const { idOf, parentIdOf } = treeOf(entries, links)
  const keyOf = (index: number): string | number => idOf(index) ?? index
  const parents = new Map<string | number, string | undefined>()
  for (const { records } of runs)
    for (const [before, index] of records.slice(1).entries())
      parents.set(keyOf(index), idOf(records[before] as number))
  return entries.flatMap((entry): [Entry, Edit][] => {
    const parent = parents.get(keyOf(entry.index))
    return parent === undefined || parent === parentIdOf(entry.index)
      ? []
      : [[entry, parentEdit(entry, links, parent, 'result-off-path')]]
  })
}

/** What stood last before a torn stretch takes the place of the record that was torn. */
function tornParents(
  entries: readonly Entry[],
  tree: Tree,
  torn: readonly Torn[],
  links: Links,
): [Entry, Edit][] {
  if (torn.length === 0) return []
  const heirs = new Map<string, string | undefined>()
  return tree.strays().map((index) => {
    const entry = entries[index] as Entry
    const lost = tree.parentIdOf(index) as string
    if (!heirs.has(lost)) heirs.set(lost, heirOf(entries, tree, torn, links, index))
    return [entry, parentEdit(entry, links, heirs.get(lost), 'unreadable')]
  })
}

/** The last record of the same conversation before the torn stretch that a record follows. */
function heirOf(
  entries: readonly Entry[],
  tree: Tree,
  torn: readonly Torn[],
  links: Links,
  index: number,
): string | undefined {
  const gap = torn.findLast(({ kind, after }) => kind !== 'raw' && kind !== 'glued' && after <= index)
  const kin = links.apart === undefined ? undefined : memberAt(entries[index]?.value, links.apart)
  for (let at = (gap?.after ?? index) - 1; at >= 0; at--) {
    const { value } = entries[at] as Entry
    const isKin = links.apart === undefined || memberAt(value, links.apart) === kin
    if (isKin && tree.idOf(at) !== undefined) return tree.idOf(at)
  }
  return undefined
}
