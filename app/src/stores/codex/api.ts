import { apiOfProvider } from '../check/provider.ts'
import type { Coping } from '../contract/coping.ts'
import type { Entry } from '../contract/store.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { eventIn } from './record.ts'
import { loginCopes } from './rules.ts'

const responses = 'openai-responses'

/** The API that a thread is sent to: its provider's, if that one's form of the Responses API is known here, else OpenAI's. */
export function apiOf(entries: readonly Entry[]): string {
  const provider = providerOf(entries)
  return (provider === undefined ? undefined : apiOfProvider(provider, responses)) ?? responses
}

/** The name that Codex gives to the provider of a thread; settings that were applied later count. */
export function providerOf(entries: readonly Entry[]): string | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const applied = eventIn(entries[at]?.value ?? {}, 'thread_settings_applied')
    const provider = nonEmpty(memberAt(applied, ['thread_settings', 'model_provider_id']))
    if (provider !== undefined) return provider
  }
  return nonEmpty(entries[0]?.value && memberAt(entries[0].value, ['payload', 'model_provider']))
}

/**
 * The faults that the service behind a ChatGPT login takes.
 *
 * Codex writes the output of a heartbeat or of another thread without the id of a call, on purpose, and sends it on. Only
 * that service is known to take it. It tells its limits beside every answer: no other provider does.
 */
export function loginCopesOf(entries: readonly Entry[]): readonly Coping[] {
  const provider = providerOf(entries)
  if (provider !== undefined && provider !== 'openai') return []
  const last = entries.findLast(({ value }) => eventIn(value, 'token_count') !== undefined)
  const limits = memberAt(last?.value, ['payload', 'rate_limits'])
  const isLogin = isObject(limits) && nonEmpty(limits.plan_type) !== undefined
  return isLogin ? loginCopes : []
}

/** The model that a thread is sent to next. */
export function modelOf(entries: readonly Entry[]): string | undefined {
  const isTold = ({ value }: Entry): boolean => value.type === 'turn_context'
  return nonEmpty(memberAt(entries.findLast(isTold)?.value, ['payload', 'model']))
}
