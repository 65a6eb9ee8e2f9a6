import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'

/** Some APIs refuse a turn for a member that they do not know; it goes, or gets turns of its own. */
export const unsupportedProperty: Rule = {
  name: 'unsupported-property',
  stage: 'before',
  *detect({ turns, row: { members: known = [], foreign } }) {
    for (const turn of turns) {
      const given = isObject(turn.raw) ? Object.keys(turn.raw) : []
      if (foreign !== undefined) {
        const name = given.find((member) => foreign.includes(member))
        if (name !== undefined && turn.shape !== 'self' && turn.parts.some(({ kind }) => kind === 'call'))
          yield { turn, values: { name }, intents: [{ do: 'unfold', turn }] }
        continue
      }
      const name = given.find((member) => !known.includes(member))
      if (name === undefined) continue
      const intents = [{ do: 'reshape', turn, shape: 'known-members', wish: known }] as const
      yield { turn, values: { name }, intents }
    }
  },
}
