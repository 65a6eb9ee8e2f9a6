import { MortiseError } from './outcome.ts'

/**
 * A place in a document: member names and list positions from the root.
 *
 * Only formats make places and only `apply` follows them; rules and the planner hand them on unread.
 */
export type Place = readonly (string | number)[]

/** Notes a place of a turn that could not be read, and what was wanted there. */
export type NoteUnread = (path: Place, wanted: string) => void

/** Prints a place the way people and APIs write it: `messages.5.content.0`. */
export function printPlace(place: Place): string {
  const isPlace = Array.isArray(place) && place.every(isStep)
  if (!isPlace) throw new MortiseError('bad-option', 'A place is a list of names and positions.')
  return place.length === 0 ? '(document)' : place.join('.')
}

/** Whether this is a step of a place: the name of a member, or a position in a list. */
export function isStep(step: unknown): boolean {
  return typeof step === 'string' || typeof step === 'number'
}

/**
 * A place some steps further in.
 *
 * A list that is made as long as it becomes takes a third of the room of one that grows by a step: plans and
 * findings hold very many.
 */
export function placeIn(place: Place, ...steps: Place): Place {
  const made = new Array<string | number>(place.length + steps.length)
  for (let depth = 0; depth < place.length; depth++) made[depth] = place[depth] as string | number
  for (let more = 0; more < steps.length; more++) made[place.length + more] = steps[more] as string | number
  return made
}

/** Orders places as a reader meets them: parents before children, list positions by number. */
export function comparePlaces(left: Place, right: Place): number {
  const shared = Math.min(left.length, right.length)
  for (let depth = 0; depth < shared; depth++) {
    const order = compareSteps(left[depth], right[depth])
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareSteps(left: string | number | undefined, right: string | number | undefined): number {
  if (left === right) return 0
  if (typeof left === 'number' && typeof right === 'number') return left - right
  // Code units, not a locale: the same order on every machine.
  return String(left) < String(right) ? -1 : 1
}
