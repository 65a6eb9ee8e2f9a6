import { hostedLoops, resultsAlone } from '../engine/for-rules/hosted.ts'
import type { Rule } from '../model/rule.ts'

export { brokenHostedPair as words } from '../texts/fault-words.ts'

/** The result of a tool that the provider runs follows its call; alone, nobody can vouch for it. */
export const hostedResultWithoutCall: Rule = {
  name: 'hosted-result-without-call',
  title: 'A result of a tool of the provider has no call',
  text: 'This result of `{id}` {name} stands without the call that the provider ran.',
  stage: 'after',
  about: 'hosted',
  *detect({ turns }) {
    for (const { turn, part } of hostedLoops(turns).flatMap(resultsAlone)) {
      const { id, name = '' } = part
      const calls = id === undefined ? [] : [id]
      const fault = { turn, part, calls, values: { name }, intents: [{ do: 'drop', turn, part }] } as const
      yield part.isRelayed ? { ...fault, variant: 'relayed' } : fault
    }
  },
}
