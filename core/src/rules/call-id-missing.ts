import { deriveId } from '../engine/identity.ts'
import type { Rule } from '../model/rule.ts'

/** Calls and results are tied by id: where one side has none, it takes the other's, or a new one. */
export const callIdMissing: Rule = {
  name: 'call-id-missing',
  stage: 'after',
  *detect({ pairs }) {
    let count = 0
    // The result's own id would tie other parts to this joint where they have it too.
    const taken = new Set(pairs.strays.map((stray) => stray.result.id))
    for (const { call } of pairs.joints) taken.add(call.id)
    for (const { call, turn, result, home } of pairs.joints) {
      if (call.id === undefined) {
        const made = deriveId(`call ${count++} ${call.name ?? ''}`)
        const value = result?.id === undefined || taken.has(result.id) ? made : result.id
        taken.add(value)
        yield {
          turn,
          part: call,
          values: { what: 'call' },
          intents: [{ do: 'set', on: call, fact: 'id', value }],
        }
      } else if (result !== undefined && home !== undefined && result.id === undefined) {
        const intents = [{ do: 'set', on: result, fact: 'id', value: call.id }] as const
        yield { turn: home, part: result, calls: [call.id], values: { what: 'result' }, intents }
      }
    }
  },
}
