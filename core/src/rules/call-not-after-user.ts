import type { Intent } from '../model/intent.ts'
import { at } from '../model/lists.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'
import { earlierTurns } from '../texts/fixed.ts'

export { misplacedCall as words } from '../texts/fault-words.ts'

/**
 * The model calls in answer to the user or to results, never out of nothing.
 *
 * A call that follows other words of the model is said in one turn with them. Where the conversation
 * was cut before the call, a fixed user turn says so.
 */
export const callNotAfterUser: Rule = {
  name: 'call-not-after-user',
  title: 'A call does not follow the user or a result',
  text: 'This turn calls a tool, and neither the user nor a result stands right before it.',
  stage: 'after',
  *detect({ turns, hasStart }) {
    let start = 0
    while (start < turns.length) {
      const end = groupEnd(turns, start)
      const isCut = start === 0 ? hasStart : isModels(turns[start - 1])
      if (isModels(turns[start])) yield* faultsIn(turns.slice(start, end), isCut, start === 0)
      start = end
    }
  },
}

/** The position after a run of the model's turns that can become one; any other turn stands by itself. */
function groupEnd(turns: readonly Turn[], start: number): number {
  let end = start + 1
  if (!canMerge(turns[start])) return end
  while (canMerge(turns[end])) end++
  return end
}

/** `isCut`: nobody but the model, or nobody at all, speaks before the run. `isHead`: nobody at all. */
function* faultsIn(run: readonly Turn[], isCut: boolean, isHead: boolean): Iterable<Fault> {
  const first = at(run, 0)
  let isOpen = isCut
  let next = 1
  for (const [position, turn] of run.entries()) {
    if (!turn.parts.some(({ kind }) => kind === 'call') || (position === 0 && !isCut)) continue
    const intents: Intent[] = []
    if (isOpen) intents.push(opening(first))
    isOpen = false
    for (; next <= position; next++) intents.push({ do: 'merge', first, second: at(run, next) })
    yield { turn, variant: isHead && position === 0 ? 'first' : 'again', intents }
  }
}

function opening(beside: Turn): Intent {
  return { do: 'insert-turn', beside, side: 'before', speaker: 'user', text: earlierTurns }
}

function canMerge(turn: Turn | undefined): boolean {
  return isModels(turn) && turn?.shape === 'list'
}

function isModels(turn: Turn | undefined): boolean {
  return turn !== undefined && speakerOf(turn) === 'model'
}
