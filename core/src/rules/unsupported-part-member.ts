import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

/** Some APIs pass over members that they do not know, but for those of parts: what is known to be refused goes. */
export const unsupportedPartMember: Rule<'refusedMembers'> = {
  name: 'unsupported-part-member',
  title: 'A part has a member that the API does not know',
  text: {
    usual: 'This part has the member `{member}`, which this API does not know.',
    within: 'A text in this result has a member that this API does not know.',
  },
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
