import type { Intent } from '../model/intent.ts'
import type { Rule } from '../model/rule.ts'
import type { Part } from '../model/transcript.ts'

/**
 * A request may ask the provider to remember in a few places only.
 *
 * The latest marks of the turns reach furthest and stay. Those of instructions and tools are the
 * caller's: where they alone are too many, nothing done to the turns would help.
 */
export const tooManyCacheMarks: Rule = {
  name: 'too-many-cache-marks',
  stage: 'after',
  *detect({ turns, facts, row }) {
    const { marks: fixed = 0 } = facts
    const maximum = row.maximum ?? 0
    const marked = turns.flatMap((turn) => turn.parts.filter(isMarked).map((part) => ({ turn, part })))
    const surplus = fixed + marked.length - maximum
    if (surplus <= 0) return
    const intents = fixed > maximum ? [] : marked.slice(0, surplus).map(({ part }) => unmark(part))
    yield { ...marked[0], values: { n: String(fixed + marked.length) }, intents }
  },
}

function isMarked(part: Part): boolean {
  return part.kind !== 'reasoning' && part.isMarked === true && part.changed?.has('mark') !== true
}

function unmark(part: Part): Intent {
  return { do: 'unset', on: part, fact: 'mark' }
}
