import { MortiseError } from './outcome.ts'
import { type Place, printPlace } from './place.ts'

/** The refusal of a plan that was made for another document. */
export function stalePlan(at: Place): MortiseError {
  return new MortiseError(
    'stale-plan',
    `The plan does not fit this document: it differs at ${printPlace(at)}.`,
    { hint: 'Make the plan again from the document as it is now.' },
  )
}
