import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralSettings, NeutralToolChoice } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import type { ReadObject } from '../../own-members.ts'
import { isFlag, isNumber, isText, isTexts, type PlainSetting, readPlain } from '../../plain-settings.ts'

/** The settings that are one member each. */
export const plain: readonly PlainSetting[] = [
  { member: 'max_tokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'top_p', setting: 'topP', fits: isNumber },
  { member: 'top_k', setting: 'topK', fits: isNumber },
  { member: 'stop_sequences', setting: 'stops', fits: isTexts },
  { member: 'stream', setting: 'isStream', fits: isFlag },
  { member: 'service_tier', setting: 'serviceTier', fits: isText },
]

/** The settings of a body beside its messages, and the objects that were read for them. */
export interface BodyReading {
  readonly settings: NeutralSettings
  readonly places: Partial<Record<keyof NeutralSettings, Place>>
  readonly toolChoice: NeutralToolChoice | undefined
  readonly objects: readonly ReadObject[]
}

/** Collects what is read, one member at a time. */
class SettingsReader {
  readonly settings: Record<string, unknown> = {}
  readonly places: Partial<Record<keyof NeutralSettings, Place>> = {}
  readonly taken = new Map<string, Set<string>>()

  put(setting: keyof NeutralSettings, value: unknown, ...at: readonly [string, string]): void {
    this.settings[setting] = value
    this.places[setting] = setting === 'thinking' ? [at[0]] : at
    this.take(...at)
  }

  /** A member of the body, or one of an object in it. */
  take(member: string, ...inner: readonly string[]): void {
    const known = this.taken.get(member) ?? new Set()
    for (const each of inner) known.add(each)
    this.taken.set(member, known)
  }
}

/** Reads everything in a body that is neither messages, instructions nor tools. */
export function readBody(body: JsonObject): BodyReading {
  const read = readPlain(body, [], plain)
  const notes = new SettingsReader()
  readUser(body, notes)
  readThinking(body, notes)
  readOutput(body, notes)
  const toolChoice = readChoice(body.tool_choice, notes)
  const taken = new Set([...read.taken, ...notes.taken.keys()])
  const inner = [...notes.taken].map(([member, known]): ReadObject => [body[member], known, member])
  return {
    settings: { ...read.settings, ...notes.settings },
    places: { ...read.places, ...notes.places },
    toolChoice,
    objects: [[body, taken], ...inner],
  }
}

function readUser({ metadata }: JsonObject, notes: SettingsReader): void {
  if (!isObject(metadata)) return
  notes.take('metadata')
  if (typeof metadata.user_id === 'string') notes.put('user', metadata.user_id, 'metadata', 'user_id')
}

function readThinking({ thinking, output_config: config }: JsonObject, notes: SettingsReader): void {
  if (!isObject(thinking)) return
  const { type, budget_tokens: tokens } = thinking
  const effort = isObject(config) ? nonEmpty(config.effort) : undefined
  if (type === 'disabled') notes.put('thinking', { mode: 'off' }, 'thinking', 'type')
  if (type === 'enabled' && typeof tokens === 'number') {
    notes.put('thinking', { mode: 'budget', tokens }, 'thinking', 'type')
    notes.take('thinking', 'budget_tokens')
  }
  if (type !== 'adaptive') return
  notes.put(
    'thinking',
    effort === undefined ? { mode: 'adaptive' } : { mode: 'effort', effort },
    'thinking',
    'type',
  )
  if (effort !== undefined) notes.take('output_config', 'effort')
}

function readOutput({ output_config: config }: JsonObject, notes: SettingsReader): void {
  const format = isObject(config) ? config.format : undefined
  if (!isObject(format) || format.type !== 'json_schema' || Object.keys(format).length > 2) return
  notes.put('responseFormat', { mode: 'schema', schema: format.schema }, 'output_config', 'format')
}

function readChoice(choice: unknown, notes: SettingsReader): NeutralToolChoice | undefined {
  if (!isObject(choice)) return undefined
  const read = choiceOf(choice)
  if (read === undefined) return undefined
  notes.take('tool_choice', 'type')
  if (read.mode === 'one') notes.take('tool_choice', 'name')
  const { disable_parallel_tool_use: isSerial } = choice
  if (typeof isSerial === 'boolean')
    notes.put('isParallel', !isSerial, 'tool_choice', 'disable_parallel_tool_use')
  return read
}

function choiceOf({ type, name }: JsonObject): NeutralToolChoice | undefined {
  if (type === 'auto' || type === 'any' || type === 'none') return { mode: type }
  return type === 'tool' && typeof name === 'string' ? { mode: 'one', name } : undefined
}
