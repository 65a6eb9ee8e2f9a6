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

const trees = new WeakMap<readonly Entry[], Tree>()

/** Reads how records hang on each other, once. */
export function treeOf(entries: readonly Entry[], links: Links): Tree {
  const known = trees.get(entries)
  if (known !== undefined) return known
  const tree = growTree(entries, links)
  trees.set(entries, tree)
  return tree
}

function growTree(entries: readonly Entry[], links: Links): Tree {
  const ids = entries.map(({ value }) => nonEmpty(memberAt(value, links.id)))
  const parents = entries.map(({ value }) => nonEmpty(memberAt(value, links.parent)))
  const positions = new Map<string, number>()
  for (const [index, id] of ids.entries())
    if (id !== undefined && !positions.has(id)) positions.set(id, index)
  const parentOf = (index: number): number | undefined => {
    const id = parents[index]
    return id === undefined ? undefined : positions.get(id)
  }
  const isStray = (index: number): boolean => parents[index] !== undefined && parentOf(index) === undefined
  return {
    find: (id) => positions.get(id),
    idOf: (index) => ids[index],
    parentIdOf: (index) => parents[index],
    parentOf,
    strays: () => [...entries.keys()].filter(isStray),
    rings: () => ringsIn(entries.length, parentOf),
  }
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
