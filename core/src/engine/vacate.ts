import type { Turn } from '../model/transcript.ts'
import { nothingSaid } from '../texts/fixed.ts'
import { type Draft, newText, setParts } from './draft.ts'

/** Takes out turns that have nothing left to say; the last turn of all gets a neutral text instead. */
export function vacate(draft: Draft, turns: readonly Turn[], why: string): void {
  if (turns.length === 0) return
  for (const turn of turns) draft.dropped.set(turn, why)
  if (draft.turns.some((turn) => !draft.dropped.has(turn))) return
  const last = turns.findLast((turn) => turn.speaker !== 'model')
  if (last === undefined) return
  draft.dropped.delete(last)
  setParts(last, [newText(nothingSaid, why)], why)
}
