import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralToolChoice } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { demandedParameters } from '../../call-arguments.ts'
import { loseTool } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { isNumber, isTexts, loseSettings, type PlainSetting, writePlain } from '../../plain-settings.ts'
import { origin } from './origin.ts'
import { readOptions, writeOptions } from './provider-options.ts'

/** The settings that stand beside the messages; version 4 had another name for the first. */
export const table: readonly PlainSetting[] = [
  { member: 'maxOutputTokens', setting: 'outputLimit', fits: isNumber },
  { member: 'maxTokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'topP', setting: 'topP', fits: isNumber },
  { member: 'topK', setting: 'topK', fits: isNumber },
  { member: 'seed', setting: 'seed', fits: isNumber },
  { member: 'frequencyPenalty', setting: 'frequencyPenalty', fits: isNumber },
  { member: 'presencePenalty', setting: 'presencePenalty', fits: isNumber },
  { member: 'stopSequences', setting: 'stops', fits: isTexts },
]

// Whether an answer is streamed is said by the function that is called.
const carried: ReadonlySet<string> = new Set([...table.map(({ setting }) => setting), 'isStream'])

export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  return writePlain(request.settings, table)
}

/** Reads the tools, each under its name. */
export function readTools(tools: unknown, at: Place): readonly NeutralTool[] {
  if (!isObject(tools)) return []
  return Object.entries(tools).map(([name, raw]) =>
    readTool(name, isObject(raw) ? raw : {}, placeIn(at, name)),
  )
}

const toolMembers: ReadonlySet<string> = new Set([
  'type',
  'description',
  'inputSchema',
  'parameters',
  'strict',
  'providerOptions',
])
const none: ReadonlySet<string> = new Set()

function readTool(name: string, raw: JsonObject, at: Place): NeutralTool {
  const isFunction = raw.type === undefined || raw.type === 'function' || raw.type === 'dynamic'
  if (!isFunction) {
    const own = ownOf(origin, [raw, none])
    return { kind: 'hosted', name, at, ...(own && { own }) }
  }
  const { mark, objects } = readOptions(raw, 'other')
  const schema = raw.inputSchema ?? raw.parameters
  // A schema that was made by a helper holds the JSON inside.
  const parameters = isObject(schema) && isObject(schema.jsonSchema) ? schema.jsonSchema : schema
  const own = ownOf(origin, [raw, toolMembers], ...objects)
  return {
    kind: 'function',
    name,
    at,
    ...(typeof raw.description === 'string' && { description: raw.description }),
    ...(isObject(parameters) && { parameters }),
    ...(typeof raw.strict === 'boolean' && { isStrict: raw.strict }),
    ...(mark && { mark }),
    ...(own && { own }),
  }
}

export function writeTools(tools: readonly NeutralTool[], task: WriteTask): JsonObject {
  const entries = tools.flatMap((tool): (readonly [string, JsonObject])[] => {
    const { name = '', own } = tool
    if (tool.kind !== 'hosted') return [[name, withOwn(functionOf(tool), own, origin)]]
    if (own?.origin === origin) return [[name, withOwn({}, own, origin)]]
    loseTool(tool, task)
    return []
  })
  // Not a literal: a tool may be called `__proto__`.
  return Object.fromEntries(entries)
}

function functionOf(tool: NeutralTool): JsonObject {
  const { description, isStrict, mark } = tool
  return {
    ...(description !== undefined && { description }),
    inputSchema: demandedParameters(tool),
    ...(isStrict !== undefined && { strict: isStrict }),
    ...writeOptions({ mark }),
  }
}

export function readToolChoice(choice: unknown): NeutralToolChoice | undefined {
  if (choice === 'auto' || choice === 'none') return { mode: choice }
  if (choice === 'required') return { mode: 'any' }
  const name = isObject(choice) && choice.type === 'tool' ? nonEmpty(choice.toolName) : undefined
  return name === undefined ? undefined : { mode: 'one', name }
}

export function writeToolChoice({ toolChoice, places }: NeutralRequest, task: WriteTask): unknown {
  if (toolChoice?.mode === 'one') return { type: 'tool', toolName: toolChoice.name }
  if (toolChoice?.mode === 'some')
    task.lose(
      places?.toolChoice,
      'choice among some tools',
      'The target lets the model choose among all, or one.',
    )
  return toolChoice?.mode === 'any' || toolChoice?.mode === 'some' ? 'required' : toolChoice?.mode
}
