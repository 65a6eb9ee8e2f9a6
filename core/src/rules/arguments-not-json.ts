import { usableArguments } from '../engine/for-rules/arguments.ts'
import type { Joint } from '../model/joint.ts'
import type { Rule } from '../model/rule.ts'
import type { Call } from '../model/transcript.ts'

export { unreadableArguments as words } from '../texts/fault-words.ts'

/**
 * Some servers parse the arguments of every past call and refuse what they cannot read.
 *
 * A value that is no string at all is another fault where the API minds that by itself.
 */
export const argumentsNotJson: Rule<'blank'> = {
  name: 'arguments-not-json',
  title: 'A call has arguments that are not JSON',
  text: {
    usual: 'The arguments of `{id}` {name} are not JSON.',
    'name-alone':
      'Call `{id}` has the name {name} alone, where an object with its name and arguments belongs.',
  },
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, row, demands }) {
    const isText = demands('arguments-not-text')
    const isWrong = ({ call }: Joint): boolean => {
      const isBlank = row.blank === true && call.arguments === ''
      return isBlank || (isBroken(call) && !(isText && call.form !== 'broken-text'))
    }
    for (const { call, turn } of pairs.joints.filter(isWrong)) {
      yield {
        turn,
        part: call,
        variant: call.form === 'name-alone' ? 'name-alone' : 'unread',
        intents: [{ do: 'set', on: call, fact: 'arguments', value: usableArguments(call) }],
      }
    }
  },
}

function isBroken({ form, changed }: Call): boolean {
  return form !== 'json-text' && changed?.has('arguments') !== true
}
