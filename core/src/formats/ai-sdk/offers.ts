import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, nonEmpty } from '../../model/json.ts'
import { goneRaws } from '../without.ts'

/** Reads the tools that a call of the SDK offers, each under its name, and the choice among them. */
function offersOf(document: unknown): Offers {
  const body = isObject(document) ? document : {}
  const tools = isObject(body.tools) ? Object.keys(body.tools) : []
  const active: readonly unknown[] = Array.isArray(body.activeTools) ? body.activeTools : []
  return {
    declarations: [
      ...tools.map((name): Declaration => ({ names: [name], at: ['tools', name], raw: name })),
      ...active.flatMap((name, index): readonly Declaration[] =>
        typeof name === 'string' ? [{ names: [name], at: ['activeTools', index], raw: name }] : [],
      ),
    ],
    choice: choiceIn(body.toolChoice),
  }
}

function choiceIn(choice: unknown): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined
  const name = isObject(choice) && choice.type === 'tool' ? nonEmpty(choice.toolName) : undefined
  return {
    at: ['toolChoice'],
    tools: name === undefined ? [] : [[name]],
    isForced: choice === 'required' || isObject(choice),
  }
}

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: [
    { path: ['tools'], encode: (gone, body) => toolsWithout(isObject(body) ? body.tools : undefined, gone) },
    {
      path: ['activeTools'],
      encode: (gone, body) => {
        const active = isObject(body) ? body.activeTools : undefined
        const raws = goneRaws(gone)
        return Array.isArray(active) ? active.filter((name) => !raws.has(name)) : active
      },
    },
  ],
  choice: { path: ['toolChoice'], encode: (choice) => choice },
  'no-choice': { path: ['toolChoice'], encode: () => undefined },
}

function toolsWithout(tools: unknown, gone: unknown): unknown {
  if (!isObject(tools)) return tools
  const raws = goneRaws(gone)
  const left = Object.entries(tools).filter(([name]) => !raws.has(name))
  return left.length === 0 && Object.keys(tools).length > 0 ? undefined : Object.fromEntries(left)
}

/** How a body of this format offers tools. */
export const aiSdkOffers: OfferForm = { offersOf, facts }
