import type { Entry, Lane, Store } from '../contract/store.ts'
import { memberAt, withMember } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { type Tree, treeOf, wayTo } from './links.ts'

/** A record whose parent is missing though the conversation stands before it, and the last record before it. */
export interface Cut {
  readonly index: number
  readonly before: number
}

/**
 * The cuts in the conversations of a file: an agent kept a record in memory that was removed, and appended behind it.
 *
 * ```
 * a ── b      (c was removed)      d ── e        d follows b, if then more of the conversation is sent
 * ```
 */
export function cutsIn(entries: readonly Entry[], store: Store, lanes: readonly Lane[]): readonly Cut[] {
  const { links } = store
  if (links === undefined || links.bridgesGaps === true) return []
  const tree = treeOf(entries, links)
  const strays = new Set(tree.strays())
  if (strays.size === 0) return []
  const sent = lanes.filter(({ isDormant }) => isDormant !== true)
  return sent.flatMap((lane) => cutsOf(lane, entries, store, tree, strays))
}

function cutsOf(
  lane: Lane,
  entries: readonly Entry[],
  store: Store,
  tree: Tree,
  strays: ReadonlySet<number>,
): readonly Cut[] {
  const cuts: Cut[] = []
  const passed = new Set<number>()
  let { leaf } = lane
  let turns = lane.turns.length
  for (;;) {
    for (const index of wayTo(tree, leaf)) passed.add(index)
    const index = [...passed].at(-1)
    if (index === undefined || !strays.has(index)) return cuts
    const before = recordBefore(index, entries, store, tree, passed)
    if (before === undefined) return cuts
    const more = [...cuts, { index, before }]
    const now = turnsOnceTied(lane, entries, store, tree, more)
    // A cut before a compaction hides nothing that would be sent.
    if (now <= turns) return cuts
    cuts.push({ index, before })
    turns = now
    leaf = before
  }
}

/** The last record before a cut that belongs to the same conversation. */
function recordBefore(
  index: number,
  entries: readonly Entry[],
  { links, isHeader }: Store,
  tree: Tree,
  passed: ReadonlySet<number>,
): number | undefined {
  const apart = links?.apart
  const groupOf = (at: number): unknown =>
    apart === undefined ? undefined : memberAt(itemAt(entries, at).value, apart)
  for (let at = index - 1; at >= 0; at--) {
    if (tree.idOf(at) === undefined || isHeader?.(itemAt(entries, at).value) === true) continue
    if (groupOf(at) !== groupOf(index)) continue
    if (![...wayTo(tree, at)].some((each) => passed.has(each))) return at
  }
  return undefined
}

/** The number of turns that a conversation has once its cuts are tied. */
function turnsOnceTied(
  { name }: Lane,
  entries: readonly Entry[],
  store: Store,
  tree: Tree,
  cuts: readonly Cut[],
): number {
  const parents = new Map(cuts.map(({ index, before }) => [index, tree.idOf(before)]))
  const path = store.links?.parent ?? []
  const tied = entries.map((entry) => {
    const parent = parents.get(entry.index)
    return parent === undefined ? entry : { ...entry, value: withMember(entry.value, path, parent) }
  })
  return store.open(tied, '').lanes.find((lane) => lane.name === name)?.turns.length ?? 0
}
