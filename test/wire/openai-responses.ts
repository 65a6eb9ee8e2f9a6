import { type Fields, fieldsOf } from './fields.ts'
import type { Wire } from './wire.ts'

const others = ['message', 'mcp_approval_response', 'additional_tools', 'compaction_trigger']

/** The Responses API: every message, call, result and thought is an item of one flat list. */
export const openaiResponses: Wire = {
  format: 'openai-responses',
  root: 'input',
  // Reasoning goes whole or stays whole; its words are not the model's answer.
  ties: ['annotations', 'call_id', 'tool_call_id', 'status', 'summary', 'encrypted_content', 'execution'],

  isModels(turn) {
    const { type, role } = fieldsOf(turn)
    if (role === 'assistant') return true
    return typeof type === 'string' && !others.includes(type) && !type.endsWith('_output')
  },

  callsOf(turn) {
    const item = fieldsOf(turn)
    if (!isTied(item, '_call')) return []
    const { call_id: id, name, arguments: given, input, action, operation } = item
    return [{ id, name, holds: given ?? input ?? action ?? operation }]
  },

  resultsOf(turn) {
    const item = fieldsOf(turn)
    return isTied(item, '_output') ? [{ id: item.call_id, holds: item.output }] : []
  },
}

function isTied({ type, call_id: id }: Fields, ending: string): boolean {
  return typeof type === 'string' && type.endsWith(ending) && id !== undefined
}
