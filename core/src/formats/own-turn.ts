import type { Format } from '../model/format.ts'
import type { Call, Turn } from '../model/transcript.ts'
import { type Family, type ForeignCall, type ForeignResult, foreignPieces, wordsOf } from './foreign.ts'

/** How a format writes what a foreign message says. */
export interface Hand extends Pick<Format, 'renderTurn' | 'renderText' | 'renderResult'> {
  readonly own: Family
  readonly renderOutput: NonNullable<Format['renderOutput']>
  renderCall(call: ForeignCall): unknown
}

/** Makes the message that a format would have written in place of a foreign one; undefined where it is not foreign. */
export function ownTurnOf(hand: Hand): (raw: unknown) => unknown {
  return (raw) => {
    const pieces = foreignPieces(raw, hand.own)
    if (pieces === undefined) return undefined
    const isModel = pieces.some(({ is }) => is === 'call')
    // Only one of them can be said in one message.
    if (isModel && pieces.some(({ is }) => is === 'result')) return undefined
    const speaker = isModel ? 'model' : 'tool'
    const parts = pieces.map((piece) => {
      if (piece.is === 'text') return hand.renderText(piece.text, speaker)
      return piece.is === 'call' ? hand.renderCall(piece.call) : resultBy(hand, piece.result)
    })
    return hand.renderTurn(speaker, { parts })
  }
}

/** A result as a format writes it: one that failed says so. */
export function resultBy(hand: Pick<Hand, 'renderResult' | 'renderOutput'>, result: ForeignResult): unknown {
  const call = { id: result.id, name: result.name, raw: { input: {} }, tool: 'function' } as Call
  return result.isError
    ? hand.renderResult(call, wordsOf(result.output))
    : hand.renderOutput(call, result.output)
}

/** A foreign message, read as what the format would have written in its place. */
export function readAs(own: Turn, raw: unknown, role: string): Turn {
  return { ...own, speaker: 'unknown', likely: own.speaker, role, shape: 'self', raw }
}
