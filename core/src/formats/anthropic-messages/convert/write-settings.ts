import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import { fitting } from '../../claude-sampling.ts'
import { isOn, writeThinking } from '../../claude-thinking.ts'
import { loseSettings, writePlain } from '../../plain-settings.ts'
import { plain } from './read-settings.ts'

/** An output limit is required; this one is written where the source has none. */
const usualLimit = 32_000

const carried: ReadonlySet<string> = new Set([
  ...plain.map(({ setting }) => setting),
  'user',
  'thinking',
  'responseFormat',
  'isParallel',
])

/** The settings of a body, those included that have to fit each other. */
export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  const limit = request.settings.outputLimit ?? usualLimit
  const thinking = writeThinking(request, limit, task)
  const settings = fitting(request, thinking !== undefined && isOn(thinking), task)
  const { serviceTier, ...rest } = settings
  const output = outputConfig(request, thinking?.output_config, task)
  return {
    ...writePlain({ ...rest, outputLimit: limit, ...tierOf(request, serviceTier, task) }, plain),
    ...(settings.user === undefined ? {} : { metadata: { user_id: settings.user } }),
    ...(thinking?.thinking === undefined ? {} : { thinking: thinking.thinking }),
    ...(output === undefined ? {} : { output_config: output }),
  }
}

function tierOf(
  { places }: NeutralRequest,
  tier: string | undefined,
  task: WriteTask,
): Pick<NeutralSettings, 'serviceTier'> {
  if (tier === undefined) return {}
  if (tier === 'auto' || tier === 'standard_only') return { serviceTier: tier }
  task.lose(places?.serviceTier, `service tier \`${tier.slice(0, 60)}\``, 'The target has no such tier.')
  return {}
}

function outputConfig(
  { settings: { responseFormat: format }, places }: NeutralRequest,
  config: JsonObject | undefined,
  task: WriteTask,
): JsonObject | undefined {
  if (format === undefined || format.mode === 'text') return config
  if (format.mode === 'json') {
    task.lose(
      places?.responseFormat,
      'response format',
      'The target has no format for JSON without a schema.',
    )
    return config
  }
  for (const member of ['name', 'description', 'isStrict'] as const)
    if (format[member] !== undefined)
      task.lose(places?.responseFormat, `${member} of the response format`, 'The target has no such member.')
  return { ...config, format: { type: 'json_schema', schema: format.schema } }
}
