import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralToolChoice } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { loseTool } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { objectSchema } from '../../tool-schema.ts'
import { held } from '../blocks.ts'
import { origin } from './origin.ts'
import { readMark } from './read-blocks.ts'
import { markOf } from './write-mark.ts'

const none: ReadonlySet<string> = new Set()

/** Reads the tools of a body; a cache point is a mark on the tool before it. */
export function readTools(tools: unknown, at: Place): readonly NeutralTool[] {
  const read: NeutralTool[] = []
  for (const [index, raw] of (Array.isArray(tools) ? tools : []).entries()) {
    const last = read.at(-1)
    const mark = readMark(raw)
    if (mark !== undefined && last?.kind === 'function' && last.mark === undefined)
      read[read.length - 1] = { ...last, mark }
    else read.push(readTool(raw, placeIn(at, index)))
  }
  return read
}

const toolMembers: ReadonlySet<string> = new Set(['toolSpec'])
const specMembers: ReadonlySet<string> = new Set(['name', 'description', 'inputSchema', 'strict'])
const schemaMembers: ReadonlySet<string> = new Set(['json'])

function readTool(raw: unknown, at: Place): NeutralTool {
  const spec = isObject(raw) ? raw.toolSpec : undefined
  if (!isObject(raw) || !isObject(spec)) {
    const name = nonEmpty(held(raw, 'systemTool').name) ?? (isObject(raw) ? Object.keys(raw)[0] : undefined)
    const own = ownOf(origin, [raw, none])
    return { kind: 'hosted', name, at, ...(own && { own }) }
  }
  const { json } = held(spec, 'inputSchema')
  const own = ownOf(
    origin,
    [raw, toolMembers],
    [spec, specMembers, 'toolSpec'],
    [spec.inputSchema, schemaMembers, 'toolSpec', 'inputSchema'],
  )
  return {
    kind: 'function',
    name: nonEmpty(spec.name),
    at,
    ...(typeof spec.description === 'string' && { description: spec.description }),
    ...(json !== undefined && { parameters: json }),
    ...(typeof spec.strict === 'boolean' && { isStrict: spec.strict }),
    ...(own && { own }),
  }
}

/** Reads which tool the model may or must call. */
export function readToolChoice(choice: unknown): NeutralToolChoice | undefined {
  if (!isObject(choice) || Object.keys(choice).length !== 1) return undefined
  if (isObject(choice.auto)) return { mode: 'auto' }
  if (isObject(choice.any)) return { mode: 'any' }
  const name = nonEmpty(held(choice, 'tool').name)
  return name === undefined ? undefined : { mode: 'one', name }
}

/** The tools of a body and the choice among them; undefined where there is none. */
export function writeToolConfig(request: NeutralRequest, task: WriteTask): JsonObject | undefined {
  const tools = request.tools.flatMap((tool) => writeTool(tool, task))
  if (tools.length === 0) return undefined
  const toolChoice = writeChoice(request, task)
  return { tools, ...(toolChoice && { toolChoice }) }
}

function writeTool(tool: NeutralTool, task: WriteTask): readonly JsonObject[] {
  if (tool.kind === 'hosted') {
    if (tool.own?.origin === origin) return [withOwn({}, tool.own, origin)]
    loseTool(tool, task)
    return []
  }
  const toolSpec = {
    name: tool.name ?? '',
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: { json: objectSchema(tool, task) },
    ...(tool.isStrict !== undefined && { strict: tool.isStrict }),
  }
  const made = withOwn({ toolSpec }, tool.own, origin)
  return tool.mark === undefined ? [made] : [made, markOf(tool.mark)]
}

function writeChoice({ toolChoice, places }: NeutralRequest, task: WriteTask): JsonObject | undefined {
  if (toolChoice === undefined) return undefined
  switch (toolChoice.mode) {
    case 'none':
      task.lose(places?.toolChoice, 'tool choice none', 'The target cannot forbid calls of declared tools.')
      return undefined
    case 'some':
      task.lose(
        places?.toolChoice,
        'choice among some tools',
        'The target lets the model choose among all, or one.',
      )
      return { any: {} }
    case 'one':
      return { tool: { name: toolChoice.name } }
    default:
      return { [toolChoice.mode]: {} }
  }
}
