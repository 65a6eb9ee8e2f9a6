import { makerOf } from '../check/provider.ts'
import type { Entry } from '../contract/store.ts'
import { nonEmpty } from '../records/json.ts'

/** The API that a session is sent to: that of the maker of the model that answered last, else Alibaba's own. */
export function apiOf(entries: readonly Entry[]): string {
  const last = entries.findLast(({ value }) => value.type === 'assistant' && nonEmpty(value.model))
  const model = nonEmpty(last?.value.model)
  return (model === undefined ? undefined : makerOf(model)) ?? 'qwen'
}
