import type { Rule } from '../model/rule.ts'

/**
 * Reasoning that is bound to everything before it is refused once something there has changed: it goes, with all
 * reasoning after it.
 *
 * No document shows this fault: a repair makes it, by changing what stands before signed reasoning.
 */
export const reasoningBound: Rule = {
  name: 'reasoning-bound',
  title: 'Reasoning is bound to what stood before it',
  text: 'What stands before this signed reasoning would be changed.',
  stage: 'last',
  looksAt: () => ({}),
  *detect({ loosened }) {
    for (const { turn, part } of loosened) yield { turn, part, intents: [{ do: 'drop', turn, part }] }
  },
}
