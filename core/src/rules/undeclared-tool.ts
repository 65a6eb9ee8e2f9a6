import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { isKnownTool, isWithdrawn } from '../model/tool-change.ts'
import type { Call, Part } from '../model/transcript.ts'

export { missingTools as words } from '../texts/fault-words.ts'

/**
 * A past call is of a tool that the request, which declares others, does not declare.
 *
 * Whether that is refused is disputed; what the tool takes is not known here, so that nothing is declared for it. A
 * tool is named once, where it was first called. One that was withdrawn before the call is not declared there either.
 */
export const undeclaredTool: Rule = {
  name: 'undeclared-tool',
  title: 'A tool was called that is not declared',
  text: {
    usual: '`{id}` {name} is a call of a tool that the request does not declare.',
    withdrawn: '`{id}` {name} is a call of a tool that the model could not use at that point.',
  },
  stage: 'after',
  about: 'tools',
  isPlaceless: true,
  *detect({ turns, facts }) {
    if (facts.tools === undefined) return
    const named = new Set<string>()
    const isFirst = (name: string): boolean => named.size < named.add(name).size
    for (const { turn, part } of seatsOf(turns, isNamedCall)) {
      const isKnown = isKnownTool(facts, part.name, turn.index)
      if (isKnown && !isWithdrawn(facts, part.name, turn.index)) continue
      if (!isFirst(part.name)) continue
      yield { turn, part, ...(isKnown && { variant: 'withdrawn' }), intents: [] }
    }
  },
}

function isNamedCall(part: Part): part is Call & { name: string } {
  return part.kind === 'call' && part.name !== undefined
}
