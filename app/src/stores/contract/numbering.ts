import type { JsonObject } from '../records/json.ts'
import type { Entry } from './store.ts'

/** How the records of a file are numbered: each has one more than the numbered record before it. */
export interface Numbering {
  readonly path: readonly string[]
  /** Members of the first record that name a record by its number. */
  readonly named: readonly (readonly string[])[]
  /** Whether a record has a number, or is to have one: its agent does not count records that it cannot read. */
  counts(value: JsonObject): boolean
  /** The number of the first record; undefined if the records of this file have no numbers. */
  startIn(entries: readonly Entry[]): number | undefined
}
