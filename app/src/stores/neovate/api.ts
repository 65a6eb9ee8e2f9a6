import { apiOfProvider, makerOf } from '../check/provider.ts'
import type { Entry } from '../contract/store.ts'
import { memberAt, nonEmpty } from '../records/json.ts'

/**
 * The API that Neovate is sent to where nothing tells which.
 *
 * It has none of its own. The strictest API is assumed: a session that passes here passes anywhere.
 */
export const firstParty = 'anthropic'

/**
 * The API that a session is sent to: that of its model's provider, else that of the model's maker.
 *
 * The model that is set for the session is asked next; else it is the one that answered last.
 */
export function apiOf(entries: readonly Entry[]): string {
  const set = nonEmpty(
    memberAt(entries.find(({ value }) => value.type === 'config')?.value, ['config', 'model']),
  )
  const last = entries.findLast(({ value }) => value.role === 'assistant' && nonEmpty(value.model))
  const model = set ?? nonEmpty(last?.value.model)
  return model === undefined ? firstParty : apiOfModel(model)
}

function apiOfModel(model: string): string {
  const [provider = '', ...rest] = model.split('/')
  const known = rest.length === 0 ? undefined : apiOfProvider(provider)
  return known ?? makerOf(rest.at(-1) ?? model) ?? firstParty
}
