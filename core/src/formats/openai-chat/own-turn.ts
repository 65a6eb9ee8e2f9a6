import { isObject, printJson } from '../../model/json.ts'
import { type ForeignCall, foreignPieces } from '../foreign.ts'
import { resultBy } from '../own-turn.ts'
import { renderOutput, renderResult } from './render.ts'

/**
 * A message that other APIs would have written, as this one writes it.
 *
 * Each result is a message of its own here: one that would have to become several stays as it is.
 */
export function ownTurn(raw: unknown): unknown {
  // What answers a call or calls in this API's own way says all that counts.
  if (!isObject(raw) || raw.role === 'tool' || (raw.tool_calls ?? null) !== null) return undefined
  // Gateways take the blocks of others in a content.
  if (Array.isArray(raw.content)) return undefined
  const pieces = foreignPieces(raw, 'chat')
  if (pieces === undefined) return undefined
  const [first, ...more] = pieces
  if (first?.is === 'result' && more.length === 0)
    return resultBy({ renderResult, renderOutput }, first.result)
  const texts = pieces.flatMap((piece) => (piece.is === 'text' ? [piece.text] : []))
  const calls = pieces.flatMap((piece) => (piece.is === 'call' ? [callOf(piece.call)] : []))
  if (calls.length === 0 || texts.length + calls.length < pieces.length) return undefined
  return { role: 'assistant', content: texts.length === 0 ? null : texts.join('\n\n'), tool_calls: calls }
}

function callOf({ id, name, arguments: given }: ForeignCall): unknown {
  const text = typeof given === 'string' ? given : printJson(given ?? {})
  return { id: id ?? '', type: 'function', function: { name: name ?? '', arguments: text } }
}
