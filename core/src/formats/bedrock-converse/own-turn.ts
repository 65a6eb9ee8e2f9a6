import { argumentsOf } from '../foreign.ts'
import { ownTurnOf } from '../own-turn.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

/** A message that other APIs would have written, as this one writes it. */
export const ownTurn: (raw: unknown) => unknown = ownTurnOf({
  own: 'converse',
  renderTurn,
  renderText,
  renderResult,
  renderOutput,
  // Bytes alone: what lies elsewhere is not fetched.
  renderImage: (image) =>
    'url' in image
      ? undefined
      : { image: { format: image.mediaType.slice('image/'.length), source: { bytes: image.data } } },
  renderCall: (call) => ({
    toolUse: { toolUseId: call.id ?? '', name: call.name ?? '', input: argumentsOf(call) },
  }),
})
