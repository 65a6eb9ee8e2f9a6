import { adjacentResults } from '../model/layout.ts'
import { always, type Rulebook } from '../model/rulebook.ts'

const unanswered = 'No tool output found for tool call {id}'

/** DeepSeek's copy of the Responses API: results right after their calls, as in its chat API. */
export const deepseekResponses: Rulebook = {
  name: 'deepseek-responses',
  title: 'DeepSeek Responses API',
  format: 'openai-responses',
  serves: '^deepseek-[^:/]*$',
  voice: 'deepseek',
  layout: { ...adjacentResults, unique: 'request' },
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'live', says: unanswered },
    'result-out-of-place': { severity: 'refused', evidence: 'live', says: unanswered },
    'result-without-call': {
      severity: 'refused',
      evidence: 'live',
      says: 'No tool call found for tool output with call_id {id}',
    },
    'duplicate-result': { severity: 'refused', evidence: 'reported' },
    'duplicate-call-id': { severity: 'refused', evidence: 'reported', adviceOf: { again: always } },
    'call-id-missing': {
      severity: 'refused',
      evidence: 'live',
      says: 'Failed to deserialize the JSON body into the target type: input: missing field `call_id`',
    },
    'null-content': { severity: 'advice', evidence: 'reported' },
    'content-not-text': { severity: 'refused', evidence: 'reported', speakers: ['tool'] },
    'unsupported-property': { severity: 'refused', evidence: 'reported', foreign: ['tool_calls'] },
    'unknown-role': {
      severity: 'refused',
      evidence: 'reported',
      speakers: ['user', 'model', 'system', 'tool'],
    },
    'arguments-not-json': { severity: 'advice', evidence: 'reported' },
  },
}
