import { fieldsOf, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

/** The Messages API: calls and results are blocks of a message. */
export const anthropicMessages: Wire = {
  format: 'anthropic-messages',
  root: 'messages',
  ties: ['tool_use_id'],

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, content } = fieldsOf(turn)
    if (role === 'user') return []
    const blocks = objectsIn(content).filter(({ type }) => type === 'tool_use')
    return blocks.map(({ id, name, input }) => ({ id, name, holds: input }))
  },

  resultsOf(turn) {
    const blocks = objectsIn(fieldsOf(turn).content).filter(({ type }) => type === 'tool_result')
    return blocks.map(({ tool_use_id, content }) => ({ id: tool_use_id, holds: content }))
  },
}
