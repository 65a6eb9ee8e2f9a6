import type { Withdrawals } from './binding.ts'
import type { Offers } from './declared.ts'
import type { Facts } from './facts.ts'
import type { Severity } from './finding.ts'
import type { Intent } from './intent.ts'
import type { Pairs } from './joint.ts'
import type { Place } from './place.ts'
import type { Remedy } from './policy.ts'
import type { Tail } from './report.ts'
import type { RowLimit, RowWith } from './row.ts'
import type { RuleName } from './rule-names.ts'
import type { Layout } from './rulebook.ts'
import type { PlacedPart } from './seat.ts'
import type { ShapeName } from './shape-names.ts'
import type { Part, Turn } from './transcript.ts'

/** The view of a rule: the draft as the rules before it left it. */
export interface View<Read extends RowLimit = never> {
  readonly turns: readonly Turn[]
  readonly facts: Facts
  readonly tail: Tail
  readonly layout: Layout
  /** The demand of the API by this rule. */
  readonly row: RowWith<Read>
  /** Calls and results as they match in this draft. */
  readonly pairs: Pairs
  /** The signed reasoning that a repair has loosened from what it was made after; empty until all else is mended. */
  readonly loosened: readonly PlacedPart[]
  /** Whether the model cannot be told not to think. */
  readonly alwaysThinks: boolean
  /** Whether the conversation starts in view; false where its head is sound and was left out. */
  readonly hasStart: boolean
  /** The tools that the body offers; undefined where the format does not tell. */
  offers(): Offers | undefined
  /** How tools may be taken from the model among the turns; undefined where only the body may say so. */
  readonly withdrawals: Withdrawals | undefined
  /** Whether the API judges this conversation by another rule too. */
  demands(rule: string): boolean
  /** Whether a turn, or a part of it, already has a shape that the format knows by this name. */
  fits(turn: Turn, part: Part | undefined, shape: ShapeName, wish?: unknown): boolean
  /** Whether the format knows a shape by this name; where it does not, everything fits. */
  hasShape(shape: ShapeName): boolean
}

/** One fault, with what would mend it. */
export interface Fault {
  /** Where it is; absent where it concerns the whole document. */
  readonly turn?: Turn
  readonly part?: Part
  /** Where it is in the body, outside the turns. */
  readonly at?: Place
  readonly calls?: readonly string[]
  /** Named values for the sentence. */
  readonly values?: Readonly<Record<string, string>>
  readonly confidence?: 'low'
  /** Which variety of the fault it is, where there are several. */
  readonly variant?: string
  /** Where it is milder than the API's row says. */
  readonly severity?: Severity
  readonly intents: readonly Intent[]
  /** The intents that mend it where the policy asks for a remedy of another kind. */
  readonly otherwise?: Readonly<Partial<Record<Remedy, readonly Intent[]>>>
}

/** The rules about calls and results that the engine judges itself, by matching and laying out. */
export const pairingRules: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'result-not-leading',
  'results-split',
  'results-out-of-order',
  'call-not-last',
  'duplicate-result',
])

/** One sentence about a finding, or several where more may be known; `{name}` and the like are filled in. */
export type RuleText = string | { readonly usual: string; readonly [variant: string]: string }

/**
 * A local fault: how to see it and what to do about it, in terms of the draft alone.
 *
 * `Read` names the members of a row that the rule reads besides the plain ones.
 */
export interface Rule<Read extends RowLimit = never> {
  readonly name: RuleName
  /** The fault in a few words, for lists and pages. */
  readonly title: string
  /** The sentence of a finding. */
  readonly text: RuleText
  /** Before calls and results are matched and laid out, or after; `last`: once it is known what all others change. */
  readonly stage: 'before' | 'after' | 'last'
  /**
   * It does not matter to it where anything stands: what it finds sound stays so when parts only move, and so is
   * what takes the place of a missing result.
   */
  readonly isPlaceless?: boolean | undefined
  /** The kind of part, or the fact of the body, that it is about: where there is none it finds nothing, and is not asked. */
  readonly about?: 'reasoning' | 'hosted' | keyof Facts | undefined
  detect(view: View<Read>): Iterable<Fault>
}
