import { callsAlone, hostedLoops } from '../engine/for-rules/hosted.ts'
import type { Rule } from '../model/rule.ts'
import { strangeIds } from '../model/strange.ts'

export { brokenHostedPair as words } from '../texts/fault-words.ts'

/**
 * A tool that the provider runs answers inside the model's own turn.
 *
 * It may still be at work where the request ends there, or where nothing but results was sent since.
 * Once something was said to the model its turn is over, and a call that never came back goes.
 */
export const hostedCallWithoutResult: Rule = {
  name: 'hosted-call-without-result',
  title: 'A tool of the provider has no result',
  text: '`{id}` {name} is run by the provider, and its result is not there.',
  stage: 'after',
  about: 'hosted',
  *detect({ turns }) {
    const alone = hostedLoops(turns).flatMap(callsAlone)
    // A block of an unknown kind that names the call may be its result.
    const named = alone.length === 0 ? undefined : strangeIds(turns)
    for (const { turn, part, mayWait } of alone) {
      const { id, name = '' } = part
      if (mayWait || named?.has(id ?? '') === true) continue
      const calls = id === undefined ? [] : [id]
      yield { turn, part, calls, values: { name }, intents: [{ do: 'drop', turn, part }] }
    }
  },
}
