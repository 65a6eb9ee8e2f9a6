import { type Part, speakerOf, type Turn } from '../../model/transcript.ts'
import { isSummary, noted } from '../../texts/shrunk.ts'

/** Whether a turn holds what a compaction wrote in place of others: nothing is put into it, and it into nothing. */
export function holdsSummary(turn: Turn): boolean {
  return speakerOf(turn) === 'user' && turn.parts.some(isSummaryText)
}

/** Whether a turn holds that and nothing else. */
export function isSummaryAlone(turn: Turn): boolean {
  return speakerOf(turn) === 'user' && turn.parts.length > 0 && turn.parts.every(isSummaryText)
}

/** Whether a turn is the one that the model says beside a summary where speakers must alternate. */
export function isNod({ parts, speaker }: Turn): boolean {
  const [part] = parts
  return speaker === 'model' && parts.length === 1 && part?.kind === 'text' && part.text === noted
}

function isSummaryText(part: Part): boolean {
  return part.kind === 'text' && isSummary(part.text)
}
