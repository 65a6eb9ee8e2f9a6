import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import type { ReadObject } from '../../own-members.ts'
import { isNumber, isTexts, type PlainSetting, readPlain } from '../../plain-settings.ts'
import { held } from '../blocks.ts'

/** The settings that all models share. */
export const shared: readonly PlainSetting[] = [
  { member: 'maxTokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'topP', setting: 'topP', fits: isNumber },
  { member: 'stopSequences', setting: 'stops', fits: isTexts },
]

/** The settings of one maker's models. */
export const additional: readonly PlainSetting[] = [{ member: 'top_k', setting: 'topK', fits: isNumber }]

/** The settings of a body beside its messages, instructions and tools, and the objects that were read for them. */
export interface ConverseSettings {
  readonly settings: NeutralSettings
  readonly places: NonNullable<NeutralRequest['places']>
  readonly objects: readonly ReadObject[]
  /** Members of the body that were read. */
  readonly taken: ReadonlySet<string>
}

const inference = 'inferenceConfig'
const further = 'additionalModelRequestFields'

/** Reads the settings; each object of the body that was read keeps its other members. */
export function readSettings(body: JsonObject): ConverseSettings {
  const plain = readPlain(held(body, inference), [inference], shared)
  const more = readPlain(held(body, further), [further], additional)
  const thinking = readThinking(held(body, further))
  const beside = readBeside(body)
  const objects: ReadObject[] = [
    [body[inference], plain.taken, inference],
    [body[further], new Set([...more.taken, ...(thinking?.objects ?? [])]), further],
    ...(thinking === undefined ? [] : thinking.inner),
  ]
  const { [inference]: first, [further]: second } = body
  return {
    settings: {
      ...plain.settings,
      ...more.settings,
      ...(thinking && { thinking: thinking.thinking }),
      ...beside.settings,
    },
    places: {
      ...plain.places,
      ...more.places,
      ...(thinking && { thinking: [further, 'thinking'] }),
      ...beside.places,
    },
    objects,
    taken: new Set([
      ...(isObject(first) ? [inference] : []),
      ...(isObject(second) ? [further] : []),
      ...beside.taken,
    ]),
  }
}

const thinkingMembers: ReadonlySet<string> = new Set(['type', 'budget_tokens'])
const effortMembers: ReadonlySet<string> = new Set(['effort'])

interface ConverseThinking {
  readonly thinking: NonNullable<NeutralSettings['thinking']>
  readonly objects: readonly string[]
  readonly inner: readonly ReadObject[]
}

/** Claude's members for how much it thinks. */
function readThinking(fields: JsonObject): ConverseThinking | undefined {
  const { type, budget_tokens: tokens } = held(fields, 'thinking')
  const inner: ReadObject = [fields.thinking, thinkingMembers, further, 'thinking']
  const read = (thinking: ConverseThinking['thinking']): ConverseThinking => ({
    thinking,
    objects: ['thinking'],
    inner: [inner],
  })
  if (type === 'disabled') return read({ mode: 'off' })
  if (type === 'enabled' && typeof tokens === 'number') return read({ mode: 'budget', tokens })
  if (type !== 'adaptive') return undefined
  const effort = nonEmpty(held(fields, 'output_config').effort)
  if (effort === undefined) return read({ mode: 'adaptive' })
  return {
    thinking: { mode: 'effort', effort },
    objects: ['thinking', 'output_config'],
    inner: [inner, [fields.output_config, effortMembers, further, 'output_config']],
  }
}

/** The settings that stand in members of the body itself. */
function readBeside(body: JsonObject): {
  readonly settings: NeutralSettings
  readonly places: Record<string, Place>
  readonly taken: readonly string[]
} {
  const { requestMetadata: metadata, serviceTier: tier, outputConfig: output } = body
  const settings: Record<string, unknown> = {}
  const places: Record<string, Place> = {}
  const put = (setting: keyof NeutralSettings, member: string, value: unknown): void => {
    settings[setting] = value
    places[setting] = [member]
  }
  if (isObject(metadata) && Object.values(metadata).every((value) => typeof value === 'string'))
    put('metadata', 'requestMetadata', metadata)
  if (isObject(tier) && typeof tier.type === 'string' && Object.keys(tier).length === 1)
    put('serviceTier', 'serviceTier', tier.type)
  const format = readFormat(output)
  if (format !== undefined) put('responseFormat', 'outputConfig', format)
  return { settings, places, taken: Object.values(places).map(([member]) => String(member)) }
}

/** Reads a demanded schema; it is JSON in a string. */
function readFormat(output: unknown): NeutralSettings['responseFormat'] {
  const format = held(output, 'textFormat')
  const { schema, name, description, ...more } = held(held(format, 'structure'), 'jsonSchema')
  const isOnly = isObject(output) && Object.keys(output).length === 1 && Object.keys(more).length === 0
  if (!isOnly || format.type !== 'json_schema' || typeof schema !== 'string') return undefined
  const parsed = parse(schema)
  if (parsed === undefined) return undefined
  return {
    mode: 'schema',
    schema: parsed,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
