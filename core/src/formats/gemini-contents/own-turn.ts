import { argumentsOf } from '../foreign.ts'
import { ownTurnOf } from '../own-turn.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

/** A content that other APIs would have written, as this one writes it. */
export const ownTurn: (raw: unknown) => unknown = ownTurnOf({
  own: 'gemini',
  renderTurn,
  renderText,
  renderResult,
  renderOutput,
  renderCall: (call) => ({
    functionCall: {
      ...(call.id === undefined ? {} : { id: call.id }),
      name: call.name ?? '',
      args: argumentsOf(call),
    },
  }),
})
