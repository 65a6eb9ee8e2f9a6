import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { anyRoles, chatRows, instructionsFirst, unsurePairs } from './chat-family.ts'

/**
 * vLLM's server: reads the arguments of every past call, and says what its reader of JSON says.
 *
 * Whether calls and results must pair is up to the model's template.
 */
export const vllm: Rulebook = {
  name: 'vllm',
  title: 'vLLM server',
  format: 'openai-chat',
  providers: ['vllm'],
  reasoningMember: 'reasoning_content',
  voice: 'vllm',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    ...unsurePairs,
    'unknown-role': anyRoles,
    'system-out-of-place': instructionsFirst,
    'arguments-not-json': refused('Unterminated string starting at'),
  },
}
