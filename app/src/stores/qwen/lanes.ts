import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { type Tree, treeOf } from '../links/links.ts'
import { itemAt } from '../records/lists.ts'
import { links } from './links.ts'
import { isBeside, isCompression, messageIn } from './record.ts'

/**
 * The conversation that Qwen Code goes on with: the last record of it, and those on the way back to its root.
 *
 * ```
 * the same uuid again   a piece of the same message
 * chat_compression      stands for all before it
 * ```
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const last = entries.findLastIndex(({ value }) => !isBeside(value))
  if (last < 0) return []
  const leaf = firstPiece(treeOf(entries, links), last)
  return [{ name: 'main', leaf, turns: turnsTo(entries, leaf) }]
}

/** The first record with the uuid of this one. */
function firstPiece(tree: Tree, index: number): number {
  const id = tree.idOf(index)
  return id === undefined ? index : (tree.find(id) ?? index)
}

/** All that was ever said in a file: also before it was compressed, and on ways that were left. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const tree = treeOf(entries, links)
  return allBranches(
    entries,
    lanesOf(entries),
    ({ value }) => messageIn(value) !== undefined,
    (leaf) => ({ name: tree.idOf(leaf) ?? `record ${leaf}`, leaf, turns: turnsTo(entries, leaf) }),
  )
}

function turnsTo(entries: readonly Entry[], leaf: number): readonly number[] {
  const tree = treeOf(entries, links)
  const piecesOf = piecesIn(entries, tree)
  const way = wayTo(tree, firstPiece(tree, leaf)).flatMap((index) => piecesOf.get(index) ?? [index])
  const start = way.findLastIndex((index) => isCompression(itemAt(entries, index).value))
  return way.slice(start + 1).filter((index) => messageIn(itemAt(entries, index).value) !== undefined)
}

/** Of each record whose uuid others have too, all of them in the order of the file. */
function piecesIn(entries: readonly Entry[], tree: Tree): ReadonlyMap<number, readonly number[]> {
  const pieces = new Map<number, number[]>()
  for (const { index } of entries) {
    const first = firstPiece(tree, index)
    if (first !== index) pieces.set(first, [...(pieces.get(first) ?? [first]), index])
  }
  return pieces
}

/** The records on the way to one, first to last. */
function wayTo(tree: Tree, leaf: number): readonly number[] {
  const way = new Set<number>()
  for (let at: number | undefined = leaf; at !== undefined && !way.has(at); at = tree.parentOf(at))
    way.add(at)
  return [...way].reverse()
}
