import { type Fields, fieldsOf, isBlank, isFields, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

/** The Converse API: every block is named by its one member. */
export const bedrockConverse: Wire = {
  format: 'bedrock-converse',
  root: 'messages',
  ties: ['toolUseId', 'status', 'modelId', 'toolChoice'],

  marks: ['cachePoint'],

  isOpaque: (value) => 'reasoningContent' in value,

  isOpenAfter(turn, document) {
    const { content } = fieldsOf(turn)
    const isThinking = fieldsOf(fieldsOf(document).additionalModelRequestFields).thinking !== undefined
    const isQuiet = (block: Fields): boolean =>
      'toolResult' in block || 'cachePoint' in block || isBlank(block.text)
    return isThinking && Array.isArray(content) && objectsIn(content).every(isQuiet)
  },

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, content } = fieldsOf(turn)
    if (role === 'user') return []
    const calls = objectsIn(content).map(({ toolUse }) => toolUse)
    return calls.filter(isFields).map(({ toolUseId, name, input }) => ({ id: toolUseId, name, holds: input }))
  },

  resultsOf(turn) {
    const results = objectsIn(fieldsOf(turn).content).map(({ toolResult }) => toolResult)
    return results
      .filter(isFields)
      .map(({ toolUseId, content }) => ({ id: toolUseId, holds: saidIn(content) }))
  },
}

/** What a result says; words in a list by themselves are what they are without it. */
function saidIn(content: unknown): unknown {
  const [only, ...others] = objectsIn(content)
  return others.length === 0 && typeof only?.text === 'string' ? only.text : content
}
