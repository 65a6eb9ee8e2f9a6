import { adjacentResults } from '../model/layout.ts'
import { always, type Condition, type Rulebook, refused } from '../model/rulebook.ts'
import { chatRows, duplicateResult, olderRoles } from './chat-family.ts'

// It leaves the id out, whatever it was.
const unknownId = 'tool_call_id  is not found'
const hollow = "the message at position {i} with role '{role}' must not be empty"

/** Models that always think, and are told to get the reasoning of all of their turns back. */
const thirdGeneration: readonly Condition[] = [{ model: '^(?:kimi-)?k3' }]

/** Moonshot's API. Its own ids restart with every turn, so they repeat. */
export const kimi: Rulebook = {
  name: 'kimi',
  title: 'Moonshot Kimi chat API',
  format: 'openai-chat',
  serves: '^(kimi|moonshot)[^:/]*$',
  hosts: ['moonshot.ai', 'moonshot.cn'],
  ownRules: [
    'reasoning-missing',
    'forced-call-when-thinking',
    'duplicate-call-id',
    'unknown-role',
    'null-content',
    'empty-text',
    'empty-turn',
  ],
  providers: ['moonshot', 'kimi'],
  reasoningMember: 'reasoning_content',
  voice: 'short',
  layout: { ...adjacentResults, unique: 'request' },
  rows: {
    ...chatRows,
    'duplicate-result': duplicateResult,
    'call-without-result': refused(
      "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {id}",
    ),
    'result-without-call': refused(unknownId),
    'result-out-of-place': refused(unknownId),
    'call-id-missing': refused(unknownId),
    'duplicate-call-id': {
      ...refused("Duplicate value for 'tool_call_id' of '{id}'.", 'reported'),
      // Its own ids restart with every turn, and it takes them back; only in one turn are they told apart.
      adviceOf: { again: always },
    },
    'reasoning-missing': {
      ...refused(
        'thinking is enabled but reasoning_content is missing in assistant tool call message at index {i}',
      ),
      when: [{ thinking: true }, ...thirdGeneration],
      reasoning: 'every-call',
      everyTurnWhen: thirdGeneration,
    },
    'forced-call-when-thinking': {
      ...refused("tool_choice 'required' is incompatible with thinking enabled"),
      saysOf: { one: "tool_choice 'specified' is incompatible with thinking enabled" },
      // The third generation can be made to call, only not a certain tool.
      when: [
        { thinking: true, forces: 'one' },
        { thinking: true, model: '^(?!.*k3)' },
      ],
    },
    'unknown-role': olderRoles,
    'empty-text': refused('text content is empty'),
    'empty-turn': { ...refused(hollow), speakers: ['model'] },
    'null-content': refused(hollow),
  },
}
