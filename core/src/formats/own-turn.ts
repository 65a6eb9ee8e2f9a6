import type { Format, Output } from '../model/format.ts'
import type { Call, Turn } from '../model/transcript.ts'
import { type Family, type ForeignCall, type ForeignResult, foreignPieces, wordsOf } from './foreign.ts'
import type { ForeignImage } from './foreign-images.ts'

/** How a format writes what a foreign message says. */
export interface Hand extends Pick<Format, 'renderTurn' | 'renderText' | 'renderResult'> {
  readonly own: Family
  readonly renderOutput: NonNullable<Format['renderOutput']>
  renderCall(call: ForeignCall): unknown
  renderImage?(image: ForeignImage): unknown
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
export function resultBy(
  hand: Pick<Hand, 'renderResult' | 'renderOutput' | 'renderText' | 'renderImage'>,
  result: ForeignResult,
): unknown {
  const call = {
    id: result.id,
    name: result.name,
    raw: { type: 'tool-call', input: {} },
    tool: 'function',
  } as Call
  if (result.isError) return hand.renderResult(call, wordsOf(result.output))
  return hand.renderOutput(call, contentBy(hand, result) ?? result.output)
}

/** The words and images of a result as a format writes them; undefined where it has no place for one of them. */
function contentBy(
  { renderText, renderImage }: Pick<Hand, 'renderText' | 'renderImage'>,
  { shown }: ForeignResult,
): Output | undefined {
  const content = shown?.map((piece) =>
    'text' in piece ? renderText(piece.text, 'tool') : renderImage?.(piece.image),
  )
  return content?.every((part) => part !== undefined) ? { content } : undefined
}

/** A foreign message, read as what the format would have written in its place. */
export function readAs(own: Turn, raw: unknown, role: string): Turn {
  return { ...own, speaker: 'unknown', likely: own.speaker, role, shape: 'self', raw }
}
