import { hostedLoops, resultsAlone } from '../engine/hosted.ts'
import type { Rule } from '../model/rule.ts'
import { hostedResultWithoutCall as text } from '../texts/en.ts'

/** The result of a tool that the provider runs follows its call; alone, nobody can vouch for it. */
export const hostedResultWithoutCall: Rule = {
  name: 'hosted-result-without-call',
  text,
  stage: 'after',
  *detect({ turns }) {
    for (const { turn, part } of hostedLoops(turns).flatMap(resultsAlone)) {
      const { id, name = '' } = part
      const calls = id === undefined ? [] : [id]
      const fault = { turn, part, calls, values: { name }, intents: [{ do: 'drop', turn, part }] } as const
      yield part.isRelayed ? { ...fault, variant: 'relayed' } : fault
    }
  },
}
