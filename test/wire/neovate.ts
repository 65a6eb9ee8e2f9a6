import { type Fields, fieldsOf, isFields, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

/** Neovate: calls are parts of the model's messages, results stand in messages of the tool, once in the user's. */
export const neovate: Wire = {
  format: 'neovate',
  root: 'messages',
  ties: ['toolCallId', 'tool_call_id', 'tool_use_id', 'toolName', 'uuid', 'parentUuid'],

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, content } = fieldsOf(turn)
    if (role === 'user' || role === 'system') return []
    const calls = objectsIn(content).filter(({ type }) => type === 'tool_use')
    return calls.map(({ id, name, input }) => ({ id, name, holds: input }))
  },

  resultsOf(turn) {
    const results = objectsIn(fieldsOf(turn).content).filter(({ type }) =>
      /^tool[-_]result$/.test(String(type)),
    )
    return results.map((result) => ({ id: ownerOf(result), holds: saidBy(result) }))
  },
}

function ownerOf({ type, id, tool_use_id, toolCallId }: Fields): unknown {
  return type === 'tool_result' ? id || tool_use_id : toolCallId
}

function saidBy({ result, output, content }: Fields): unknown {
  return isFields(result) ? result.llmContent : (result ?? output ?? content)
}
