import type { WriteTask } from '../../../model/converter.ts'
import { type JsonObject, printJson } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import { fitting } from '../../claude-sampling.ts'
import { isOn, writeThinking } from '../../claude-thinking.ts'
import { loseSettings, writePlain } from '../../plain-settings.ts'
import { isClaude } from './models.ts'
import { additional, shared } from './settings.ts'

// Whether an answer is streamed is said by the path.
const carried: ReadonlySet<string> = new Set([
  ...shared.map(({ setting }) => setting),
  'topK',
  'thinking',
  'metadata',
  'serviceTier',
  'responseFormat',
  'isStream',
])

/** The settings as members of a body; those without one are lost. */
export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  const model = task.model ?? request.model
  const { settings, fields } = isClaude(model)
    ? forClaude(request, { ...task, model })
    : forOthers(request, task)
  const inferenceConfig = writePlain(settings, shared)
  const outputConfig = writeFormat(request, task)
  const tier = writeTier(request, task)
  return {
    ...(isFilled(inferenceConfig) && { inferenceConfig }),
    ...(isFilled(fields) && { additionalModelRequestFields: fields }),
    ...(settings.metadata && { requestMetadata: settings.metadata }),
    ...(tier !== undefined && { serviceTier: { type: tier } }),
    ...(outputConfig && { outputConfig }),
  }
}

interface FittedSettings {
  readonly settings: NeutralSettings
  readonly fields: JsonObject
}

function isFilled(object: JsonObject): boolean {
  return Object.keys(object).length > 0
}

function forClaude(request: NeutralRequest, task: WriteTask): FittedSettings {
  const limit = request.settings.outputLimit ?? Number.POSITIVE_INFINITY
  const thinking = writeThinking(request, limit, task) ?? {}
  const settings = fitting(request, isOn(thinking), task)
  return { settings, fields: { ...writePlain(settings, additional), ...thinking } }
}

/** Each maker has words of its own for these. */
function forOthers({ settings, places }: NeutralRequest, task: WriteTask): FittedSettings {
  for (const setting of ['thinking', 'topK'] as const)
    if (settings[setting] !== undefined)
      task.lose(places?.[setting], `setting ${setting}`, 'How this model is told is not known.')
  return { settings, fields: {} }
}

const tiers: ReadonlySet<string> = new Set(['default', 'priority', 'flex', 'reserved'])

function writeTier({ settings, places }: NeutralRequest, task: WriteTask): string | undefined {
  const { serviceTier: tier } = settings
  if (tier === undefined || tiers.has(tier)) return tier
  task.lose(places?.serviceTier, `service tier \`${tier.slice(0, 60)}\``, 'The target has no such tier.')
  return undefined
}

function writeFormat({ settings, places }: NeutralRequest, task: WriteTask): JsonObject | undefined {
  const { responseFormat: format } = settings
  if (format === undefined || format.mode === 'text') return undefined
  if (format.mode === 'json') {
    task.lose(
      places?.responseFormat,
      'response format',
      'The target has no format for JSON without a schema.',
    )
    return undefined
  }
  if (format.isStrict !== undefined)
    task.lose(places?.responseFormat, 'isStrict of the response format', 'The target has no such member.')
  const { name, description } = format
  const jsonSchema = {
    schema: printJson(format.schema),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
  return { textFormat: { type: 'json_schema', structure: { jsonSchema } } }
}
