import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Call, Part } from '../model/transcript.ts'

/**
 * A past call is of a tool that the request, which declares others, does not declare.
 *
 * Whether that is refused is disputed; what the tool takes is not known here, so that nothing is declared for it. A
 * tool is named once, where it was first called.
 */
export const undeclaredTool: Rule = {
  name: 'undeclared-tool',
  title: 'A tool was called that is not declared',
  text: '`{id}` {name} is a call of a tool that the request does not declare.',
  stage: 'after',
  isPlaceless: true,
  *detect({ turns, facts: { tools } }) {
    if (tools === undefined) return
    const named = new Set<string>()
    const isUndeclared = (part: Part): part is Call => {
      if (part.kind !== 'call' || part.name === undefined) return false
      return !tools.has(part.name) && named.size < named.add(part.name).size
    }
    for (const { turn, part } of seatsOf(turns, isUndeclared)) yield { turn, part, intents: [] }
  },
}
