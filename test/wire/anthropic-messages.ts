import { type Fields, fieldsOf, isBlank, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

// A pointer to a tool says nothing by itself.
const opaque = /^(?:redacted_)?thinking$|^(?:server|mcp)_tool_use$|._tool_result$|^tool_reference$/

/** The Messages API: calls and results are blocks of a message. */
export const anthropicMessages: Wire = {
  format: 'anthropic-messages',
  root: 'messages',
  // With what libraries note for themselves.
  ties: [
    'tool_use_id',
    'index',
    'partial_json',
    'signature',
    'thought_signature',
    'provider_specific_fields',
    'reasoning_content',
    'parsed_output',
    'timestamp',
    'start_timestamp',
    'stop_timestamp',
    'flags',
    'media_type',
  ],
  marks: ['cache_control'],

  isOpaque(value) {
    const { type } = fieldsOf(value)
    return typeof type === 'string' && opaque.test(type)
  },

  isOpenAfter(turn, document) {
    const { content } = fieldsOf(turn)
    const isThinking = fieldsOf(document).thinking !== undefined
    const isQuiet = ({ type, text }: Fields): boolean => type === 'tool_result' || isBlank(text)
    return isThinking && Array.isArray(content) && objectsIn(content).every(isQuiet)
  },

  // Where the model thinks when it likes, so that a thought may stand anywhere in its turn.
  modeOf: (document) => fieldsOf(fieldsOf(document).thinking).type === 'adaptive',

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, content } = fieldsOf(turn)
    if (role === 'user') return []
    const blocks = objectsIn(content)
    return blocks.flatMap(({ type, id, name, input }, index) =>
      type === 'tool_use' ? [{ id, name, holds: isNone(input) ? piecesAfter(blocks, index) : input }] : [],
    )
  },

  resultsOf(turn) {
    const blocks = objectsIn(fieldsOf(turn).content).filter(({ type }) => type === 'tool_result')
    return blocks.map(({ tool_use_id, content }) => ({ id: tool_use_id, holds: content }))
  },
}

function isNone(input: unknown): boolean {
  return input === undefined || input === null || input === '' || JSON.stringify(input) === '{}'
}

/** What a stream left of a call's arguments between it and the next call. */
function piecesAfter(blocks: readonly Fields[], index: number): string {
  const behind = blocks.slice(index + 1)
  const end = behind.findIndex(({ type }) => type === 'tool_use')
  const pieces = (end < 0 ? behind : behind.slice(0, end)).filter(({ type }) => type === 'input_json_delta')
  return pieces.map(({ partial_json: piece }) => (typeof piece === 'string' ? piece : '')).join('')
}
