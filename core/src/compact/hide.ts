import { withTurns } from '../engine/between.ts'
import { scanTask, type Task } from '../engine/repair.ts'
import type { Finding } from '../model/finding.ts'
import type { Place } from '../model/place.ts'

/** A document of which only a part is to be seen. */
export interface Hiding {
  /** The positions of turns that are not to be seen, rising. */
  readonly hidden: readonly number[]
  /** What is to be seen, as a document of its own. */
  readonly visible: unknown
}

// Each time around twice as much is shown; what is not settled by then is not worth more.
const mostRounds = 10

/**
 * Hides as much of what may be hidden as the API lets go.
 *
 * Nothing can be put between the turns that stay to be seen: where they would be refused as they are, the
 * units hidden beside the fault are shown again. `left` is what is wrong with the whole document anyway;
 * `wished` has the unit of each position that may be hidden, rising.
 */
export function hideIn(task: Task, left: readonly Finding[], wished: ReadonlyMap<number, number>): Hiding {
  const { document, api } = task
  const root = api.format.rootOf(document)
  const turns = api.format.turnsOf(document) ?? []
  const hidden = new Map(wished)
  const known = new Set(left.map(({ rule, at }) => keyOf(rule, positionIn(at, root))))
  for (let round = 0; hidden.size > 0; round++) {
    const shown = turns.flatMap((_, position) => (hidden.has(position) ? [] : [position]))
    const raws = shown.map((position) => turns[position])
    const visible = withTurns(document, root, raws)
    const faults = scanTask({ ...task, document: visible })
      .filter(({ severity }) => severity === 'refused')
      .map(({ rule, at }) => ({ rule, at: positionIn(at, root) }))
      .filter(({ rule, at }) => !known.has(keyOf(rule, at === undefined ? undefined : shown[at])))
    if (faults.length === 0) return { hidden: [...hidden.keys()], visible }
    for (const { at } of faults) {
      if (at === undefined || round >= mostRounds) hidden.clear()
      else for (let times = 2 ** round; times > 0; times--) showBeside(hidden, turns.length, shown[at] ?? 0)
    }
  }
  return { hidden: [], visible: document }
}

/** A fault by its rule and the turn that it is in. */
function keyOf(rule: string, position: number | undefined): string {
  return `${rule} ${position ?? ''}`
}

/** The position of the turn that a place is in; undefined for what stands outside the turns. */
function positionIn(at: Place, root: Place): number | undefined {
  const position = root.every((step, depth) => at[depth] === step) ? at[root.length] : undefined
  return typeof position === 'number' ? position : undefined
}

/** Shows the hidden unit that is nearest to a position, the one before it first. */
function showBeside(hidden: Map<number, number>, count: number, at: number): void {
  for (let distance = 1; distance <= count && hidden.size > 0; distance++) {
    for (const step of [-1, 1]) {
      let position = at + step * distance
      const unit = hidden.get(position)
      if (unit === undefined) continue
      for (; hidden.get(position) === unit; position += step) hidden.delete(position)
      return
    }
  }
}
