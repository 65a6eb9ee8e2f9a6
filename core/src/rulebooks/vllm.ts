import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { anyRoles, chatRows, instructionsFirst, wordlessPairs } from './chat-family.ts'

/**
 * vLLM's server: reads the arguments of every past call, and says what its reader of JSON says.
 *
 * Its sentences on pairing are the template's.
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
    ...wordlessPairs,
    'unknown-role': anyRoles,
    'system-out-of-place': instructionsFirst,
    'arguments-not-json': refused('Unterminated string starting at'),
  },
}
