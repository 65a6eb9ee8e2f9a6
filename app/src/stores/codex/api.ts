import { apiOfProvider } from '../check/provider.ts'
import type { Coping } from '../contract/coping.ts'
import type { Entry } from '../contract/store.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { eventIn } from './record.ts'
import { orphanCopes } from './rules.ts'

const responses = 'openai-responses'

/** The API that a thread is sent to: its provider's, if that one's form of the Responses API is known here, else OpenAI's. */
export function apiOf(entries: readonly Entry[]): string {
  const provider = providerOf(entries)
  return (provider === undefined ? undefined : apiOfProvider(provider, responses)) ?? responses
}

/** The name that Codex gives to the provider of a thread; settings that were applied later count. */
function providerOf(entries: readonly Entry[]): string | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const applied = eventIn(entries[at]?.value ?? {}, 'thread_settings_applied')
    const provider = nonEmpty(memberAt(applied, ['thread_settings', 'model_provider_id']))
    if (provider !== undefined) return provider
  }
  return nonEmpty(entries[0]?.value && memberAt(entries[0].value, ['payload', 'model_provider']))
}

/**
 * How Codex copes with results without a call.
 *
 * It leaves them out, but for those that name no call: it writes the output of a heartbeat or of another thread so on
 * purpose, and sends it on. Only the service behind a ChatGPT login is known to take it.
 */
export function orphanCopesOf(entries: readonly Entry[], turns: readonly number[]): readonly Coping[] {
  const isNameless = (index: number): boolean => {
    const item = entries[index]?.value.payload
    const isOutput = nonEmpty(memberAt(item, ['type']))?.endsWith('_output') === true
    return isOutput && nonEmpty(memberAt(item, ['call_id'])) === undefined
  }
  return isLogin(entries) || !turns.some(isNameless) ? orphanCopes : []
}

/** Whether a thread is sent with a ChatGPT login, which tells its limits beside every answer: no other provider does. */
function isLogin(entries: readonly Entry[]): boolean {
  const provider = providerOf(entries)
  if (provider !== undefined && provider !== 'openai') return false
  const last = entries.findLast(({ value }) => eventIn(value, 'token_count') !== undefined)
  const limits = memberAt(last?.value, ['payload', 'rate_limits'])
  return isObject(limits) && nonEmpty(limits.plan_type) !== undefined
}

/** The model that a thread is sent to next. */
export function modelOf(entries: readonly Entry[]): string | undefined {
  const isTold = ({ value }: Entry): boolean => value.type === 'turn_context'
  return nonEmpty(memberAt(entries.findLast(isTold)?.value, ['payload', 'model']))
}
