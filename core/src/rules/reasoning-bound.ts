import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

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
  *detect({ loosened }) {
    for (const { turn, part } of loosened) yield { turn, part, intents: [{ do: 'drop', turn, part }] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The conversation holds signed reasoning, and something before it has changed since: the instructions, the tools or an earlier message. The API accepts such reasoning only if everything before it is unchanged. The conversation alone does not show what has changed.',
  todo: 'Remove that block of reasoning and every later one; a repair does so wherever it changes something before them. Where you set the request yourself, `thinking.block_binding.prefix_mismatch_behavior` set to `drop_block` does the same.',
}
