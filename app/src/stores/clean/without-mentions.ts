import { apply, type Edit } from '@mortise/core'
import type { Change } from '../changes/change.ts'
import { RecordEdits } from '../changes/record-edits.ts'
import type { Entry, Gone, Store } from '../contract/store.ts'
import { itemAt } from '../records/lists.ts'
import { isCall, partsIn } from './denied-parts.ts'

/** The same change, with edits that remove the mentions, outside of messages, of calls and results that are gone. */
export function withoutMentions(store: Store, entries: readonly Entry[], change: Change): Change {
  const { forgets } = store
  if (forgets === undefined) return change
  const links = new RecordEdits()
  for (const index of change.links.indexes) for (const edit of change.links.of(index)) links.add(index, edit)
  for (const index of change.edits.indexes) {
    const { value } = itemAt(entries, index)
    const edits = change.edits.of(index)
    const after = edited(value, edits)
    const why = edits[0]?.why ?? ''
    for (const edit of forgets(after, goneOf(store, value, after))) links.add(index, { ...edit, why })
  }
  return { ...change, links }
}

function goneOf(store: Store, before: Entry['value'], after: Entry['value']): Gone {
  const [had, has] = [before, after].map((value) => {
    const parts = partsIn(store, store.messageIn(value)?.message)
    return { calls: parts.some(isCall), results: parts.some((part) => !isCall(part)) }
  }) as [Gone, Gone]
  return { calls: had.calls && !has.calls, results: had.results && !has.results }
}

function edited(value: Entry['value'], edits: readonly Edit[]): Entry['value'] {
  const outcome = apply(value, { edits })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
