import type { Plan } from './edit.ts'
import type { Finding } from './finding.ts'
import type { Place } from './place.ts'

/** How the conversation ends: about to be sent, at rest with its writer gone, or live. */
export type Tail = 'closed' | 'rest' | 'open'

/** The faults of a document, the plan that mends them, and the faults that would be left. */
export interface Report {
  readonly found: readonly Finding[]
  readonly plan: Plan
  readonly left: readonly Finding[]
  /** The earliest place that the plan changes; a provider's prompt cache holds up to here. */
  readonly firstChange: Place | undefined
}
