import { argumentsOf } from '../foreign.ts'
import { ownTurnOf } from '../own-turn.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

/** A message that other APIs would have written, as Neovate writes it. */
export const ownTurn: (raw: unknown) => unknown = ownTurnOf({
  own: 'neovate',
  renderTurn,
  renderText,
  renderResult,
  renderOutput,
  renderImage: (image) =>
    'url' in image ? undefined : { type: 'image', data: image.data, mimeType: image.mediaType },
  renderCall: (call) => ({
    type: 'tool_use',
    id: call.id ?? '',
    name: call.name ?? '',
    input: argumentsOf(call),
  }),
})
