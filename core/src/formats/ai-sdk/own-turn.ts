import { isObject, type JsonObject } from '../../model/json.ts'
import { unfoldingBy } from '../folded.ts'
import { argumentsOf, type ForeignCall } from '../foreign.ts'
import { imageOf } from '../foreign-images.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

const unfolding = unfoldingBy({
  own: 'ai-sdk',
  renderResult,
  renderOutput,
  renderText,
  // Every version takes bytes; only the newest takes an address.
  renderImage: (image) => ('url' in image ? undefined : { type: 'media', ...image }),
  renderCalls: (words, calls) => [
    renderTurn('model', { parts: [...words.map(renderText), ...calls.map(callOf)] }),
  ],
  // A message of the tool's holds results alone.
  renderResults: (parts) => [renderTurn('tool', { parts })],
  renderWords: (words) => renderTurn('user', { parts: words.map(renderText) }),
})

/** The messages that the SDK would have in place of one that other APIs would have written. */
export function unfold(raw: unknown): readonly unknown[] {
  return unfolded(raw) ?? [raw]
}

/** The same, undefined where it is not foreign. */
export function unfolded(raw: unknown): readonly unknown[] | undefined {
  if (!isObject(raw) || raw.toolInvocations !== undefined || isShown(raw.parts)) return undefined
  // The SDK reads over members that it does not know, and a message of the tool's is looked at by itself.
  const { tool_calls: _calls, ...message } = raw
  return raw.role === 'tool' && !showsImages(raw.content) ? undefined : unfolding(message)
}

/** Whether an image stands among words, in a list that is no list of results. */
function showsImages(content: unknown): boolean {
  return Array.isArray(content) && content.some((part) => isObject(part) && imageOf(part) !== undefined)
}

/** A message that other APIs would have written, as the SDK writes it; undefined where it takes several. */
export function ownTurn(raw: unknown): unknown {
  const messages = unfolded(raw)
  return messages?.length === 1 ? messages[0] : undefined
}

function callOf(call: ForeignCall): JsonObject {
  return {
    type: 'tool-call',
    toolCallId: call.id ?? '',
    toolName: call.name ?? '',
    input: argumentsOf(call),
  }
}

/** Whether these are the parts of a message that a chat shows: each has a type. */
function isShown(parts: unknown): boolean {
  return Array.isArray(parts) && parts.some((part) => isObject(part) && part.type !== undefined)
}
