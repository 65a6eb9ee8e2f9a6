import type { Coping } from '../contract/coping.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { memberAt, nonEmpty } from '../records/json.ts'
import { isMessage } from '../task-family/record.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'
import { rangeBeside } from './range.ts'

/** As it sends, it answers open calls and puts results first in the message after their calls. */
const copes: readonly Coping[] = [{ does: 'heals', rules: ['call-without-result', 'result-not-leading'] }]

/** It sends the first message behind the hidden range without its results. */
const behindRange: readonly Coping[] = [{ does: 'heals', rules: ['result-without-call'] }]

/** Cline: a range of messages is hidden by their positions, which other files name. */
export const cline: Store = storeOf({
  name: 'cline',
  title: 'Cline',
  extension: 'saoudrizwan.claude-dev',
  copes,
  isNamedByPosition: true,
  recognises: (values) => (looksLikeTask(values) && !hasTags(values) ? 0.6 : 0),
  lanes,
  api: apiOf,
})

// The first question and its answer are always sent.
const head = 2

function lanes(entries: readonly Entry[], path: string): readonly Lane[] {
  const range = path === '' ? undefined : rangeBeside(path)
  const next = range === undefined ? head : range[1] + 1
  const turns = entries
    .filter(({ index, value }) => isMessage(value) && (index < head || index >= next))
    .map(({ index }) => index)
  if (turns.length === 0) return []
  const lane = { name: 'main', leaf: turns.at(-1) ?? -1, turns }
  return [next > head ? { ...lane, copes: behindRange } : lane]
}

const ownForm: ReadonlySet<unknown> = new Set(['anthropic', 'bedrock', 'vertex', 'claude-code'])

/** The API of the provider that answered last; where none is noted, that of the records' form. */
function apiOf(entries: readonly Entry[]): string {
  const providers = entries.map(({ value }) => nonEmpty(memberAt(value, ['modelInfo', 'providerId'])))
  const last = providers.findLast((provider) => provider !== undefined)
  return last === undefined || ownForm.has(last) ? 'anthropic' : 'openai'
}
