import { illegalBy } from '../engine/for-rules/tool-names.ts'
import { deriveId } from '../engine/match/identity.ts'
import type { Rule } from '../model/rule.ts'
import { unsignedId } from '../model/unsigned-id.ts'

export { refusedCallId as words } from '../texts/fault-words.ts'

/**
 * An id of another form is replaced on call and result together.
 *
 * Replacing single characters or cutting would make one id of two. A signature that a gateway put into an id is taken off.
 */
export const illegalCallId: Rule<'maximum' | 'pattern'> = {
  name: 'illegal-call-id',
  title: 'A call has an id that the API does not take',
  text: 'The id `{id}` does not have the form that this API takes.',
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, row }) {
    const isIllegal = illegalBy(row)
    for (const { call, turn } of pairs.joints.filter(({ call: { id } }) => isIllegal(id))) {
      const { id = '' } = call
      const plain = unsignedId(id)
      const value = plain === id || isIllegal(plain) ? deriveId(`id ${plain}`) : plain
      yield {
        turn,
        part: call,
        values: { length: String(id.length) },
        intents: [{ do: 'set', on: call, fact: 'id', value }],
      }
    }
  },
}
