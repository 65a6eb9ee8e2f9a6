import type { Format } from './format.ts'
import type { Rule } from './rule.ts'
import type { Rulebook } from './rulebook.ts'

/** The knowledge of one door: the formats it reads, the APIs it serves, and the rules it applies. */
export interface Known {
  readonly formats: readonly Format[]
  readonly rulebooks: readonly Rulebook[]
  readonly rules: readonly Rule[]
}
