import type { Placed } from '../changes/change.ts'
import type { Entry, Links } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import { type Tree, wayTo } from './links.ts'
import type { Moving } from './moving.ts'

/**
 * The record that has to stand last in the file once the last record of a conversation leaves; undefined if it does already.
 *
 * Agents take the last record of a file for the leaf, and that one may be of a branch that was left.
 */
export function leafToMove(
  moving: Moving,
  links: Links,
  tree: Tree,
  before: string | undefined,
): Placed | undefined {
  const { entries, lane, leaving, isHiding = false } = moving
  const why = leaving.get(lane.leaf)
  if (why === undefined || lane.isLeft) return undefined
  const leaf = links.isLeafLast ? tree.find(before ?? '') : lastOnWay(moving, tree)
  const isStaying = ({ index }: Entry): boolean => isHiding || !leaving.has(index)
  const last = entries.findLast((entry) => isStaying(entry) && mayBeLeaf(entry, moving, links))?.index
  if (leaf === undefined || last === undefined || leaf === last) return undefined
  // A record beside the way that is sent with it leads to the same conversation.
  if (lane.turns.includes(last) && wayTo(tree, last).has(leaf)) return undefined
  return { moved: leaf, value: undefined, why }
}

function lastOnWay({ lane, leaving }: Moving, tree: Tree): number | undefined {
  const way = wayTo(tree, lane.leaf)
  return lane.turns.findLast((index) => way.has(index) && !leaving.has(index))
}

/** Whether an agent would take a record for the leaf, if it were the last one. */
function mayBeLeaf(
  { value }: Entry,
  { store, entries, lane }: Moving,
  { isLeafLast, apart }: Links,
): boolean {
  if (isLeafLast) return true
  const isKin = apart === undefined || memberAt(value, apart) === memberAt(entries[lane.leaf]?.value, apart)
  return isKin && store.messageIn(value) !== undefined
}
