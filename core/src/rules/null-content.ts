import type { Fault, Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'

/** No content at all is refused, except beside calls where the format allows it. */
export const nullContent: Rule = {
  name: 'null-content',
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns) {
      const fault = faultOf(turn)
      if (fault !== undefined) yield fault
    }
  },
}

function faultOf(turn: Turn): Fault | undefined {
  // Reasoning alone is no content.
  if (turn.shape === 'none' && turn.parts.every(({ kind }) => kind === 'reasoning'))
    return { turn, intents: [{ do: 'vacate', turn }] }
  const only = turn.parts[0]
  if (turn.shape !== 'self' || only?.kind !== 'result' || !only.isNull || only.changed?.has('content'))
    return undefined
  return { turn, part: only, intents: [{ do: 'set', on: only, fact: 'content', value: '' }] }
}
