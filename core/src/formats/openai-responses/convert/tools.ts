import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralToolChoice } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { nameIn } from '../../../model/tool-namespace.ts'
import { loseTool } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { objectSchema } from '../../tool-schema.ts'
import { isNamespace } from '../offers.ts'
import { origin } from './origin.ts'
import { wholeName } from './read-calls.ts'

/** Reads a list of tools. Those of a namespace stand for themselves, with its name before theirs. */
export function readTools(tools: unknown, at: Place, namespace?: string): readonly NeutralTool[] {
  if (!Array.isArray(tools)) return []
  return Array.from(tools, (raw: unknown, index) => {
    const tool = isObject(raw) ? raw : {}
    const place = placeIn(at, index)
    return isNamespace(tool) ? readNamespace(tool, place) : [readTool(tool, place, namespace)]
  }).flat()
}

/** The first tool tells what is said about all of them. */
function readNamespace(raw: JsonObject, at: Place): readonly NeutralTool[] {
  const [first, ...more] = readTools(raw.tools, placeIn(at, 'tools'), nonEmpty(raw.name))
  const about = nonEmpty(raw.description)
  if (first === undefined || about === undefined) return first === undefined ? [] : [first, ...more]
  const description = first.description === undefined ? about : `${about}\n\n${first.description}`
  return [{ ...first, description }, ...more]
}

const functionMembers: ReadonlySet<string> = new Set(['type', 'name', 'description', 'parameters', 'strict'])
const customMembers: ReadonlySet<string> = new Set(['type', 'name', 'description'])
const none: ReadonlySet<string> = new Set()

function readTool(raw: JsonObject, at: Place, namespace: string | undefined): NeutralTool {
  const given = nonEmpty(raw.name)
  const name = given === undefined ? undefined : nameIn(namespace, given)
  const described = typeof raw.description === 'string' ? { description: raw.description } : {}
  if (raw.type === 'custom') {
    const own = ownOf(origin, [raw, customMembers])
    return { kind: 'custom', name, at, ...described, ...(own && { own }) }
  }
  if (raw.type !== 'function') {
    const own = ownOf(origin, [raw, none])
    return { kind: 'hosted', name: nonEmpty(raw.type), at, ...(own && { own }) }
  }
  const own = ownOf(origin, [raw, functionMembers])
  return {
    kind: 'function',
    name,
    at,
    ...described,
    ...(isObject(raw.parameters) && { parameters: raw.parameters }),
    ...(typeof raw.strict === 'boolean' && { isStrict: raw.strict }),
    ...(own && { own }),
  }
}

/** The tools of a body. A tool that another provider runs is lost. */
export function writeTools(tools: readonly NeutralTool[], task: WriteTask): readonly JsonObject[] {
  return tools.flatMap((tool) => {
    if (tool.mark !== undefined) task.lose(tool.at, 'cache mark', 'The target has no cache marks.')
    if (tool.kind === 'function') return [withOwn(functionOf(tool, task), tool.own, origin)]
    if (tool.kind === 'custom') return [withOwn({ type: 'custom', ...nameOf(tool) }, tool.own, origin)]
    if (tool.own?.origin === origin) return [withOwn({}, tool.own, origin)]
    loseTool(tool, task)
    return []
  })
}

function nameOf({ name, description }: NeutralTool): JsonObject {
  return { name: name ?? '', ...(description !== undefined && { description }) }
}

/** Arguments are held to their schema here unless a tool says otherwise; no other API does that unasked. */
function functionOf(tool: NeutralTool, task: WriteTask): JsonObject {
  const parameters = objectSchema(tool, task)
  return { type: 'function', ...nameOf(tool), parameters, strict: tool.isStrict ?? false }
}

/** Reads which tool the model may or must call; undefined where there is no neutral word for it. */
export function readToolChoice(choice: unknown): NeutralToolChoice | undefined {
  if (choice === 'auto' || choice === 'none') return { mode: choice }
  if (choice === 'required') return { mode: 'any' }
  if (!isObject(choice)) return undefined
  const name = wholeName(choice)
  if ((choice.type === 'function' || choice.type === 'custom') && name !== undefined)
    return { mode: 'one', name }
  if (choice.type !== 'allowed_tools' || choice.mode !== 'required' || !Array.isArray(choice.tools))
    return undefined
  const names = choice.tools.map((tool: unknown) => functionName(tool))
  return names.every((one) => one !== undefined) ? { mode: 'some', names } : undefined
}

function functionName(tool: unknown): string | undefined {
  return isObject(tool) && tool.type === 'function' ? wholeName(tool) : undefined
}

export function writeToolChoice({ toolChoice, tools }: NeutralRequest): unknown {
  switch (toolChoice?.mode) {
    case 'any':
      return 'required'
    case 'one': {
      const isCustom = tools.some(({ kind, name }) => kind === 'custom' && name === toolChoice.name)
      return { type: isCustom ? 'custom' : 'function', name: toolChoice.name }
    }
    case 'some': {
      const allowed = toolChoice.names.map((name) => ({ type: 'function', name }))
      return { type: 'allowed_tools', mode: 'required', tools: allowed }
    }
    default:
      return toolChoice?.mode
  }
}
