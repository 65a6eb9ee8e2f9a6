import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { unsupportedProperty as text } from '../texts/en.ts'

/** Some APIs refuse a turn for a member that they do not know; it goes, or what it holds gets turns of its own. */
export const unsupportedProperty: Rule = {
  name: 'unsupported-property',
  text,
  stage: 'before',
  *detect({ turns, row: { members: known = [], foreign } }) {
    for (const turn of turns) {
      const given = isObject(turn.raw) ? Object.keys(turn.raw) : []
      const name = given.find((member) => foreign?.includes(member) ?? !known.includes(member))
      if (name === undefined) continue
      if (foreign === undefined)
        yield {
          turn,
          values: { name },
          intents: [{ do: 'reshape', turn, shape: 'known-members', wish: known }],
        }
      else if (turn.shape !== 'self' && turn.parts.some(({ kind }) => kind === 'call'))
        yield { turn, values: { name }, intents: [{ do: 'unfold', turn }] }
    }
  },
}
