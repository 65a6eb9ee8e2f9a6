import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { chatRows, refused } from './chat-family.ts'

/** vLLM's server: reads the arguments of every past call; what it says on pairing is the template's. */
export const vllm: Rulebook = {
  name: 'vllm',
  title: 'vLLM server',
  format: 'openai-chat',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'call-without-result': { severity: 'refused', evidence: 'reported' },
    'result-without-call': { severity: 'refused', evidence: 'reported' },
    'result-out-of-place': { severity: 'refused', evidence: 'reported' },
    'arguments-not-json': refused("Failed to parse tool call arguments for tool '{name}'"),
  },
}
