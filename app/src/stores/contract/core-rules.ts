import type { RuleName } from '@mortise/core'

// The rules of core that the code for all agents acts on. Each agent lists its own in its `index.ts` or `rules.ts`.

/** The rule for a call that nobody answered. */
export const callWithoutResult: RuleName = 'call-without-result'

/** The rule for a result whose call is not sent. */
export const resultWithoutCall: RuleName = 'result-without-call'

/** The rules for the pairs of calls and results that a cleaning leaves as they are. */
export const pairRules: readonly RuleName[] = [callWithoutResult, resultWithoutCall, 'duplicate-result']

/** The rules whose faults an agent heals by leaving out the part that is too many. */
export const leftOutRules: readonly RuleName[] = [
  'blank-turn',
  'duplicate-result',
  'empty-text',
  'empty-turn',
]

/** The rule for signed reasoning that is bound to all records before it. */
export const reasoningBound: RuleName = 'reasoning-bound'

/** The rule for reasoning behind other words of its message. */
export const reasoningNotFirst: RuleName = 'reasoning-not-first'

/** The rule for the calls and results of denied tools. */
export const toolDenied: RuleName = 'tool-denied'

/** The rule for a stretch of a file that is no record. */
export const unreadable: RuleName = 'unreadable'
