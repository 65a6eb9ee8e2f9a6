import type { Intent } from '../model/intent.ts'
import { isWellFormed } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import type { Part, Turn } from '../model/transcript.ts'

/** A text cut inside a UTF-16 pair makes the whole request body invalid. */
export const loneSurrogate: Rule = {
  name: 'lone-surrogate',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      const parts = turn.parts.filter(isBroken)
      const isTurnBroken =
        parts.length === 0 && turn.was === undefined && !turn.changed?.has('raw') && !isWellFormed(turn.raw)
      if (parts.length > 0 || isTurnBroken) yield { turn, intents: intentsFor(turn, parts) }
    }
  },
}

function isBroken(part: Part): boolean {
  return part.changed?.has('raw') !== true && !isWellFormed(part.kind === 'text' ? part.text : part.raw)
}

function intentsFor(turn: Turn, parts: readonly Part[]): Intent[] {
  return [...parts, turn].map((on) => ({ do: 'well-form', on }))
}
