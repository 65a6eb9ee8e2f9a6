import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { type Tree, treeOf } from '../links/links.ts'
import { itemAt } from '../records/lists.ts'
import { gather, piecesIn } from './gather.ts'
import { links } from './links.ts'
import { plainTurns } from './plain.ts'
import { isAside, isBoundary, isSpoken, isTurn } from './record.ts'

/**
 * The conversations in a file: the one with the user, and those of subagents that were written into it.
 *
 * A conversation is what stands on the way from its last turn back to its start, or to where it was compacted.
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const turns = plainTurns(entries, treeOf(entries, links))
  if (turns === undefined) return lanesInTree(entries)
  const leaf = entries.findLastIndex(({ value }) => isSpoken(value))
  return leaf < 0 ? [] : [{ name: 'main', leaf, turns }]
}

/** The same, whichever parents records have. */
export function lanesInTree(entries: readonly Entry[]): readonly Lane[] {
  const tree = treeOf(entries, links)
  const pieces = piecesIn(entries, tree)
  const laneAt = (leaf: number, name: string): Lane => {
    return { name, leaf, turns: gather(entries, wayTo(entries, tree, leaf), pieces) }
  }
  const main = leavesOf(entries, tree, false).map(({ leaf }) => laneAt(leaf, 'main'))
  const asides = leavesOf(entries, tree, true).map(({ root, leaf }) => {
    const lane = laneAt(leaf, tree.idOf(root) ?? `record ${root}`)
    // A subagent with a file of its own can be gone on with; one inside its master's cannot.
    return main.length > 0 ? { ...lane, isDormant: true } : lane
  })
  return [...main, ...asides]
}

/** All that was ever said in a file: also before it was compacted, and on ways that were left. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const tree = treeOf(entries, links)
  const pieces = piecesIn(entries, tree)
  return allBranches(
    entries,
    lanesOf(entries),
    ({ value }) => isTurn(value),
    (leaf) => {
      const turns = gather(entries, wayTo(entries, tree, leaf), pieces)
      return { name: tree.idOf(leaf) ?? `record ${leaf}`, leaf, turns }
    },
  )
}

/** The first and the last turn of each conversation: there is one with the user, and one for each subagent. */
function leavesOf(
  entries: readonly Entry[],
  tree: Tree,
  areAside: boolean,
): { root: number; leaf: number }[] {
  const leaves = new Map<number, number>()
  const roots = new Map<number, number>()
  for (const { index, value } of entries) {
    if (!isSpoken(value) || isAside(value) !== areAside) continue
    leaves.set(areAside ? rootOf(entries, tree, index, roots) : 0, index)
  }
  return [...leaves].map(([root, leaf]) => ({ root, leaf }))
}

/** Where the subagent's conversation that a record is in starts; what is known of others is used. */
function rootOf(entries: readonly Entry[], tree: Tree, index: number, roots: Map<number, number>): number {
  const way: number[] = []
  let at = index
  for (let root = roots.get(at); ; root = roots.get(at)) {
    if (root !== undefined) return rememberRoot(way, root, roots)
    way.push(at)
    roots.set(at, index)
    const parent = tree.parentOf(at)
    if (parent === undefined || !isAside(itemAt(entries, parent).value)) return rememberRoot(way, at, roots)
    at = parent
  }
}

function rememberRoot(way: readonly number[], root: number, roots: Map<number, number>): number {
  for (const index of way) roots.set(index, root)
  return root
}

/** The turns on the way to a record, first to last; links in the chain are passed. */
function wayTo(entries: readonly Entry[], tree: Tree, leaf: number): number[] {
  const way: number[] = []
  const passed = new Set<number>()
  const areAside = isAside(itemAt(entries, leaf).value)
  for (let at: number | undefined = leaf; at !== undefined && !passed.has(at); at = tree.parentOf(at)) {
    const { value } = itemAt(entries, at)
    if (isBoundary(value) || (areAside && !isAside(value))) break
    passed.add(at)
    if (isTurn(value)) way.push(at)
  }
  return way.reverse()
}
