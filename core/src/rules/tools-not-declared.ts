import type { Rule, View } from '../model/rule.ts'
import { toolsNotDeclared as text } from '../texts/en.ts'
import { unnamedTool } from '../texts/fixed.ts'

/** A history of calls needs tools in the body: where none are declared, those that were called are. */
export const toolsNotDeclared: Rule = {
  name: 'tools-not-declared',
  text,
  stage: 'after',
  *detect(view) {
    const { turns, facts } = view
    if (!facts.isBody || facts.tools !== undefined) return
    const isUsed = turns.some(({ parts }) => parts.some(({ kind }) => kind === 'call' || kind === 'result'))
    if (isUsed) yield { intents: [{ do: 'set-body', fact: 'tools', value: namesIn(view) }] }
  },
}

/** The names of the calls in the order in which they first come. */
function namesIn({ pairs }: View): readonly string[] {
  const names = new Set(pairs.joints.flatMap(({ call }) => call.name ?? []))
  return names.size === 0 ? [unnamedTool] : [...names]
}
