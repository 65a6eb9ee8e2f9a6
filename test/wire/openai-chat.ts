import { fieldsOf, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

/** Chat Completions: calls have a list of their own, each result is a message. */
export const openaiChat: Wire = {
  format: 'openai-chat',
  root: 'messages',
  // With what only makes sense beside tools.
  ties: ['tool_call_id', 'reasoning_content', 'tool_choice'],

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, tool_calls } = fieldsOf(turn)
    if (role === 'user') return []
    return objectsIn(tool_calls).map((call) => ({
      id: call.id,
      name: fieldsOf(call.function).name,
      holds: call.function,
    }))
  },

  resultsOf(turn) {
    const { role, tool_call_id, content } = fieldsOf(turn)
    return role === 'tool' ? [{ id: tool_call_id, holds: content }] : []
  },
}
