import { withTurns } from '../engine/diff/between.ts'
import { scanTask } from '../engine/scan.ts'
import type { Task } from '../engine/task.ts'
import type { Finding } from '../model/finding.ts'
import type { Place } from '../model/place.ts'

/** A document of which only a part is sent. */
export interface HiddenTurns {
  /** The positions of the hidden turns, rising. */
  readonly hidden: readonly number[]
  /** The turns that are still sent, as a document of their own. */
  readonly visible: unknown
}

/** By position, the unit that may be hidden with its turn; undefined for a turn that is always sent. */
export type Hideable = readonly (number | undefined)[]

/**
 * Hides the units that may be hidden, as far as the API takes the rest as it stands.
 *
 * No turn can be put between the turns that are sent. If one of them is refused, the units hidden right before it are sent
 * again, twice as many each time. `left` lists the faults that the whole document has anyway.
 */
export function hideIn(task: Task, left: readonly Finding[], hideable: Hideable): HiddenTurns {
  const { document, api } = task
  const root = api.format.rootOf(document)
  const turns = api.format.turnsOf(document) ?? []
  const known = new Set(left.map(({ rule, at }) => keyOf(rule, positionIn(at, root))))
  const hidden = new Set<number | undefined>(hideable)
  hidden.delete(undefined)
  const isHidden = (position: number): boolean => hidden.has(hideable[position])
  for (let count = 1; hidden.size > 0; count *= 2) {
    const shown = [...turns.keys()].filter((position) => !isHidden(position))
    const visible = withTurns(
      document,
      root,
      shown.map((position) => turns[position]),
    )
    const faults = scanTask({ ...task, document: visible })
      .filter(({ severity }) => severity === 'refused')
      .map(({ rule, at }) => ({ rule, position: shown[positionIn(at, root) ?? -1] }))
      .filter(({ rule, position }) => !known.has(keyOf(rule, position)))
    if (faults.length === 0) return { hidden: [...turns.keys()].filter(isHidden), visible }
    for (const { position } of faults) showBefore(hidden, hideable, position ?? turns.length, count)
  }
  return { hidden: [], visible: document }
}

/** Shows the nearest hidden units before a position; if there is none, all. */
function showBefore(
  hidden: Set<number | undefined>,
  hideable: Hideable,
  position: number,
  count: number,
): void {
  let shown = 0
  for (let at = position - 1; at >= 0 && shown < count; at--) {
    const unit = hideable[at]
    if (unit !== undefined && hidden.delete(unit)) shown++
  }
  if (shown === 0) hidden.clear()
}

/** A fault by its rule and the turn that it is in. */
function keyOf(rule: string, position: number | undefined): string {
  return `${rule} ${position ?? ''}`
}

/** The position of the turn that a place is in; undefined for a place outside the turns. */
function positionIn(at: Place, root: Place): number | undefined {
  const position = root.every((step, depth) => at[depth] === step) ? at[root.length] : undefined
  return typeof position === 'number' ? position : undefined
}
