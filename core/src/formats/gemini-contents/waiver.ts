/** The signature of a call that came without one: with it, the API asks for none. */
export const waived = 'skip_thought_signature_validator'

// The second is from Google's documents too, the third is the first in base64.
const waivers: ReadonlySet<string> = new Set([
  waived,
  'context_engineering_is_the_way_to_go',
  'c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=',
])

/** Whether a signature is none, but asks the API to go without. */
export function isWaiver(signature: string): boolean {
  return waivers.has(signature)
}
