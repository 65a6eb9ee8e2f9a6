import { adjacentResults } from '../model/layout.ts'
import { always, type Rulebook } from '../model/rulebook.ts'
import { argumentsUnread, olderRoles } from './chat-family.ts'

/** DeepSeek's chat API: call ids are unique in the whole request. */
export const deepseek: Rulebook = {
  name: 'deepseek',
  title: 'DeepSeek chat API',
  format: 'openai-chat',
  serves: '^deepseek-(?!r1|v[0-3]|.*distill)[^:/]*$',
  hosts: ['deepseek.com'],
  ownRules: [
    'reasoning-missing',
    'forced-call-when-thinking',
    'duplicate-call-id',
    'unknown-role',
    'null-content',
    'empty-call-list',
    'empty-tool-list',
    'unsupported-media',
  ],
  providers: ['deepseek'],
  reasoningMember: 'reasoning_content',
  voice: 'deepseek',
  layout: { ...adjacentResults, unique: 'request' },
  rows: {
    'call-without-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    },
    'result-without-call': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    },
    'result-out-of-place': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    },
    'duplicate-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Duplicate value for 'tool_call_id' of {id} in message[{i}]",
    },
    'duplicate-call-id': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Duplicate value for 'tool_call_id' of {id} in message[{i}]",
    },
    'call-id-missing': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Duplicate value for 'tool_call_id' of in message[{i}]",
    },
    'call-by-user': { severity: 'advice', evidence: 'reported' },
    'empty-call-list': {
      severity: 'refused',
      evidence: 'reported',
      // A turn with neither words nor calls is refused, as is quoted.
      adviceOf: { beside: always },
      says: "Invalid 'messages[{i}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'empty-tool-list': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    },
    'forced-call-when-thinking': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Thinking mode does not support this tool_choice',
    },
    'null-content': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Invalid assistant message: content or tool_calls must be set',
    },
    // Of every model so far; one that sees may have come since.
    'unsupported-media': {
      severity: 'advice',
      evidence: 'quoted',
      media: ['image'],
      says: 'Failed to deserialize the JSON body into the target type: messages[{i}]: unknown variant `image_url`, expected `text` at line',
    },
    'unknown-role': { ...olderRoles, says: 'messages[{i}].role: unknown variant `{role}`' },
    'arguments-not-json': argumentsUnread,
    'reasoning-missing': {
      severity: 'refused',
      evidence: 'quoted',
      when: [{ thinking: true }],
      reasoning: 'every-round',
      says: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    },
  },
}
