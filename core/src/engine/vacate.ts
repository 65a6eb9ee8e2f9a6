import type { Turn } from '../model/transcript.ts'
import { nothingSaid } from '../texts/fixed.ts'
import { type Draft, newText, setParts } from './draft.ts'

/** Takes out turns that say nothing; one that holds more than words keeps it, beside a neutral text. */
export function vacate(draft: Draft, turns: readonly Turn[], why: string): void {
  for (const turn of turns) {
    if (draft.context.format.holdsMore(turn.raw))
      setParts(turn, [...turn.parts.filter(({ kind }) => kind !== 'text'), newText(nothingSaid, why)], why)
    else draft.dropped.set(turn, why)
  }
}
