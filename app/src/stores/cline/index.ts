import type { Entry, Lane, Store } from '../contract/store.ts'
import { memberAt, nonEmpty } from '../records/json.ts'
import { isMessage } from '../task-family/record.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'
import { rangeBeside } from './range.ts'

/**
 * Cline: a range of messages is hidden by their positions, which other files name.
 *
 * As it sends, it answers open calls and puts results first in the message after their calls.
 */
export const cline: Store = storeOf({
  name: 'cline',
  title: 'Cline',
  extension: 'saoudrizwan.claude-dev',
  heals: ['call-without-result', 'result-not-leading'],
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
  // The first message behind the range is sent without its results.
  return [next > head ? { ...lane, heals: ['result-without-call'] } : lane]
}

const ownForm: ReadonlySet<unknown> = new Set(['anthropic', 'bedrock', 'vertex', 'claude-code'])

/** The API of the provider that answered last; where none is noted, that of the records' form. */
function apiOf(entries: readonly Entry[]): string {
  const providers = entries.map(({ value }) => nonEmpty(memberAt(value, ['modelInfo', 'providerId'])))
  const last = providers.findLast((provider) => provider !== undefined)
  return last === undefined || ownForm.has(last) ? 'anthropic' : 'openai'
}
