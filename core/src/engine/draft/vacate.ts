import type { Turn } from '../../model/transcript.ts'
import { nothingSaid } from '../../texts/fixed.ts'
import { rowOf } from '../context.ts'
import { type Draft, newText, setParts } from './draft.ts'

/**
 * Takes out turns that say nothing; one that holds more than words keeps it, beside a neutral text.
 *
 * So does a user's turn where the request must have one: it may be the only one.
 */
export function vacate(draft: Draft, turns: readonly Turn[], why: string): void {
  const keepsUsers = rowOf(draft.context, 'no-user-turn') !== undefined
  for (const turn of turns) {
    const holdsMore =
      draft.context.format.holdsMore(turn.raw) || turn.parts.some(({ kind }) => kind === 'call')
    if (holdsMore || (keepsUsers && turn.speaker === 'user'))
      setParts(turn, [...turn.parts.filter(({ kind }) => kind !== 'text'), newText(nothingSaid, why)], why)
    else draft.dropped.set(turn, why)
  }
}
