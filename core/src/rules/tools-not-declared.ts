import type { Facts } from '../model/facts.ts'
import type { Rule, View } from '../model/rule.ts'
import { patternOf } from '../model/rulebook.ts'
import { unnamedTool } from '../texts/fixed.ts'

export { missingTools as words } from '../texts/fault-words.ts'

/** A history of calls needs tools in the body: where none are declared, those that were called are. */
export const toolsNotDeclared: Rule<'pattern'> = {
  name: 'tools-not-declared',
  title: 'Tools were called and none are declared',
  text: 'The conversation holds calls or results, and the request declares no tools.',
  stage: 'after',
  *detect(view) {
    const { turns, facts } = view
    if (!declaresNone(facts)) return
    const isUsed = turns.some(({ parts }) => parts.some(({ kind }) => kind === 'call' || kind === 'result'))
    if (isUsed) yield { intents: [{ do: 'set-body', fact: 'tools', value: namesIn(view) }] }
  },
}

function declaresNone({ isBody, tools, hasNamelessTools }: Facts): boolean {
  return isBody && tools === undefined && hasNamelessTools !== true
}

/**
 * The names of the calls that a tool can be declared by, in the order in which they first come.
 *
 * With them those that results point to: once tools are declared, such a name has to be one of theirs.
 */
function namesIn({ pairs, turns, row: { pattern = '' } }: View<'pattern'>): readonly string[] {
  const called = pairs.joints.flatMap(({ call }) => call.name ?? [])
  const pointed = turns.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'result' || part.kind === 'hosted' ? (part.references ?? []) : [],
    ),
  )
  const names = new Set([...called.filter((name) => patternOf(pattern).test(name)), ...pointed])
  return names.size === 0 ? [unnamedTool] : [...names]
}
