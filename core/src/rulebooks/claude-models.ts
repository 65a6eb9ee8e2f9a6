import type { PlainRow, RowOf } from '../model/row.ts'
import type { Condition } from '../model/rulebook.ts'

// Of each family, the versions that sign their reasoning for all that stands before it, in all spellings:
// `claude-opus-5-5`, `us.anthropic.claude-opus-5-5-20260901-v1:0`, `claude-opus-5-5@20260901`, `anthropic/claude-opus-5.5`.
const bound = 'claude-(?:(?:fable|mythos)-5[-.][12]|(?:opus|sonnet|haiku)-5[-.]5)(?!\\d)'

/** Models whose reasoning is bound to all that stands before it. Another model is taken as not bound. */
const boundModels: readonly Condition[] = [{ model: bound }]

// From version 4.6 on a model may decide for itself when to think: a turn may start with words, and think then.
// A date after the major version is no minor version.
const selfPaced = 'claude-(?:mythos|[a-z]+-(?:4[-.](?:[6-9]|[1-9]\\d)|[5-9]|[1-9]\\d)(?!\\d))'

/** Models that think before anything else, or not at all. One that is not known is taken for such a model. */
export const thinksFirst: readonly Condition[] = [{ model: `^(?!.*${selfPaced})` }]

/** The same among Claude's models. */
export const claudeThinksFirst: readonly Condition[] = [{ model: `^(?=.*claude)(?!.*${selfPaced})` }]

/** Models that refuse to have their thinking turned off, or bounded: Fable and Mythos from version 5 on. */
export const alwaysThinking: readonly Condition[] = [
  { model: 'claude-(?:fable|mythos)-(?:[5-9]|[1-9]\\d)(?!\\d)' },
]

/** No document shows it: it says what goes where a repair changes what stands before. */
export const boundReasoning: PlainRow = {
  severity: 'refused',
  evidence: 'quoted',
  when: boundModels,
  says: 'messages.{i}.content.{j}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
}

/** The sentence of Claude where a message with reasoning starts with something else. */
export const notFirst =
  'messages.{i}.content.{j}: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`.'

const bare = 'messages.{i}.content.{j}.type: Expected `thinking` or `redacted_thinking`'
const wantsThought =
  'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).'

/** The demand that a thinking model's calls go back with the reasoning that led to them. */
export const missingReasoning: Pick<RowOf<'reasoning-missing'>, 'reasoning' | 'says' | 'saysOf'> = {
  reasoning: 'open-loop',
  says: `${bare}. ${wantsThought}`,
  saysOf: {
    call: `${bare}, but found \`tool_use\`. ${wantsThought}`,
    text: `${bare}, but found \`text\`. ${wantsThought}`,
  },
}
