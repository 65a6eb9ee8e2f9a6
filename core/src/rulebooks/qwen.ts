import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatRows, duplicateResult, olderRoles } from './chat-family.ts'

const orphan =
  '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".'

/** Alibaba's DashScope. A model with a tag (`qwen3:8b`) runs elsewhere. */
export const qwen: Rulebook = {
  name: 'qwen',
  title: 'Qwen (DashScope) chat API',
  format: 'openai-chat',
  serves: '^qwen[^:/]*$',
  hosts: ['aliyuncs.com'],
  ownRules: ['unknown-role', 'arguments-not-json', 'empty-tool-list', 'empty-call-list'],
  providers: ['qwen', 'aliyun'],
  reasoningMember: 'reasoning_content',
  voice: 'qwen',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'duplicate-result': duplicateResult,
    'call-without-result': refused(
      '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[{i}].role',
    ),
    'result-without-call': refused(orphan),
    'result-out-of-place': refused(orphan),
    // A result that names no call answers none.
    'call-id-missing': { severity: 'refused', evidence: 'docs' },
    'unknown-role': olderRoles,
    'arguments-not-json': refused(
      '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
    ),
    'empty-tool-list': refused("[] is too short - 'tools'"),
    'empty-call-list': refused('Empty tool_calls is not supported in message'),
  },
}
