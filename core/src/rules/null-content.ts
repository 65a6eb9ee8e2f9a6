import type { Fault, Rule } from '../model/rule.ts'
import type { Part, Turn } from '../model/transcript.ts'

/** No content at all is refused, except beside calls where the format allows it. */
export const nullContent: Rule = {
  name: 'null-content',
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns) {
      // Reasoning alone is no content.
      if (turn.shape === 'none' && turn.parts.every(({ kind }) => kind === 'reasoning'))
        yield { turn, intents: [{ do: 'vacate', turn }] }
      for (const part of turn.parts) if (isNull(part)) yield faultOf(turn, part)
    }
  },
}

function isNull(part: Part): boolean {
  return part.kind === 'result' && part.isNull && part.changed?.has('content') !== true
}

function faultOf(turn: Turn, part: Part): Fault {
  return { turn, part, intents: [{ do: 'set', on: part, fact: 'content', value: '' }] }
}
