import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { argumentsUnread, olderRoles } from './chat-family.ts'

const mismatch = 'Not the same number of function calls and responses'

/** Mistral's API: ids of nine letters and digits, and a fixed order of roles. */
export const mistral: Rulebook = {
  name: 'mistral',
  title: 'Mistral chat API',
  format: 'openai-chat',
  // Names of its own: Ollama and others call the open models `mistral`, `devstral` and the like.
  serves:
    '^(?:open-mi[sx]tral-|(?:mi(?:s|x|nis)tral|codestral|devstral|magistral|pixtral|voxtral)-(?:[^:/]*-)?(?:latest|large|medium|\\d{4})$|mistral-tiny$)',
  hosts: ['mistral.ai'],
  providers: ['mistral'],
  voice: 'mistral',
  layout: adjacentResults,
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'source', says: mismatch },
    'result-without-call': { severity: 'refused', evidence: 'source', says: mismatch },
    'result-out-of-place': { severity: 'refused', evidence: 'source', says: mismatch },
    'duplicate-result': {
      severity: 'refused',
      evidence: 'source',
      says: 'Duplicate tool call id {id} in tool results',
    },
    'duplicate-call-id': {
      severity: 'refused',
      evidence: 'source',
      says: 'Duplicate tool call id {id} in assistant message',
    },
    'illegal-call-id': {
      severity: 'refused',
      evidence: 'source',
      pattern: '^[a-zA-Z0-9]{9}$',
      says: 'Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.',
    },
    'call-id-missing': {
      severity: 'refused',
      evidence: 'source',
      says: 'Tool call id has to be defined in serving mode.',
      saysOfResult: 'Tool call id has to be defined.',
    },
    'call-by-user': {
      severity: 'refused',
      evidence: 'quoted',
      says: '"loc":["body","messages",{i},"user","tool_calls"],"msg":"Extra inputs are not permitted"',
    },
    // Its schema takes no member that it does not know: these are the ones that others leave behind.
    'unsupported-property': {
      severity: 'refused',
      evidence: 'quoted',
      refusedMembers: {
        user: ['name', 'metadata', 'timestamp'],
        system: ['name'],
        tool: ['metadata', 'timestamp', 'provider_specific_fields', 'is_error', 'cache_control'],
        model: [
          'name',
          'metadata',
          'timestamp',
          'provider_specific_fields',
          'reasoning_content',
          'reasoning',
          'reasoning_details',
          'refusal',
          'annotations',
          'audio',
          'function_call',
        ],
      },
      says: '"loc":["body","messages",{i},"{role}","{name}"],"msg":"Extra inputs are not permitted"',
    },
    'no-turns': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Conversation must have at least one message',
    },
    // On record as taken beside words; a turn with nothing else is found as empty.
    'empty-call-list': { severity: 'advice', evidence: 'reported' },
    'null-content': { severity: 'refused', evidence: 'source' },
    'empty-turn': {
      severity: 'refused',
      evidence: 'quoted',
      speakers: ['model'],
      says: 'Assistant message must have either content or tool_calls, but not none.',
    },
    'unknown-role': { ...olderRoles, evidence: 'source' },
    // Refused in quotes up to the middle of 2026; its library has taken it since April, and its API takes it.
    'user-after-result': {
      severity: 'advice',
      evidence: 'quoted',
      says: "Unexpected role 'user' after role 'tool'",
    },
    'system-out-of-place': {
      severity: 'refused',
      evidence: 'source',
      says: "Unexpected role 'system' after role '{before}'",
    },
    'ends-on-model': {
      severity: 'refused',
      evidence: 'source',
      speakers: ['model', 'system'],
      says: 'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got {role}',
    },
    'arguments-not-json': argumentsUnread,
    'tool-name-missing': {
      severity: 'refused',
      evidence: 'source',
      says: 'Function name was  but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    },
    'illegal-tool-name': {
      severity: 'refused',
      evidence: 'source',
      pattern: '^[a-zA-Z0-9_-]+$',
      maximum: 64,
      within: true,
      says: 'Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    },
    'text-beside-calls': {
      severity: 'advice',
      evidence: 'source',
      // Models of the first three tokenizers.
      when: [
        {
          model:
            '^(?:open-mi[sx]tral-|mistral-(?:tiny|small-2402|medium-2312|large-24(?:02|07))|codestral-2405)',
        },
      ],
      says: 'Assistant message must have either content or tool_calls, but not both.',
    },
    // Only the older tokenizers want words alone.
    'media-in-result': { severity: 'advice', evidence: 'source' },
  },
}
