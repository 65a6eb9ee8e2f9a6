import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, nonEmpty } from '../../model/json.ts'
import { goneRaws } from '../without.ts'
import { held } from './blocks.ts'
import { toolsOf } from './body.ts'
import { isMark } from './marks.ts'

/** Reads the tools that a body offers, and the choice among them. */
function offersOf(document: unknown): Offers {
  const declarations = toolsOf(document).flatMap((raw, index): readonly Declaration[] =>
    isMark(raw) ? [] : [{ names: [nameOf(raw)], at: ['toolConfig', 'tools', index], raw }],
  )
  return { declarations, choice: choiceIn(held(document, 'toolConfig').toolChoice) }
}

function nameOf(tool: unknown): string {
  return nonEmpty(held(tool, 'toolSpec').name ?? held(tool, 'systemTool').name) ?? ''
}

function choiceIn(choice: unknown): ToolChoice | undefined {
  if (!isObject(choice)) return undefined
  const name = nonEmpty(held(choice, 'tool').name)
  return {
    at: ['toolConfig', 'toolChoice'],
    tools: name === undefined ? [] : [[name]],
    isForced: isObject(choice.any) || isObject(choice.tool),
  }
}

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: { path: ['toolConfig'], encode: (gone, body) => configWithout(body, gone) },
  'no-choice': { path: ['toolConfig', 'toolChoice'], encode: () => undefined },
}

/** The config of tools with those that stay; a list of none is refused, and with it a config of none. */
function configWithout(body: unknown, gone: unknown): unknown {
  const config = held(body, 'toolConfig')
  const raws = goneRaws(gone)
  if (!Array.isArray(config.tools)) return isObject(body) ? body.toolConfig : undefined
  const left: unknown[] = []
  // A mark stands behind a tool.
  for (const tool of config.tools)
    if (!raws.has(tool) && !(isMark(tool) && raws.size > 0 && (left.length === 0 || isMark(left.at(-1)))))
      left.push(tool)
  return left.length === 0 ? undefined : { ...config, tools: left }
}

/** How a body of this format offers tools. */
export const converseOffers: OfferForm = { offersOf, facts }
