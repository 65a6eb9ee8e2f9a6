import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../../../model/neutral.ts'
import { loseSettings, type PlainSetting, writePlain } from '../../plain-settings.ts'
import { plain } from './read-settings.ts'

const carried: ReadonlySet<string> = new Set([
  ...plain.map(({ setting }) => setting),
  'thinking',
  'responseFormat',
])

// Copies of OpenAI's API know the older name of the limit alone.
const older: readonly PlainSetting[] = plain.filter(({ member }) => member !== 'max_completion_tokens')

/** OpenAI takes so many stop sequences. */
const mostStops = 4

/** The settings of a body. */
export function writeSettings(request: NeutralRequest, task: WriteTask): JsonObject {
  loseSettings(request, carried, task)
  const { settings, places } = request
  const { stops, serviceTier, isParallel, ...rest } = settings
  const kept = stops?.slice(0, mostStops)
  if (stops !== undefined && kept?.length !== stops.length)
    task.lose(places?.stops, 'stop sequences after the fourth', 'The target takes four at most.')
  const isTier = serviceTier !== undefined && tiers.has(serviceTier)
  if (serviceTier !== undefined && !isTier)
    task.lose(
      places?.serviceTier,
      `service tier \`${serviceTier.slice(0, 60)}\``,
      'The target has no such tier.',
    )
  const fitting: NeutralSettings = {
    ...rest,
    ...(kept === undefined || kept.length === 0 ? {} : { stops: kept }),
    ...(isTier ? { serviceTier } : {}),
    // Without tools the switch is refused.
    ...(isParallel === undefined || request.tools.length === 0 ? {} : { isParallel }),
  }
  return {
    ...writePlain(fitting, task.provider === 'openai' ? plain : older),
    ...writeThinking(request, task),
    ...writeFormat(settings.responseFormat),
  }
}

const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'priority', 'scale'])
const efforts: ReadonlySet<string> = new Set(['minimal', 'low', 'medium', 'high', 'xhigh'])
/** The APIs that switch thinking on and off. */
const switches: ReadonlySet<string> = new Set(['deepseek', 'kimi', 'glm'])

function writeThinking({ settings: { thinking }, places }: NeutralRequest, task: WriteTask): JsonObject {
  if (thinking === undefined) return {}
  const note = (what: string, why: string): void => task.lose(places?.thinking, what, why)
  if (switches.has(task.provider)) {
    if (thinking.mode === 'budget') note('thinking budget', 'The target switches thinking on and off alone.')
    if (thinking.mode === 'effort')
      note('effort of thinking', 'The target switches thinking on and off alone.')
    return { thinking: { type: thinking.mode === 'off' ? 'disabled' : 'enabled' } }
  }
  if (thinking.mode === 'off' || thinking.mode === 'adaptive') {
    note('thinking setting', 'The target takes an effort; without one its model decides.')
    return {}
  }
  if (thinking.mode === 'budget') {
    note('thinking budget', 'The target takes no budget; the effort that comes near is written.')
    return { reasoning_effort: effortOf(thinking.tokens) }
  }
  if (efforts.has(thinking.effort)) return { reasoning_effort: thinking.effort }
  note(`effort \`${thinking.effort.slice(0, 60)}\``, 'The target has no such effort; the highest is written.')
  return { reasoning_effort: 'high' }
}

function effortOf(tokens: number): string {
  if (tokens <= 2048) return 'low'
  return tokens <= 8192 ? 'medium' : 'high'
}

function writeFormat(format: NeutralSettings['responseFormat']): JsonObject {
  if (format === undefined) return {}
  if (format.mode === 'text') return { response_format: { type: 'text' } }
  if (format.mode === 'json') return { response_format: { type: 'json_object' } }
  const { name = 'response', description, schema, isStrict } = format
  const told = description === undefined ? {} : { description }
  const strict = isStrict === undefined ? {} : { strict: isStrict }
  return { response_format: { type: 'json_schema', json_schema: { name, ...told, schema, ...strict } } }
}
