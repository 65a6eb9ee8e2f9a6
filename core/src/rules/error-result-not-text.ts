import type { Rule } from '../model/rule.ts'

/** An error is told in words; what else came with it is shown after the results. */
export const errorResultNotText: Rule = {
  name: 'error-result-not-text',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'result' || !part.isError || !part.hasMedia) continue
        const intents = [
          { do: 'hoist', turn, part },
          { do: 'reshape', turn, part, shape: 'text-only' },
        ] as const
        yield { turn, part, intents }
      }
    }
  },
}
