import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { goneRaws, withoutGone } from '../without.ts'
import { hasMark } from './blocks.ts'

/** Reads the tools that a body offers, those of servers that it names among them, and the choice among them. */
function offersOf(document: unknown): Offers {
  const body = isObject(document) ? document : {}
  const withdrawn = withdrawnIn(body.messages)
  const tools = declared(body, 'tools').map((each) =>
    withdrawn.has(each.names[0]) ? { ...each, isWithdrawn: true } : each,
  )
  return {
    declarations: [...tools, ...declared(body, 'mcp_servers')],
    choice: choiceIn(body.tool_choice),
  }
}

function declared(body: JsonObject, member: string): readonly Declaration[] {
  const list = body[member]
  if (!Array.isArray(list)) return []
  return Array.from(list, (raw: unknown, index) => ({
    names: [nameOf(raw, member)],
    at: [member, index],
    raw,
    isReferable: isReferable(raw, member),
  }))
}

/** A tool that the provider runs, or that is not loaded yet, is not known to be taken away by its name. */
function isReferable(raw: unknown, member: string): boolean {
  if (!isObject(raw) || member !== 'tools' || nonEmpty(raw.name) === undefined) return false
  return (raw.type === undefined || raw.type === 'custom') && raw.defer_loading !== true
}

/** Only a server can name the tools of a server: they are known by the kind that declares them. */
function nameOf(raw: unknown, member: string): string {
  if (!isObject(raw) || member === 'mcp_servers') return 'mcp_toolset'
  return nonEmpty(raw.name) ?? nonEmpty(raw.type) ?? ''
}

/**
 * The tools that instructions among the messages take away.
 *
 * One that is given back later is offered there, not where it is declared.
 */
function withdrawnIn(messages: unknown): ReadonlySet<unknown> {
  const names = new Set<unknown>()
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isObject(message) || message.role !== 'system' || !Array.isArray(message.content)) continue
    for (const block of message.content)
      if (isObject(block) && block.type === 'tool_removal' && isObject(block.tool)) names.add(block.tool.name)
  }
  return names
}

function choiceIn(choice: unknown): ToolChoice | undefined {
  if (!isObject(choice)) return undefined
  const name = choice.type === 'tool' ? nonEmpty(choice.name) : undefined
  return {
    at: ['tool_choice'],
    tools: name === undefined ? [] : [[name]],
    isForced: choice.type === 'any' || choice.type === 'tool',
  }
}

/** Instructions that take tools from the model from here on. */
function withdrawal(names: readonly string[]): unknown {
  const content = names.map((name) => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } }))
  return { role: 'system', content }
}

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: [
    { path: ['tools'], encode: (gone, body) => toolsWithout(memberOf(body, 'tools'), gone) },
    { path: ['mcp_servers'], encode: (gone, body) => withoutGone(memberOf(body, 'mcp_servers'), gone) },
  ],
  'no-choice': { path: ['tool_choice'], encode: () => undefined },
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined
}

/** The tools that stay; the cache mark of one that goes stands on the one before it. */
function toolsWithout(tools: unknown, gone: unknown): unknown {
  if (!Array.isArray(tools)) return tools
  const raws = goneRaws(gone)
  const left: unknown[] = []
  for (const tool of tools) {
    const last = left.at(-1)
    if (!raws.has(tool)) left.push(tool)
    else if (hasMark(tool) && isObject(last) && !hasMark(last))
      left[left.length - 1] = { ...last, cache_control: tool.cache_control }
  }
  return left.length === 0 && tools.length > 0 ? undefined : left
}

/** How a body of this format offers tools. */
export const anthropicOffers: OfferForm = { offersOf, facts, withdrawal }
