import type { Place } from './place.ts'

/** `refused`: the API answers an error. `advice`: accepted on record by one side of a conflict. */
export type Severity = 'refused' | 'advice'

/** One fault of a document. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  readonly at: Place
  /** The ids of the calls concerned. */
  readonly calls: readonly string[]
  /** One sentence for people. */
  readonly message: string
  /** The API's own sentence, if it is on record. */
  readonly says?: string
  /** Set if the match behind the finding is a guess. */
  readonly confidence?: 'low'
  /** The record that holds the fault, in a store. */
  readonly record?: string
}
