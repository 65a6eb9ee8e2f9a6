import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import type { ReadObject } from '../../own-members.ts'
import {
  isFlag,
  isNumber,
  isText,
  loseSettings,
  type PlainSetting,
  readPlain,
  writePlain,
} from '../../plain-settings.ts'

const isLabels = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText)

const table: readonly PlainSetting[] = [
  { member: 'max_output_tokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'top_p', setting: 'topP', fits: isNumber },
  { member: 'stream', setting: 'isStream', fits: isFlag },
  { member: 'parallel_tool_calls', setting: 'isParallel', fits: isFlag },
  { member: 'user', setting: 'user', fits: isText },
  { member: 'metadata', setting: 'metadata', fits: isLabels },
  { member: 'service_tier', setting: 'serviceTier', fits: isText },
]

/** The settings of a body beside its items, instructions and tools, and the objects that were read for them. */
export interface ResponsesSettings {
  readonly settings: NeutralSettings
  readonly places: NonNullable<NeutralRequest['places']>
  /** Members of the body that were read. */
  readonly taken: ReadonlySet<string>
  readonly objects: readonly ReadObject[]
}

const effortMembers: ReadonlySet<string> = new Set(['effort'])
const formatMembers: ReadonlySet<string> = new Set(['format'])
const none: ReadonlySet<string> = new Set()

export function readSettings(body: JsonObject): ResponsesSettings {
  const plain = readPlain(body, [], table)
  const { reasoning, text } = body
  const thinking = isObject(reasoning) ? readEffort(reasoning.effort) : undefined
  const responseFormat = isObject(text) ? readFormat(text.format) : undefined
  return {
    settings: { ...plain.settings, ...(thinking && { thinking }), ...(responseFormat && { responseFormat }) },
    places: {
      ...plain.places,
      ...(thinking && { thinking: ['reasoning', 'effort'] }),
      ...(responseFormat && { responseFormat: ['text', 'format'] }),
    },
    taken: new Set([
      ...plain.taken,
      ...(isObject(reasoning) ? ['reasoning'] : []),
      ...(isObject(text) ? ['text'] : []),
    ]),
    objects: [
      [reasoning, thinking ? effortMembers : none, 'reasoning'],
      [text, responseFormat ? formatMembers : none, 'text'],
    ],
  }
}

function readEffort(given: unknown): NeutralSettings['thinking'] {
  const effort = nonEmpty(given)
  if (effort === undefined) return undefined
  return effort === 'none' ? { mode: 'off' } : { mode: 'effort', effort }
}

function readFormat(format: unknown): NeutralSettings['responseFormat'] {
  if (!isObject(format)) return undefined
  const { type, schema, name, description, strict, ...more } = format
  if (Object.keys(more).length > 0) return undefined
  if (type === 'text') return { mode: 'text' }
  if (type === 'json_object') return { mode: 'json' }
  if (type !== 'json_schema') return undefined
  return {
    mode: 'schema',
    schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { isStrict: strict }),
  }
}

const carried: ReadonlySet<string> = new Set([
  ...table.map(({ setting }) => setting),
  'thinking',
  'responseFormat',
])

/** The settings as members of a body; those without one are lost. */
export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  const { serviceTier, ...settings } = request.settings
  const effort = writeEffort(request, task)
  const format = writeFormat(settings.responseFormat)
  const tier = tierOf(request, task)
  return {
    ...writePlain({ ...settings, ...(tier !== undefined && { serviceTier: tier }) }, table),
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(format && { text: { format } }),
  }
}

const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'priority', 'scale'])

function tierOf(
  { settings: { serviceTier: tier }, places }: NeutralRequest,
  task: WriteTask,
): string | undefined {
  if (tier === undefined || tiers.has(tier)) return tier
  task.lose(places?.serviceTier, `service tier \`${tier.slice(0, 60)}\``, 'The target has no such tier.')
  return undefined
}

/** How hard the model thinks. The number of tokens cannot be told; the effort that comes near it can. */
function writeEffort(
  { settings: { thinking }, places }: NeutralRequest,
  task: WriteTask,
): string | undefined {
  switch (thinking?.mode) {
    case 'off':
      return 'none'
    case 'effort':
      if (thinking.effort !== 'max') return thinking.effort
      task.lose(places?.thinking, 'effort `max`', 'The target has no such effort; the highest is written.')
      return 'xhigh'
    case 'adaptive':
      task.lose(
        places?.thinking,
        'thinking setting',
        'The target takes an effort; without one its model decides.',
      )
      return undefined
    case 'budget': {
      const effort = thinking.tokens < 4096 ? 'low' : thinking.tokens < 16_384 ? 'medium' : 'high'
      task.lose(places?.thinking, 'thinking budget', `The target takes an effort: \`${effort}\` is written.`)
      return effort
    }
    default:
      return undefined
  }
}

function writeFormat(format: NeutralSettings['responseFormat']): JsonObject | undefined {
  if (format === undefined) return undefined
  if (format.mode === 'text') return { type: 'text' }
  if (format.mode === 'json') return { type: 'json_object' }
  const { schema, name = 'answer', description, isStrict } = format
  return {
    type: 'json_schema',
    name,
    schema,
    ...(description !== undefined && { description }),
    ...(isStrict !== undefined && { strict: isStrict }),
  }
}
