import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { unsupportedPartMember as text } from '../texts/en.ts'

/** Some APIs pass over members that they do not know, but for those of parts: what is known to be refused goes. */
export const unsupportedPartMember: Rule = {
  name: 'unsupported-part-member',
  text,
  stage: 'after',
  isPlaceless: true,
  *detect({ turns, row: { refusedMembers: wish = {} }, fits }) {
    const shape = 'without-members'
    for (const { turn, part } of seatsOf(turns, (each, home) => !fits(home, each, shape, wish))) {
      const given = isObject(part.raw) ? Object.keys(part.raw) : []
      const name = given.find((member) => wish[part.kind]?.includes(member))
      yield {
        turn,
        part,
        variant: name === undefined ? 'within' : part.kind,
        ...(name === undefined ? {} : { values: { member: name } }),
        intents: [{ do: 'reshape', turn, part, shape, wish }],
      }
    }
  },
}
