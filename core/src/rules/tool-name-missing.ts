import type { Intent } from '../model/intent.ts'
import type { Joint } from '../model/joint.ts'
import type { Fault, Rule } from '../model/rule.ts'
import type { Part } from '../model/transcript.ts'
import { unnamedTool } from '../texts/fixed.ts'

export { refusedToolName as words } from '../texts/fault-words.ts'

/** A call and its result say which tool they are about: who has no name takes the other's. */
export const toolNameMissing: Rule<'within'> = {
  name: 'tool-name-missing',
  title: 'A call or a result has no tool name',
  text: 'This {what} does not say which tool it is about.',
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs, row }) {
    const isNameless = ({ call, result }: Joint): boolean =>
      call.name === undefined || (row.within === true && result !== undefined && result.name === undefined)
    for (const joint of pairs.joints.filter(isNameless)) {
      yield* callFault(joint)
      if (row.within === true) yield* resultFault(joint)
    }
  },
}

function* callFault({ call, turn, result }: Joint): Iterable<Fault> {
  if (call.name !== undefined) return
  yield { turn, part: call, values: { what: 'call' }, intents: [named(call, result?.name ?? unnamedTool)] }
}

function* resultFault({ call, result, home }: Joint): Iterable<Fault> {
  // One that was made for its call is written with its name.
  if (result === undefined || home === undefined || result.name !== undefined || result.answers !== undefined)
    return
  const intents = [named(result, call.name ?? unnamedTool)]
  yield { turn: home, part: result, values: { what: 'result' }, intents }
}

function named(on: Part, value: string): Intent {
  return { do: 'set', on, fact: 'name', value }
}
