import { apiOfProvider } from '../check/provider.ts'
import type { Entry } from '../contract/store.ts'
import { memberAt, nonEmpty } from '../records/json.ts'

/** The APIs of providers whose name tells more than that of a rulebook. */
const own: Readonly<Record<string, string>> = {
  openai: 'openai-responses',
  'amazon-bedrock': 'bedrock',
  'google-vertex-anthropic': 'anthropic',
}

/** The API of the provider that was used last; OpenAI's form of chat, which most others take, where none is known. */
export function apiOf(entries: readonly Entry[]): string {
  const providers = entries.map(
    ({ value: { data } }) =>
      nonEmpty(memberAt(data, ['providerID'])) ?? nonEmpty(memberAt(data, ['model', 'providerID'])),
  )
  const last = providers.findLast((provider) => provider !== undefined)
  return last === undefined ? 'openai' : (own[last] ?? apiOfProvider(last) ?? 'openai')
}
