import { argumentsOf } from '../foreign.ts'
import type { ForeignImage } from '../foreign-images.ts'
import { ownTurnOf } from '../own-turn.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

/** A message that other APIs would have written, as this one writes it. */
export const ownTurn: (raw: unknown) => unknown = ownTurnOf({
  own: 'anthropic',
  renderTurn,
  renderText,
  renderResult,
  renderOutput,
  renderImage: (image) => ({ type: 'image', source: sourceOf(image) }),
  renderCall: (call) => ({
    type: 'tool_use',
    id: call.id ?? '',
    name: call.name ?? '',
    input: argumentsOf(call),
  }),
})

function sourceOf(image: ForeignImage): unknown {
  if ('url' in image) return { type: 'url', url: image.url }
  return { type: 'base64', media_type: image.mediaType, data: image.data }
}
