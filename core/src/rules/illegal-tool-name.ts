import { illegalBy, legalName } from '../engine/for-rules/tool-names.ts'
import type { Intent } from '../model/intent.ts'
import type { Rule } from '../model/rule.ts'
import type { Result } from '../model/transcript.ts'

export { refusedToolName as words } from '../texts/fault-words.ts'

/**
 * A name of another form is replaced on call and result together.
 *
 * The legal characters of the old name stay; an ending derived from the whole name keeps two names apart.
 */
export const illegalToolName: Rule<'maximum' | 'pattern' | 'within'> = {
  name: 'illegal-tool-name',
  title: 'A tool has a name that the API does not take',
  text: 'The tool name `{name}` does not have the form that this API takes.',
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, row }) {
    const isWrong = illegalBy(row)
    const nameOf = (result: Result | undefined): string | undefined =>
      row.within === true && result?.answers === undefined ? result?.name : undefined
    const concerned = pairs.joints.filter(({ call, result }) => isWrong(call.name) || isWrong(nameOf(result)))
    for (const { call, turn, result, home } of concerned) {
      const isCallWrong = isWrong(call.name)
      const wanted = isCallWrong ? legalName(call.name ?? '', row) : call.name
      const resultName = nameOf(result)
      const onResult: Intent[] =
        result === undefined || resultName === undefined
          ? []
          : [{ do: 'set', on: result, fact: 'name', value: wanted ?? legalName(resultName, row) }]
      if (isCallWrong && wanted !== undefined) {
        const values = { length: String(call.name?.length) }
        const intents: Intent[] = [{ do: 'set', on: call, fact: 'name', value: wanted }, ...onResult]
        yield { turn, part: call, values, intents }
      } else if (home !== undefined && result !== undefined) {
        yield { turn: home, part: result, values: { length: String(resultName?.length) }, intents: onResult }
      }
    }
  },
}
