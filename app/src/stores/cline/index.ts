import type { Coping } from '../contract/coping.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { isMessage } from '../task-family/record.ts'
import { apiOfProvider, behindSummary } from '../task-family/rules.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'
import { rangeBeside } from './range.ts'

/** As it sends, it answers open calls and puts results first in the message after their calls. */
const copes: readonly Coping[] = [{ does: 'heals', rules: ['call-without-result', 'result-not-leading'] }]

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
  return [next > head ? { ...lane, copes: behindSummary } : lane]
}

function apiOf(entries: readonly Entry[]): string {
  return apiOfProvider(entries, 'providerId')
}
