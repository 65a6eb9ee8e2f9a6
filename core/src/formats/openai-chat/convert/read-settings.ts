import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings, NeutralToolChoice } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { isFlag, isNumber, isText, isTexts, type PlainSetting, readPlain } from '../../plain-settings.ts'
import { name } from '../name.ts'
import { readTool } from './read-tools.ts'

/** The settings that are one member each. */
export const plain: readonly PlainSetting[] = [
  { member: 'max_completion_tokens', setting: 'outputLimit', fits: isNumber },
  { member: 'max_tokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'top_p', setting: 'topP', fits: isNumber },
  { member: 'seed', setting: 'seed', fits: isNumber },
  { member: 'frequency_penalty', setting: 'frequencyPenalty', fits: isNumber },
  { member: 'presence_penalty', setting: 'presencePenalty', fits: isNumber },
  { member: 'stop', setting: 'stops', fits: isTexts },
  { member: 'stream', setting: 'isStream', fits: isFlag },
  { member: 'parallel_tool_calls', setting: 'isParallel', fits: isFlag },
  { member: 'user', setting: 'user', fits: isText },
  { member: 'metadata', setting: 'metadata', fits: isTextMap },
  { member: 'service_tier', setting: 'serviceTier', fits: isText },
]

function isTextMap(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isText)
}

/** The settings of a body beside its messages. */
type BodySettings = Pick<NeutralRequest, 'model' | 'tools' | 'toolChoice' | 'settings' | 'places' | 'own'>

/** Reads everything in a body that is not a message. */
export function readBody(body: JsonObject): BodySettings {
  const { settings, places, taken } = readPlain(body, [], plain)
  const read = new Set(taken)
  const put = (setting: keyof NeutralSettings, value: unknown, member: string): void => {
    Object.assign(settings, { [setting]: value })
    places[setting] = [member]
    read.add(member)
  }
  if (typeof body.stop === 'string') put('stops', [body.stop], 'stop')
  const thinking = thinkingOf(body)
  if (thinking !== undefined) put('thinking', thinking.value, thinking.member)
  const format = formatOf(body.response_format)
  if (format !== undefined) put('responseFormat', format, 'response_format')
  const toolChoice = choiceOf(body.tool_choice)
  const model = nonEmpty(body.model)
  for (const [member, isRead] of [
    ['messages', Array.isArray(body.messages)],
    ['tools', Array.isArray(body.tools)],
    ['model', model !== undefined],
    ['tool_choice', toolChoice !== undefined],
  ] as const)
    if (isRead) read.add(member)
  const placed: Partial<Record<'model' | 'toolChoice', Place>> = {
    ...(model === undefined ? {} : { model: ['model'] }),
    ...(toolChoice === undefined ? {} : { toolChoice: ['tool_choice'] }),
  }
  const made: BodySettings = {
    ...(model === undefined ? {} : { model }),
    tools: Array.isArray(body.tools) ? body.tools.map((tool, index) => readTool(tool, ['tools', index])) : [],
    ...(toolChoice === undefined ? {} : { toolChoice }),
    settings,
    places: { ...places, ...placed },
  }
  return keepOwn(made, ownOf(name, [body, read]))
}

interface ThinkingRead {
  readonly member: string
  readonly value: NeutralSettings['thinking']
}

/** OpenAI has an effort, others a switch. */
function thinkingOf({ reasoning_effort: effort, thinking }: JsonObject): ThinkingRead | undefined {
  if (typeof effort === 'string') {
    const value = effort === 'none' ? ({ mode: 'off' } as const) : ({ mode: 'effort', effort } as const)
    return { member: 'reasoning_effort', value }
  }
  if (!isObject(thinking) || Object.keys(thinking).length !== 1) return undefined
  if (thinking.type === 'disabled') return { member: 'thinking', value: { mode: 'off' } }
  return thinking.type === 'enabled' ? { member: 'thinking', value: { mode: 'adaptive' } } : undefined
}

function formatOf(given: unknown): NeutralSettings['responseFormat'] | undefined {
  if (!isObject(given)) return undefined
  if (given.type === 'text') return { mode: 'text' }
  if (given.type === 'json_object') return { mode: 'json' }
  const { json_schema: inner } = given
  if (given.type !== 'json_schema' || !isObject(inner)) return undefined
  const { name: called, description, strict, schema } = inner
  return {
    mode: 'schema',
    schema,
    ...(typeof called === 'string' ? { name: called } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof strict === 'boolean' ? { isStrict: strict } : {}),
  }
}

function choiceOf(choice: unknown): NeutralToolChoice | undefined {
  if (choice === 'auto' || choice === 'none') return { mode: choice }
  if (choice === 'required') return { mode: 'any' }
  if (!isObject(choice)) return undefined
  const called = isObject(choice.function) ? choice.function : choice.custom
  if (isObject(called) && typeof called.name === 'string') return { mode: 'one', name: called.name }
  const allowed = isObject(choice.allowed_tools) ? choice.allowed_tools : undefined
  const names = Array.isArray(allowed?.tools) ? allowed.tools.map(nameOf) : undefined
  if (names === undefined || !names.every(isName)) return undefined
  return { mode: 'some', names, ...(allowed?.mode === 'required' ? { isForced: true } : {}) }
}

function nameOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return undefined
  const inner = isObject(tool.function) ? tool.function : tool.custom
  return isObject(inner) ? nonEmpty(inner.name) : nonEmpty(tool.name)
}

function isName(called: string | undefined): called is string {
  return called !== undefined
}
