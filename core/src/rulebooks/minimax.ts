import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatRows, duplicateResult } from './chat-family.ts'

const notFound = "invalid params, tool result's tool id({id}) not found (2013)"

/** MiniMax: reads the arguments of every past call. */
export const minimax: Rulebook = {
  name: 'minimax',
  title: 'MiniMax chat API',
  format: 'openai-chat',
  serves: '^minimax[^:/]*$',
  hosts: ['minimax.io', 'minimax.com', 'minimax.chat', 'minimaxi.io', 'minimaxi.com', 'minimaxi.chat'],
  ownRules: ['tool-parameters-missing', 'arguments-not-json', 'call-id-missing', 'unknown-role'],
  providers: ['minimax'],
  reasoningMember: 'reasoning_content',
  voice: 'minimax',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'duplicate-result': duplicateResult,
    'call-without-result': refused('invalid params, tool call and result not match (2013)'),
    'result-without-call': refused(notFound),
    'result-out-of-place': refused(notFound),
    'call-id-missing': refused('invalid params, tool call id is invalid (2013)'),
    // An empty object has not been seen to be refused, and other servers want tools that take nothing to say nothing.
    'tool-parameters-missing': refused('invalid params, function parameters is empty (2013)'),
    'arguments-not-json': refused(
      'invalid params, invalid function arguments json string, tool_call_id: {id} (2013)',
    ),
  },
}
