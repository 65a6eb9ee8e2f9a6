import type { Intent } from '../model/intent.ts'
import { addAll } from '../model/lists.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { cacheMarkOf, isSilent, type Part, type Turn } from '../model/transcript.ts'

export { refusedCacheMark as words } from '../texts/fault-words.ts'

/**
 * A request may ask the provider to remember in a few places only.
 *
 * The latest marks reach furthest and stay. Those of instructions and tools are the caller's: only where
 * they alone are too many do the earliest of them go, before any of the turns.
 */
export const tooManyCacheMarks: Rule<'maximum'> = {
  name: 'too-many-cache-marks',
  title: 'There are too many cache marks',
  text: 'There are {n} cache marks, more than this API takes.',
  stage: 'after',
  *detect({ turns, facts, row }) {
    const { marks: fixed = 0 } = facts
    const maximum = row.maximum ?? 0
    const marked = seatsOf(turns, isMarked)
    const surplus = fixed + marked.length - maximum
    if (surplus <= 0) return
    const ofBody = fixed > maximum ? Math.min(fixed, surplus) : 0
    const intents: Intent[] = ofBody > 0 ? [{ do: 'set-body', fact: 'surplus-marks', value: ofBody }] : []
    for (const { turn, part } of marked.slice(0, surplus - ofBody)) addAll(intents, unmarking(turn, part))
    yield { ...marked[0], values: { n: String(fixed + marked.length) }, intents }
  },
}

/** A part that is nothing but a mark goes with it. */
function unmarking(turn: Turn, part: Part): Intent[] {
  const unset: Intent = { do: 'unset', on: part, fact: 'mark' }
  return isSilent(part) ? [unset, { do: 'drop', turn, part }] : [unset]
}

function isMarked(part: Part): boolean {
  return part.kind !== 'reasoning' && cacheMarkOf(part) !== undefined
}
