import { deriveId } from '../engine/match/identity.ts'
import type { Joint } from '../model/joint.ts'
import type { Rule } from '../model/rule.ts'

export { refusedCallId as words } from '../texts/fault-words.ts'

/** Calls and results are tied by id: a call without one gets a new one, a result takes its call's. */
export const callIdMissing: Rule = {
  name: 'call-id-missing',
  title: 'A call or a result has no id',
  text: 'This {what} {name} has no id.',
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs }) {
    for (const { call, turn, result, home, how } of pairs.joints.filter(isUntied)) {
      const confidence = how === 'position' ? { confidence: 'low' as const } : {}
      if (call.id === undefined) {
        const value = deriveId(`call ${turn.index} ${call.index} ${call.name ?? ''}`)
        const intents = [{ do: 'set', on: call, fact: 'id', value }] as const
        yield { turn, part: call, values: { what: 'call' }, intents, ...confidence }
      } else if (result !== undefined && home !== undefined && result.id === undefined) {
        const intents = [{ do: 'set', on: result, fact: 'id', value: call.id }] as const
        yield {
          turn: home,
          part: result,
          calls: [call.id],
          values: { what: 'result' },
          intents,
          ...confidence,
        }
      }
    }
  },
}

function isUntied({ call, result }: Joint): boolean {
  return call.id === undefined || (result !== undefined && result.id === undefined)
}
