import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { type Place, placeIn } from '../../model/place.ts'
import { goneRaws, onlyNamed } from '../without.ts'

/** Reads the tools that a body offers, those in namespaces among them, and the choice among them. */
function offersOf(document: unknown): Offers {
  const body = isObject(document) ? document : {}
  return { declarations: declaredIn(body.tools, ['tools']), choice: choiceIn(body.tool_choice) }
}

/** Reads a list of tools. */
export function declaredIn(tools: unknown, at: Place): readonly Declaration[] {
  if (!Array.isArray(tools)) return []
  return Array.from(tools, (raw: unknown, index) => declarationsOf(raw, placeIn(at, index))).flat()
}

function declarationsOf(raw: unknown, at: Place): readonly Declaration[] {
  if (isNamespace(raw)) return declaredIn(raw.tools, placeIn(at, 'tools'))
  return [{ names: namesOf(raw), at, raw }]
}

/** Whether this is a list of tools under one name. */
export function isNamespace(raw: unknown): raw is JsonObject {
  return isObject(raw) && raw.type === 'namespace' && Array.isArray(raw.tools)
}

/** The names of a tool: the one that its caller gave it, else the words for its kind. */
function namesOf(raw: unknown): readonly string[] {
  if (!isObject(raw)) return ['']
  const name = nonEmpty(raw.name)
  if (name !== undefined) return [name]
  const kind = nonEmpty(raw.type) ?? ''
  const plain = kind.replace(/(?:_use)?(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/, '')
  return [...new Set([kind, plain])]
}

function choiceIn(choice: unknown): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined
  const at = ['tool_choice']
  if (!isObject(choice)) return { at, tools: [], isForced: choice === 'required' }
  if (choice.type !== 'allowed_tools') return { at, tools: [namesOf(choice)], isForced: true }
  const tools: readonly unknown[] = Array.isArray(choice.tools) ? choice.tools : []
  return { at, tools: tools.map(namesOf), isForced: choice.mode === 'required' }
}

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: {
    path: ['tools'],
    encode: (gone, body) => toolsWithout(memberOf(body, 'tools'), goneRaws(gone)),
  },
  choice: { path: ['tool_choice'], encode: (choice) => choice },
  'choice-names': { path: ['tool_choice'], encode: choiceAmong },
  'no-choice': ['tool_choice', 'parallel_tool_calls'].map((name) => ({
    path: [name],
    encode: () => undefined,
  })),
}

/** The tools that stay; a namespace goes with the last of its tools. */
export function toolsWithout(tools: unknown, gone: ReadonlySet<unknown>): unknown {
  if (!Array.isArray(tools)) return tools
  const left = tools.flatMap((tool: unknown) => {
    if (gone.has(tool)) return []
    if (!isNamespace(tool)) return [tool]
    const inner = toolsWithout(tool.tools, gone)
    if (inner === undefined) return []
    return Array.isArray(tool.tools) && isLonger(tool.tools, inner) ? [{ ...tool, tools: inner }] : [tool]
  })
  return left.length === 0 && tools.length > 0 ? undefined : left
}

function isLonger(list: readonly unknown[], left: unknown): boolean {
  return Array.isArray(left) && left.length < list.length
}

function choiceAmong(names: unknown, body: unknown): unknown {
  const choice = memberOf(body, 'tool_choice')
  if (!isObject(choice)) return choice
  return { ...choice, tools: onlyNamed(choice.tools, names, (tool) => namesOf(tool)[0]) }
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined
}

/** How a body of this format offers tools. */
export const responsesOffers: OfferForm = { offersOf, facts }
