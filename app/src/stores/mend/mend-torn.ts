import { applyBytes, applySplices, type Edit, type Splice } from '@mortise/core'
import { parentEdit } from '../changes/record-edits.ts'
import { renumbered } from '../changes/renumber.ts'
import type { OpenedSession } from '../check/check.ts'
import { isUnnumbered } from '../check/numbers.ts'
import {
  compactionStartMissing,
  historyCut,
  numberMissing,
  parentCycle,
  resultOffPath,
} from '../check/rules.ts'
import { unreadable } from '../contract/core-rules.ts'
import type { Entry, Links, Run, Store } from '../contract/store.ts'
import { cutsIn } from '../links/cuts.ts'
import { type Tree, treeOf } from '../links/links.ts'
import { arrayOf } from '../records/array-bytes.ts'
import { type Records, readRecords } from '../records/entries.ts'
import { memberAt } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import type { Torn } from '../records/torn.ts'

/** A file without its torn stretches. */
export interface Whole {
  readonly bytes: Uint8Array
  /** The positions of records that got another parent, with the rule that asked for it. */
  readonly relinked: ReadonlyMap<number, string>
}

/**
 * A file without its torn stretches: each record on a line of its own, with a parent that is in the file.
 *
 * Whole records, and what stands between them where nothing is torn, keep their bytes. `tiesCuts`: a record behind a
 * removed one gets the record before it as its parent.
 */
export function mendTorn(records: OpenedSession, tiesCuts = false): Whole {
  const { store, path, bytes } = records
  const isTorn = records.torn.some(({ kind }) => kind !== 'headless')
  const whole = isTorn ? withoutTorn(bytes, records, store) : bytes
  const { links } = store
  const linked =
    links === undefined
      ? { bytes: whole, relinked: new Map() }
      : reparented(whole, records, store, links, tiesCuts)
  const isHeadless = records.torn.some(({ kind }) => kind === 'headless')
  const opened = isHeadless ? { ...linked, bytes: behindHeader(linked.bytes, store, path) } : linked
  return numbered(opened, records, store)
}

/** Numbers records anew where some went, or where the last one has no number. */
function numbered(whole: Whole, { entries, torn }: Records, store: Store): Whole {
  const last = entries.length - 1
  if (isUnnumbered(entries, store))
    return {
      bytes: renumbered(whole.bytes, store),
      relinked: new Map([...whole.relinked, [last, numberMissing.name]]),
    }
  return torn.length === 0 ? whole : { ...whole, bytes: renumbered(whole.bytes, store) }
}

function withoutTorn(
  bytes: Uint8Array,
  { entries, torn }: Records,
  { arrayFile, arrayMember }: Store,
): Uint8Array {
  if (arrayFile !== undefined) {
    const items = entries.map(({ index, start, end, mended }) => {
      return { from: index, bytes: mended ?? bytes.subarray(start, end) }
    })
    return arrayOf(bytes, entries, items, { isWhole: true, member: arrayMember })
  }
  const isBetween = ({ kind }: Torn): boolean => kind !== 'raw' && kind !== 'headless'
  const tornAfter = new Set(torn.filter(isBetween).map(({ after }) => after))
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

/** Gives a new parent to records whose parent was torn, that follow themselves, or that stand beside the path. */
function reparented(
  bytes: Uint8Array,
  { torn, entries: found }: Records,
  store: Store,
  links: Links,
  tiesCuts: boolean,
): Whole {
  const entries = torn.length === 0 ? found : readRecords(bytes, store).entries
  const tree = treeOf(entries, links)
  const rejoined = tornParents(entries, tree, torn, links)
  const edits = [
    ...rejoined,
    ...(tiesCuts && rejoined.length === 0 ? cutParents(entries, tree, store, links) : []),
    ...tree.cycles().map((index): [Entry, Edit] => {
      const entry = itemAt(entries, index)
      return [entry, parentEdit(entry, links, undefined, parentCycle.name)]
    }),
    ...(store.lostStarts?.(entries) ?? []).map(({ index, edit }): [Entry, Edit] => {
      return [itemAt(entries, index), { ...edit, why: compactionStartMissing.name }]
    }),
  ]
  const once = edited(bytes, edits)
  const others = once === bytes ? entries : readRecords(once, store).entries
  const more = runEdits(others, store.runs?.(others) ?? [], links)
  return {
    bytes: edited(once, more),
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

/** Makes each record of a run, with its copies, a child of the one before it. */
function runEdits(entries: readonly Entry[], runs: readonly Run[], links: Links): [Entry, Edit][] {
  if (runs.length === 0) return []
  const { idOf, parentIdOf } = treeOf(entries, links)
  const keyOf = (index: number): string | number => idOf(index) ?? index
  const parents = new Map<string | number, string | undefined>()
  for (const { records } of runs)
    for (const [before, index] of records.slice(1).entries())
      parents.set(keyOf(index), idOf(itemAt(records, before)))
  return entries.flatMap((entry): [Entry, Edit][] => {
    const parent = parents.get(keyOf(entry.index))
    return parent === undefined || parent === parentIdOf(entry.index)
      ? []
      : [[entry, parentEdit(entry, links, parent, resultOffPath.name)]]
  })
}

/** Each record behind a removed one follows the last record before it. */
function cutParents(entries: readonly Entry[], tree: Tree, store: Store, links: Links): [Entry, Edit][] {
  if (tree.strays().length === 0) return []
  const { lanes } = store.open(entries, '')
  return cutsIn(entries, store, lanes).map(({ index, before }) => {
    const entry = itemAt(entries, index)
    return [entry, parentEdit(entry, links, tree.idOf(before), historyCut.name)]
  })
}

/** Whether a record may have been lost. */
function isGap(kind: Torn['kind']): boolean {
  return kind === 'zeros' || kind === 'cut' || kind === 'stray' || kind === 'header'
}

/** The last record before a torn stretch takes the place of the record that was torn. */
function tornParents(
  entries: readonly Entry[],
  tree: Tree,
  torn: readonly Torn[],
  links: Links,
): [Entry, Edit][] {
  const gaps = torn.filter(({ kind }) => isGap(kind))
  const heirs = new Map<string, number | undefined>()
  const parents = new Map<number, number | undefined>()
  const isBelow = (index: number | undefined, top: number): boolean => {
    let at = index
    for (let steps = 0; at !== undefined && steps <= entries.length; steps++) {
      if (at === top) return true
      at = parents.has(at) ? parents.get(at) : tree.parentOf(at)
    }
    return at !== undefined
  }
  for (const index of tree.strays()) {
    const gap = gaps.findLast(({ after }) => after <= index)
    if (gap === undefined) continue
    const lost = tree.parentIdOf(index) as string
    const isFree = (at: number): boolean => tree.idOf(at) !== undefined && !isBelow(at, index)
    // All that followed one record follow the same one afterwards.
    const known = heirs.get(lost)
    const isKnown = heirs.has(lost) && !isBelow(known, index)
    const heir = isKnown ? known : heirOf(entries, links, index, gap.after, isFree)
    if (!heirs.has(lost)) heirs.set(lost, heir)
    parents.set(index, heir)
  }
  return [...parents].map(([index, heir]) => {
    const entry = itemAt(entries, index)
    const id = heir === undefined ? undefined : tree.idOf(heir)
    return [entry, parentEdit(entry, links, id, unreadable)]
  })
}

/** The last record of the same conversation before a torn stretch. */
function heirOf(
  entries: readonly Entry[],
  { apart }: Links,
  index: number,
  before: number,
  isFree: (index: number) => boolean,
): number | undefined {
  const kin = apart === undefined ? undefined : memberAt(entries[index]?.value, apart)
  for (let at = before - 1; at >= 0; at--) {
    const isKin = apart === undefined || memberAt(entries[at]?.value, apart) === kin
    if (isKin && isFree(at)) return at
  }
  return undefined
}

/** Puts the header at the start of a file: the one that stands elsewhere in it, else a new one. */
function behindHeader(bytes: Uint8Array, store: Store, path: string): Uint8Array {
  const { entries } = readRecords(bytes, store)
  const own = entries.find(({ value }) => store.isHeader?.(value) === true)
  const head =
    own === undefined
      ? Buffer.from(JSON.stringify(store.header?.(entries, path)))
      : bytes.subarray(own.start, own.end)
  return Buffer.concat([head, lineBreak, ...(own === undefined ? [bytes] : withoutLine(bytes, own))])
}

function withoutLine(bytes: Uint8Array, { start, end }: Entry): readonly Uint8Array[] {
  const next = bytes.indexOf(10, end)
  return [bytes.subarray(0, start), bytes.subarray(next < 0 ? bytes.length : next + 1)]
}
