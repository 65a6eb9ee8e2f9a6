import type { Rule } from '../model/rule.ts'
import { holdsResult } from '../model/transcript.ts'
import { systemOutOfPlace as text } from '../texts/en.ts'

/** Instructions may only follow the user or other instructions; elsewhere they are said as the user. */
export const systemOutOfPlace: Rule = {
  name: 'system-out-of-place',
  text,
  stage: 'after',
  *detect({ turns }) {
    for (let position = 1; position < turns.length; position++) {
      const turn = turns[position]
      const before = turns[position - 1]
      if (turn?.speaker !== 'system' || before === undefined) continue
      if (before.speaker !== 'model' && !holdsResult(before)) continue
      yield {
        turn,
        values: { before: before.role },
        intents: [{ do: 'set', on: turn, fact: 'speaker', value: 'user' }],
      }
    }
  },
}
