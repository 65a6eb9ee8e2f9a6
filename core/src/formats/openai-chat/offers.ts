import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { goneRaws, onlyNamed, withoutGone } from '../without.ts'

/** Reads the tools that a body offers, in the older form too, and the choice among them. */
function offersOf(document: unknown): Offers {
  const body = isObject(document) ? document : {}
  const search = isObject(body.web_search_options) ? [searchIn(body)] : []
  return {
    declarations: [...declared(body, 'tools'), ...declared(body, 'functions'), ...search],
    choice: choiceIn(body),
  }
}

function declared(body: JsonObject, member: string): readonly Declaration[] {
  const list = body[member]
  if (!Array.isArray(list)) return []
  return Array.from(list, (raw: unknown, index) => ({ names: [nameOf(raw) ?? ''], at: [member, index], raw }))
}

/** A search that the provider makes has no place among the tools. */
function searchIn({ web_search_options: raw }: JsonObject): Declaration {
  return { names: ['web_search'], at: ['web_search_options'], raw }
}

/** The name of a tool, or what the provider calls it where it runs it. */
function nameOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return undefined
  const { function: called, custom } = tool
  if (isObject(called)) return nonEmpty(called.name)
  return isObject(custom) ? nonEmpty(custom.name) : (nonEmpty(tool.name) ?? nonEmpty(tool.type))
}

function choiceIn({ tool_choice: choice, function_call: older }: JsonObject): ToolChoice | undefined {
  if (choice === undefined || choice === null)
    return isObject(older) ? { at: ['function_call'], tools: toolsIn(older), isForced: true } : undefined
  const allowed = allowedIn(choice)
  return {
    at: ['tool_choice'],
    tools: allowed === undefined ? toolsIn(choice) : listOf(allowed.tools).flatMap(toolsIn),
    isForced: choice === 'required' || (isObject(choice) && (allowed?.mode ?? 'required') === 'required'),
  }
}

function toolsIn(choice: unknown): readonly (readonly string[])[] {
  const name = nameOf(choice)
  // A choice without a name says how to choose by its type.
  const isNamed = isObject(choice) && name !== undefined && name !== choice.type
  return isNamed ? [[name]] : []
}

function allowedIn(choice: unknown): JsonObject | undefined {
  return isObject(choice) && isObject(choice.allowed_tools) ? choice.allowed_tools : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: [
    ...['tools', 'functions'].map((member) => ({
      path: [member],
      encode: (gone: unknown, body: unknown) => withoutGone(memberOf(body, member), gone),
    })),
    {
      path: ['web_search_options'],
      encode: (gone, body) => {
        const search = memberOf(body, 'web_search_options')
        return goneRaws(gone).has(search) ? undefined : search
      },
    },
  ],
  choice: { path: choicePath, encode: (choice) => choice },
  'choice-names': { path: ['tool_choice'], encode: choiceAmong },
  'no-choice': ['tool_choice', 'function_call', 'parallel_tool_calls'].map((name) => ({
    path: [name],
    encode: () => undefined,
  })),
}

/** Where a body says how to choose, in the older form too. */
function choicePath(body: unknown): readonly string[] {
  const isOlder = memberOf(body, 'tool_choice') === undefined && memberOf(body, 'function_call') !== undefined
  return [isOlder ? 'function_call' : 'tool_choice']
}

function choiceAmong(names: unknown, body: unknown): unknown {
  const choice = memberOf(body, 'tool_choice')
  const allowed = allowedIn(choice)
  if (!isObject(choice) || allowed === undefined) return choice
  return { ...choice, allowed_tools: { ...allowed, tools: onlyNamed(allowed.tools, names, nameOf) } }
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined
}

/** How a body of this format offers tools. */
export const chatOffers: OfferForm = { offersOf, facts }
