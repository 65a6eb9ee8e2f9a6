import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralToolChoice } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { parametersOf } from '../../call-arguments.ts'
import { loseTool } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'
import { isOlder, toJsonSchema } from './schema.ts'

/** Reads the tools of a body: lists of functions, and tools that Google runs, each under its own name. */
export function readTools(tools: unknown, at: Place): readonly NeutralTool[] {
  if (!Array.isArray(tools)) return []
  return Array.from(tools, (raw: unknown, index) => readTool(camelled(raw), placeIn(at, index))).flat()
}

function readTool(tool: JsonObject, at: Place): readonly NeutralTool[] {
  const { functionDeclarations: declared, ...hosted } = tool
  const functions = Array.isArray(declared)
    ? Array.from(declared, (raw: unknown, index) =>
        readFunction(camelled(raw), placeIn(at, 'functionDeclarations', index)),
      )
    : []
  return [...functions, ...Object.keys(hosted).map((name) => readHosted(name, hosted[name], at))]
}

const functionMembers: ReadonlySet<string> = new Set([
  'name',
  'description',
  'parameters',
  'parametersJsonSchema',
])

function readFunction(raw: JsonObject, at: Place): NeutralTool {
  const parameters = toJsonSchema(raw.parametersJsonSchema ?? raw.parameters)
  const description = nonEmpty(raw.description)
  const own = ownOf(origin, [raw, functionMembers])
  return {
    kind: 'function',
    name: nonEmpty(raw.name),
    at,
    ...(description !== undefined && { description }),
    ...(isObject(parameters) && { parameters }),
    ...(own && { own }),
  }
}

function readHosted(name: string, value: unknown, at: Place): NeutralTool {
  return { kind: 'hosted', name, at, own: { origin, members: [{ steps: [name], value }] } }
}

/** The tools of a body: all functions in one list. A tool that another provider runs is lost. */
export function writeTools(tools: readonly NeutralTool[], task: WriteTask): readonly unknown[] {
  const functions = tools.filter(({ kind }) => kind !== 'hosted').map((tool) => writeFunction(tool, task))
  const hosted = tools.filter((tool) => tool.kind === 'hosted' && tool.own?.origin === origin)
  for (const tool of tools) if (tool.kind === 'hosted' && !hosted.includes(tool)) loseTool(tool, task)
  return [
    ...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]),
    ...hosted.map(({ own }) => withOwn({}, own, origin)),
  ]
}

function writeFunction(tool: NeutralTool, task: WriteTask): JsonObject {
  const parameters = parametersOf(tool)
  if (tool.isStrict === true) task.lose(tool.at, 'strict', 'The target does not hold calls to a schema.')
  if (tool.mark !== undefined) task.lose(tool.at, 'cache mark', 'The target has no cache marks.')
  const made = {
    name: tool.name ?? '',
    ...(tool.description !== undefined && { description: tool.description }),
    ...(parameters !== undefined && {
      [isOlder(parameters) ? 'parameters' : 'parametersJsonSchema']: parameters,
    }),
  }
  return withOwn(made, tool.own, origin)
}

const modes: ReadonlyMap<unknown, 'auto' | 'none' | 'any'> = new Map([
  ['AUTO', 'auto'],
  ['NONE', 'none'],
  ['ANY', 'any'],
])

/** Reads `toolConfig`; undefined where its mode has no neutral word. */
export function readToolChoice(config: unknown): NeutralToolChoice | undefined {
  const calling = camelled(camelled(config).functionCallingConfig)
  const mode = modes.get(calling.mode)
  if (mode === undefined) return undefined
  const given = calling.allowedFunctionNames
  const names = Array.isArray(given) ? given.filter((name) => typeof name === 'string') : []
  const [only] = names
  if (mode !== 'any' || only === undefined) return { mode }
  return names.length === 1 ? { mode: 'one', name: only } : { mode: 'some', names }
}

export function writeToolChoice({ toolChoice }: NeutralRequest): JsonObject | undefined {
  if (toolChoice === undefined) return undefined
  if (toolChoice.mode === 'one') return { mode: 'ANY', allowedFunctionNames: [toolChoice.name] }
  if (toolChoice.mode === 'some') return { mode: 'ANY', allowedFunctionNames: toolChoice.names }
  return { mode: toolChoice.mode.toUpperCase() }
}
