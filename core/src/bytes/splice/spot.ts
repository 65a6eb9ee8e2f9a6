import type { Edit, Insert, Plan, Remove, Replace, SetMember, Unset } from '../../model/edit.ts'
import { at } from '../../model/lists.ts'
import { stalePlan } from '../../model/stale.ts'

/** A change of what an array or object holds. */
export type ContainerChange = Insert | Remove | SetMember | Unset

/**
 * A place that a plan asks for: the spots of a plan are a tree, so that one pass over the bytes finds them all.
 */
export interface Spot {
  readonly step: string | number
  /** The edit that first asked for it; refused where nothing stands there. */
  readonly first: Edit
  readonly inside: ReadonlyMap<string, Spot>
  /** The members or elements that are added to it or removed from it, in the order of the plan. */
  readonly changes: readonly ContainerChange[]
  readonly replace: Replace | undefined
  /** The bytes of its value, once they are found. */
  found: FoundValue | undefined
}

/** The position of a spot's value in the bytes. */
export interface FoundValue {
  readonly start: number
  end: number
  /** The start of its member's name; in an array, and at the top, the start of the value. */
  readonly lead: number
  /** The container that it was found in: of two members with one name, the last counts. */
  readonly within: FoundValue | undefined
  /** All that it holds, where some of that comes or goes. */
  readonly items: Items | undefined
}

/** The elements of an array or the members of an object, as they stand. */
export interface Items {
  readonly isList: boolean
  readonly starts: number[]
  readonly ends: number[]
  /** The starts of the values; in an array, the same as `starts`. */
  readonly values: number[]
  /** The names of members, decoded. */
  readonly names: string[]
}

/** The spots of a plan, as a tree from the whole document down; a plan out of order is refused. */
export function spotsOf({ edits }: Plan): Spot {
  const root = newSpot('', at(edits, 0))
  for (const edit of edits) addEdit(root, edit)
  return root
}

interface GrowingSpot extends Spot {
  readonly inside: Map<string, GrowingSpot>
  readonly changes: ContainerChange[]
  /** The names and positions of what comes or goes, inserts excepted. */
  readonly changed: Set<string>
  replace: Replace | undefined
  last: string | number | undefined
}

function newSpot(step: string | number, first: Edit): GrowingSpot {
  return {
    step,
    first,
    inside: new Map(),
    changes: [],
    changed: new Set(),
    replace: undefined,
    found: undefined,
    last: undefined,
  }
}

function addEdit(root: GrowingSpot, edit: Edit): void {
  const { at } = edit
  const depth = edit.do === 'replace' ? at.length : at.length - 1
  let spot = root
  for (const step of at.slice(0, depth)) spot = enter(spot, step, edit)
  if (edit.do !== 'replace') addChange(spot, edit)
  else if (isFree(spot)) spot.replace = edit
  else throw stalePlan(at)
}

function isFree({ replace, inside, changes }: Spot): boolean {
  return replace === undefined && inside.size === 0 && changes.length === 0
}

function enter(spot: GrowingSpot, step: string | number, edit: Edit): GrowingSpot {
  const key = String(step)
  const known = spot.inside.get(key)
  // Members may be met in any order, elements only from left to right.
  if (known?.step === step && (spot.last === step || typeof step === 'string')) return known
  if (known !== undefined) throw stalePlan(edit.at)
  stepOn(spot, step, edit)
  const made = newSpot(step, edit)
  spot.inside.set(key, made)
  return made
}

function addChange(spot: GrowingSpot, edit: ContainerChange): void {
  const step = edit.at[edit.at.length - 1]
  if (step === undefined || spot.inside.has(String(step))) throw stalePlan(edit.at)
  stepOn(spot, step, edit)
  if (edit.do !== 'insert') spot.changed.add(String(step))
  spot.changes.push(edit)
}

/** Edits go from left to right, and only one thing happens to one element or member. */
function stepOn(spot: GrowingSpot, step: string | number, edit: Edit): void {
  const isBack = typeof step === 'number' && typeof spot.last === 'number' && step < spot.last
  if (isBack || spot.replace !== undefined || spot.changed.has(String(step))) throw stalePlan(edit.at)
  spot.last = step
}
