import { memberAt, nonEmpty } from './json.ts'
import type { Entry, Links } from './store.ts'

/** Records as a tree: each hangs on its parent. */
export interface Tree {
  /** The record of an id, by its position; of several, the first. */
  find(id: string): number | undefined
  idOf(index: number): string | undefined
  /** The id that a record names as its parent. */
  parentIdOf(index: number): string | undefined
  /** The parent's position; undefined where there is none or it is missing. */
  parentOf(index: number): number | undefined
  /** Records whose parent is not in the file. */
  strays(): readonly number[]
  /** The first record of each ring of parents: whoever follows one never arrives. */
  rings(): readonly number[]
}

/** The tree that was asked for last; a map of all of them would hold on to sessions that nobody needs any more. */
let latest: { readonly entries: readonly Entry[]; readonly tree: Tree } | undefined

/** Reads how records hang on each other, once. */
export function treeOf(entries: readonly Entry[], links: Links): Tree {
  if (latest?.entries !== entries) latest = { entries, tree: growTree(entries, links) }
  return latest.tree
}

/** Instead of a parent's position: it names none, or one that is not in the file. */
const [none, missing] = [-1, -2]

/** The records on the way from the root to this one, the last one first. */
export function wayTo(tree: Tree, leaf: number): ReadonlySet<number> {
  const way = new Set<number>()
  for (let at = leaf < 0 ? undefined : leaf; at !== undefined && !way.has(at); at = tree.parentOf(at))
    way.add(at)
  return way
}

function growTree(entries: readonly Entry[], links: Links): Tree {
  const count = entries.length
  const ids: (string | undefined)[] = []
  const named: (string | undefined)[] = []
  const positions = new Map<string, number>()
  for (const { value } of entries) {
    const id = nonEmpty(memberAt(value, links.id))
    if (id !== undefined && !positions.has(id)) positions.set(id, ids.length)
    ids.push(id)
    named.push(nonEmpty(memberAt(value, links.parent)))
  }
  const parents = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const id = named[index]
    parents[index] = id === undefined ? none : (positions.get(id) ?? missing)
  }
  const parentOf = (index: number): number | undefined => {
    const parent = parents[index] ?? none
    return parent < 0 ? undefined : parent
  }
  return {
    find: (id) => positions.get(id),
    idOf: (index) => ids[index],
    parentIdOf: (index) => named[index],
    parentOf,
    strays: () =>
      parents.includes(missing) ? [...parents.keys()].filter((index) => parents[index] === missing) : [],
    // Where each stands after its parent, nobody can come back to where they were.
    rings: () => (parents.every((parent, index) => parent < index) ? [] : ringsIn(count, parentOf)),
  }
}

/** Of each record on a way, the position of the first turn from there on; there is none after the last one. */
export function turnsFrom(
  way: ReadonlySet<number>,
  positions: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const next = new Map<number, number>()
  let position: number | undefined
  for (const index of way) {
    position = positions.get(index) ?? position
    if (position !== undefined) next.set(index, position)
  }
  return next
}

/** The first member of each ring; every record is passed once. */
function ringsIn(count: number, parentOf: (index: number) => number | undefined): number[] {
  const rings: number[] = []
  const passed = new Int32Array(count)
  for (let start = 0; start < count; start++) {
    let at: number | undefined = start
    while (at !== undefined && passed[at] === 0) {
      passed[at] = start + 1
      at = parentOf(at)
    }
    if (at !== undefined && passed[at] === start + 1) rings.push(firstOf(at, parentOf))
  }
  return rings.sort((left, right) => left - right)
}

function firstOf(member: number, parentOf: (index: number) => number | undefined): number {
  let first = member
  for (let at = parentOf(member); at !== undefined && at !== member; at = parentOf(at))
    first = Math.min(first, at)
  return first
}
