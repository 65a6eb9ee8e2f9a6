import type { Edit } from '@mortise/core'
import type { JsonObject } from '../records/json.ts'

/** How records that only stand in a row are hidden, and stay in the file. */
export interface Hiding {
  /** Whether a record may be hidden: one that stands for others may not. */
  mayHide(value: JsonObject): boolean
  /** The edit that hides a record, as long as the marker of that id is in the file. */
  tag(value: JsonObject, id: string, why: string): Edit
  /** The record that stands for so many hidden ones, and the record that follows it. */
  marker(id: string, count: number, next: JsonObject | undefined): JsonObject
}
