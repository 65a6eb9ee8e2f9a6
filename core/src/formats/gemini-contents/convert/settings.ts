import type { WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import type { Place } from '../../../model/place.ts'
import {
  isNumber,
  isTexts,
  loseSettings,
  type PlainSetting,
  type ReadSettings,
  readPlain,
  writePlain,
} from '../../plain-settings.ts'
import { camelled } from './camelled.ts'
import { toJsonSchema } from './schema.ts'
import { readThinking, writeThinking } from './thinking.ts'

const table: readonly PlainSetting[] = [
  { member: 'maxOutputTokens', setting: 'outputLimit', fits: isNumber },
  { member: 'temperature', setting: 'temperature', fits: isNumber },
  { member: 'topP', setting: 'topP', fits: isNumber },
  { member: 'topK', setting: 'topK', fits: isNumber },
  { member: 'seed', setting: 'seed', fits: isNumber },
  { member: 'frequencyPenalty', setting: 'frequencyPenalty', fits: isNumber },
  { member: 'presencePenalty', setting: 'presencePenalty', fits: isNumber },
  { member: 'stopSequences', setting: 'stops', fits: isTexts },
]

/** Reads `generationConfig`. */
export function readSettings(config: JsonObject, at: Place): ReadSettings {
  const plain = readPlain(config, at, table)
  const taken = new Set(plain.taken)
  const places = { ...plain.places }
  const thinking = readThinking(camelled(config.thinkingConfig))
  if (thinking !== undefined) places.thinking = [...at, 'thinkingConfig']
  const responseFormat = readResponseFormat(config)
  if (responseFormat !== undefined) {
    places.responseFormat = [...at, 'responseMimeType']
    for (const name of formatMembers) taken.add(name)
  }
  const settings = {
    ...plain.settings,
    ...(thinking && { thinking }),
    ...(responseFormat && { responseFormat }),
  }
  return { settings, places, taken }
}

const formatMembers = ['responseMimeType', 'responseSchema', 'responseJsonSchema']

function readResponseFormat(config: JsonObject): NeutralSettings['responseFormat'] {
  const type = nonEmpty(config.responseMimeType)
  if (type === 'text/plain') return { mode: 'text' }
  if (type !== 'application/json') return undefined
  const schema = toJsonSchema(config.responseJsonSchema ?? config.responseSchema)
  return isObject(schema) ? { mode: 'schema', schema } : { mode: 'json' }
}

function writeResponseFormat(format: NeutralSettings['responseFormat']): JsonObject {
  if (format === undefined) return {}
  if (format.mode === 'text') return { responseMimeType: 'text/plain' }
  const type = { responseMimeType: 'application/json' }
  return format.mode === 'json' ? type : { ...type, responseJsonSchema: format.schema }
}

function loseFormatMembers(
  { settings: { responseFormat: format }, places }: NeutralRequest,
  task: WriteTask,
): void {
  if (format?.mode !== 'schema') return
  for (const member of ['name', 'description', 'isStrict'] as const)
    if (format[member] !== undefined)
      task.lose(places?.responseFormat, `${member} of the response format`, 'The target has no such member.')
}

// Whether an answer is streamed is said by the path.
const carried: ReadonlySet<string> = new Set([
  ...table.map(({ setting }) => setting),
  'thinking',
  'responseFormat',
  'isStream',
])

/** The settings as `generationConfig`; those without a member are lost. */
export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  const { settings } = request
  const thinkingConfig = writeThinking(settings.thinking, task.model ?? request.model, (what, why) =>
    task.lose(request.places?.thinking, what, why),
  )
  loseFormatMembers(request, task)
  return {
    ...writePlain(settings, table),
    ...writeResponseFormat(settings.responseFormat),
    ...(thinkingConfig && { thinkingConfig }),
  }
}
