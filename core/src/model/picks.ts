/**
 * The parts of a JSON value that are wanted; all else is read over, checked as JSON and forgotten.
 *
 * Numbers, booleans and null are always taken. A string that is not wanted in its own words is stood in
 * for by another one that is as blank or as inked; an object or array of which nothing is wanted comes empty.
 */
export interface Picks {
  /** Take the value as it is, whatever it is. */
  readonly isWhole?: boolean
  /** Of a string: whether it is JSON in itself; one that is, is stood in for by `{}`, any other is taken as it is. */
  readonly isJson?: boolean
  /** Of a string: its first `headLength` characters are wanted, if it is that long and they are ASCII. */
  readonly isHead?: boolean
  /** Of an object: the members wanted, by name. At most 64. */
  readonly members?: Readonly<Record<string, Picks>>
  /** Of an object: any other member matters too, so that one with others has to be read in full. */
  readonly isClosed?: boolean
  /** Of an array: the members that are wanted of each element. */
  readonly each?: Picks
}

/** The value as it is. */
export const whole: Picks = { isWhole: true }

/** A string of JSON, or what else it is. */
export const json: Picks = { isJson: true }

/** The beginning of a long string. */
export const head: Picks = { isHead: true }

export const headLength: number = 32_768

/** Only the kind of the value. */
export const kind: Picks = {}
