import { type Fields, fieldsOf, objectsIn } from './fields.ts'
import type { Wire } from './wire.ts'

/** Gemini: calls and results are parts of a content, under either spelling. */
export const geminiContents: Wire = {
  format: 'gemini-contents',
  root: 'contents',
  ties: ['thoughtSignature', 'thought_signature'],

  isOpaque(value) {
    const part = fieldsOf(value)
    return (
      part.thought === true || part.executableCode !== undefined || part.codeExecutionResult !== undefined
    )
  },

  // Signatures are asked for only since the user last spoke.
  isOpenAfter(turn, document, api) {
    const { model } = fieldsOf(document)
    const parts = objectsIn(fieldsOf(turn).parts)
    const isSigning = api === 'everywhere' || /gemini-3/.test(String(model))
    return isSigning && parts.every(({ text }) => text === undefined)
  },

  isModels: (turn) => fieldsOf(turn).role === 'model',

  callsOf(turn) {
    const { role, parts } = fieldsOf(turn)
    if (role === 'user') return []
    return heldIn(parts, 'functionCall', 'function_call').map(({ id, name, args }) => ({
      id,
      name,
      holds: args,
    }))
  },

  resultsOf(turn) {
    const { parts } = fieldsOf(turn)
    return heldIn(parts, 'functionResponse', 'function_response').map(({ id, response }) => ({
      id,
      holds: wordsOf(response),
    }))
  },
}

function heldIn(parts: unknown, ...keys: readonly [string, string]): readonly Fields[] {
  const list = Array.isArray(parts) ? parts : [parts]
  return objectsIn(list).flatMap((part) => objectsIn(keys.map((key) => part[key])).slice(0, 1))
}

/** What a response says, where that is one string. */
function wordsOf(response: unknown): unknown {
  const values = Object.values(fieldsOf(response))
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : response
}
