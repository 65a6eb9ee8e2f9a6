import type { Turn } from '../model/transcript.ts'
import type { Draft } from './draft.ts'

/** Takes out turns that have nothing left to say. */
export function vacate(draft: Draft, turns: readonly Turn[], why: string): void {
  for (const turn of turns) draft.dropped.set(turn, why)
}
