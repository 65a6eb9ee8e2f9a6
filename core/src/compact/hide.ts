import { withTurns } from '../engine/diff/between.ts'
import { scanTask, type Task } from '../engine/repair.ts'
import type { Finding } from '../model/finding.ts'
import type { Place } from '../model/place.ts'
import { fewestOf, type Step, type Stop } from './fewest.ts'
import { isSameBefore, type Manners } from './manners.ts'

/** A document of which only a part is to be seen. */
export interface Hiding {
  /** The positions of turns that are not to be seen, rising. */
  readonly hidden: readonly number[]
  /** The turns that stay in view, as a document of their own. */
  readonly visible: unknown
}

/** The stops that may be hidden, and the owner of each turn. */
export interface Hideable {
  readonly stops: readonly Stop[]
  readonly isFree: (stop: Stop) => boolean
  /** By position, whose turn it is; undefined for what the engine put in, which is always to be seen. */
  readonly owners: readonly (number | undefined)[]
  readonly manners: Manners
}

// Each time around something new is known of what may follow what; there is not so much to know.
const mostRounds = 30

/**
 * Hides as much of what may be hidden as the API lets go.
 *
 * Nothing can be put between the turns that stay to be seen: what has to be seen so that they are accepted
 * as they are is the least that will do. `left` is what is wrong with the whole document anyway.
 */
export function hideIn(task: Task, left: readonly Finding[], hideable: Hideable): Hiding {
  const { document, api } = task
  const { stops, isFree, owners, manners } = hideable
  const root = api.format.rootOf(document)
  const turns = api.format.turnsOf(document) ?? []
  const known = new Set(left.map(({ rule, at }) => keyOf(rule, positionIn(at, root))))
  for (let round = 0; round < mostRounds; round++) {
    const steps = fewestOf(stops, { manners, isFree, canMend: false })
    const seen = new Set<number | undefined>([undefined, ...steps.map(({ stop }) => stop.owner)])
    const isSeen = (position: number): boolean => seen.has(owners[position])
    const shown = [...turns.keys()].filter(isSeen)
    if (shown.length === turns.length) break
    const raws = shown.map((position) => turns[position])
    const visible = withTurns(document, root, raws)
    const faults = scanTask({ ...task, document: visible })
      .filter(({ severity }) => severity === 'refused')
      .map(({ rule, at }) => ({ rule, at: positionIn(at, root) }))
      .filter(({ rule, at }) => !known.has(keyOf(rule, at === undefined ? undefined : shown[at])))
    if (faults.length === 0) return { hidden: [...turns.keys()].filter((at) => !isSeen(at)), visible }
    const blamed = faults.map(({ at }) => (at === undefined ? undefined : ownerFrom(owners, shown, at)))
    if (!learn(manners, steps, new Set(blamed))) break
  }
  return { hidden: [], visible: document }
}

/** The unit whose turn a fault is at; of a turn that the engine put in, the unit after it. */
function ownerFrom(
  owners: readonly (number | undefined)[],
  shown: readonly number[],
  at: number,
): number | undefined {
  for (const position of shown.slice(at)) if (owners[position] !== undefined) return owners[position]
  return undefined
}

/** Notes what may not follow what: the last thing before a fault that is other than in the whole document. */
function learn(manners: Manners, steps: readonly Step[], blamed: ReadonlySet<number | undefined>): boolean {
  let isNews = false
  let other: Step | undefined
  for (const step of steps) {
    if (!isSameBefore(step.before, step.stop.own)) other = step
    if (other !== undefined && blamed.has(step.stop.owner))
      isNews = manners.refuse(other.before, other.stop.ends) || isNews
  }
  return isNews
}

/** A fault by its rule and the turn that it is in. */
function keyOf(rule: string, position: number | undefined): string {
  return `${rule} ${position ?? ''}`
}

/** The position of the turn that a place is in; undefined for what stands outside the turns. */
export function positionIn(at: Place, root: Place): number | undefined {
  const position = root.every((step, depth) => at[depth] === step) ? at[root.length] : undefined
  return typeof position === 'number' ? position : undefined
}
