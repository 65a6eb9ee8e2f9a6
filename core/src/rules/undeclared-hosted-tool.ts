import { dropTool, hostedLoops } from '../engine/for-rules/hosted.ts'
import type { Facts } from '../model/facts.ts'
import type { Rule } from '../model/rule.ts'
import { isKnownTool } from '../model/tool-change.ts'

export { missingTools as words } from '../texts/fault-words.ts'

/**
 * The results of some tools that the provider runs are taken only while the request declares the tool.
 *
 * Without a list of tools, a body that names its model declares none; anything else is not known to be a whole request.
 */
export const undeclaredHostedTool: Rule<'hostedTools'> = {
  name: 'undeclared-hosted-tool',
  title: 'A result is of a tool of the provider that is not declared',
  text: 'This is a result of the provider’s tool `{name}`, which the request does not declare.',
  stage: 'after',
  about: 'hosted',
  *detect({ turns, facts, row: { hostedTools = [] } }) {
    if (!isWhole(facts)) return
    const gone = new Set<unknown>()
    for (const loop of hostedLoops(turns)) {
      for (const seat of loop.seats) {
        const { half, name = '', id } = seat.part
        if (half !== 'result' || !hostedTools.includes(name) || isDeclared(facts, name, seat.turn.index))
          continue
        const intents = dropTool(loop, seat, gone)
        yield { ...seat, calls: id === undefined ? [] : [id], values: { name }, intents }
      }
    }
  },
}

function isWhole({ isBody, tools, model, hasNamelessTools }: Facts): boolean {
  return isBody && hasNamelessTools !== true && (tools !== undefined || model !== undefined)
}

function isDeclared(facts: Facts, name: string, turn: number): boolean {
  return facts.tools !== undefined && isKnownTool(facts, name, turn)
}
