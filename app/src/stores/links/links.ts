import type { Entry, Links } from '../contract/store.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

/** Records as a tree: each names its parent. */
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
  /** The first record of each cycle of parents. */
  cycles(): readonly number[]
}

/** The last tree that was built; a map of all trees would keep sessions in memory that nobody needs any more. */
let latest: { readonly entries: readonly Entry[]; readonly tree: Tree } | undefined

/** Reads the parents of records, once. */
export function treeOf(entries: readonly Entry[], links: Links): Tree {
  if (latest?.entries !== entries) latest = { entries, tree: buildTree(entries, links) }
  return latest.tree
}

/** In place of a parent's position: the record names no parent, or one that is not in the file. */
const [none, missing] = [-1, -2]

/** The records on the way from the root to this one, the last one first. */
export function wayTo(tree: Tree, leaf: number): ReadonlySet<number> {
  const way = new Set<number>()
  for (let at = leaf < 0 ? undefined : leaf; at !== undefined && !way.has(at); at = tree.parentOf(at))
    way.add(at)
  return way
}

function buildTree(entries: readonly Entry[], links: Links): Tree {
  const count = entries.length
  const ids: (string | undefined)[] = []
  const named: (string | undefined)[] = []
  const [idIn, parentIn] = [memberReader(links.id), memberReader(links.parent)]
  for (const { value } of entries) {
    ids.push(nonEmpty(idIn(value)))
    named.push(nonEmpty(parentIn(value)))
  }
  let known: ReadonlyMap<string, number> | undefined
  const find = (id: string): number | undefined => {
    known ??= positionsOf(ids)
    return known.get(id)
  }
  const parents = parentsOf(ids, named, find)
  const parentOf = (index: number): number | undefined => {
    const parent = parents[index] ?? none
    return parent < 0 ? undefined : parent
  }
  const tree: Tree = {
    find,
    idOf: (index) => ids[index],
    parentIdOf: (index) => named[index],
    parentOf,
    strays: () =>
      parents.includes(missing) ? [...parents.keys()].filter((index) => parents[index] === missing) : [],
    // If each record stands after its parent, there is no cycle.
    cycles: () => (parents.every((parent, index) => parent < index) ? [] : cyclesIn(count, parentOf)),
  }
  for (const [index, parent] of links.relinked?.(entries, tree) ?? []) {
    parents[index] = parent
    named[index] = ids[parent]
  }
  return tree
}

/** Reads a member by its path. */
function memberReader(path: readonly string[]): (value: JsonObject) => unknown {
  const [name, ...rest] = path
  // Most paths are one name, and no object inherits one of these.
  return name !== undefined && rest.length === 0 ? (value) => value[name] : (value) => memberAt(value, path)
}

type Names = readonly (string | undefined)[]

function positionsOf(ids: Names): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (id !== undefined && !positions.has(id)) positions.set(id, index)
  })
  return positions
}

/**
 * The position of each record's parent.
 *
 * The parent is nearly always the record before. Where no two have the same id, no other record is searched.
 */
function parentsOf(ids: Names, named: Names, find: (id: string) => number | undefined): Int32Array {
  const parents = new Int32Array(ids.length)
  const seen = new Set<string>()
  let areDistinct = true
  let before = none
  for (let index = 0; index < ids.length; index++) {
    const parent = named[index]
    if (parent === undefined) parents[index] = none
    else if (areDistinct && before >= 0 && ids[before] === parent) parents[index] = before
    else parents[index] = find(parent) ?? missing
    const id = ids[index]
    if (id === undefined) continue
    areDistinct &&= !seen.has(id)
    seen.add(id)
    before = index
  }
  return parents
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

/** The first member of each cycle; every record is passed once. */
function cyclesIn(count: number, parentOf: (index: number) => number | undefined): number[] {
  const cycles: number[] = []
  const passed = new Int32Array(count)
  for (let start = 0; start < count; start++) {
    let at: number | undefined = start
    while (at !== undefined && passed[at] === 0) {
      passed[at] = start + 1
      at = parentOf(at)
    }
    if (at !== undefined && passed[at] === start + 1) cycles.push(firstOf(at, parentOf))
  }
  return cycles.sort((left, right) => left - right)
}

function firstOf(member: number, parentOf: (index: number) => number | undefined): number {
  let first = member
  for (let at = parentOf(member); at !== undefined && at !== member; at = parentOf(at))
    first = Math.min(first, at)
  return first
}
