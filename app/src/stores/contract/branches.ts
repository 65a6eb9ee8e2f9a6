import { itemAt } from '../records/lists.ts'
import type { Entry, Lane } from './store.ts'

/**
 * Ways through a file that together pass every turn: those given, then from each turn that none has passed
 * the way back from it, the last one first.
 *
 *     a ── b ── c ── d        given: a b c d
 *          └─ e ── f          then:  a b e f
 */
export function allBranches(
  entries: readonly Entry[],
  given: readonly Lane[],
  isTurn: (entry: Entry) => boolean,
  laneTo: (leaf: number) => Lane,
): readonly Lane[] {
  const branches = [...given]
  const passed = new Set(given.flatMap(({ turns }) => turns))
  for (let index = entries.length - 1; index >= 0; index--) {
    if (passed.has(index) || !isTurn(itemAt(entries, index))) continue
    const lane = { ...laneTo(index), isLeft: true }
    for (const turn of lane.turns) passed.add(turn)
    branches.push(lane)
  }
  return branches
}
