import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { unfoldingBy } from '../folded.ts'
import type { ForeignCall } from '../foreign.ts'
import { addressOf } from '../foreign-images.ts'
import { kindOf } from './items.ts'
import { renderOutput } from './output.ts'
import { renderText, renderTurn } from './render.ts'
import { isChatResult, unfoldCalls } from './shapes.ts'
import { renderResult } from './stand-in.ts'

const unfolding = unfoldingBy({
  own: 'responses',
  renderResult,
  renderOutput,
  renderText,
  renderImage: (image) => ({ type: 'input_image', image_url: addressOf(image), detail: 'auto' }),
  renderCalls: (words, calls) => [...said(words, 'model'), ...calls.map(callOf)],
  renderWords: (words) => said(words, 'user')[0],
})

/** The items that this API would have in place of one that other APIs would have written. */
export function unfold(raw: unknown): readonly unknown[] {
  return unfolded(raw) ?? unfoldCalls(raw)
}

/** The same for a message with the blocks of another API; undefined where it has none. */
export function unfolded(raw: unknown): readonly unknown[] | undefined {
  if (!isObject(raw) || raw.tool_calls !== undefined || isChatResult(raw) || kindOf(raw).is !== 'message')
    return undefined
  return unfolding(raw)
}

function said(words: readonly string[], speaker: 'user' | 'model'): readonly unknown[] {
  if (words.length === 0) return []
  return [renderTurn(speaker, { parts: words.map((text) => renderText(text, speaker)) })]
}

function callOf({ id, name, arguments: given }: ForeignCall): JsonObject {
  const text = typeof given === 'string' ? given : printJson(given ?? {})
  return { type: 'function_call', call_id: id ?? '', name: name ?? '', arguments: text }
}
