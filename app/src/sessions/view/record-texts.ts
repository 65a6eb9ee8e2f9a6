import type { RecordChange } from '../../stores/changes/record-changes.ts'
import { nameOf } from '../../stores/check/findings.ts'
import type { Entry, Store } from '../../stores/contract/store.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { memberAt } from '../../stores/records/json.ts'
import { turnLines } from './turn-lines.ts'

/** The text of a changed record before and after a repair; a record that is not in the file has none. */
export type TextsOf = (change: RecordChange) => { readonly before: string; readonly after: string }

/** Reads the texts of changed records out of a repair. */
export function textsIn({ before, after }: Mended): TextsOf {
  const { store } = before
  const old = new Map(before.entries.map((entry) => [nameOf(entry, store), entry]))
  const fresh = byIdentity(after.entries, before.entries, store)
  return ({ do: act, record, value }) => {
    if (act === 'insert') return { before: '', after: textOf(value, store) }
    const entry = old.get(record)
    const later = entry && fresh.get(identityOf(entry, store))
    return { before: textOf(entry?.value, store), after: textOf(later?.value, store) }
  }
}

function textOf(value: Entry['value'] | undefined, { messageIn, format }: Store): string {
  const message = value && messageIn(value)?.message
  return message === undefined ? '' : turnLines([message], format).join(' ')
}

/** Records by what tells them apart; where they have no ids, none is found once some came or went. */
function byIdentity(
  entries: readonly Entry[],
  before: readonly Entry[],
  store: Store,
): ReadonlyMap<unknown, Entry> {
  const isComparable = store.links !== undefined || entries.length === before.length
  return new Map(isComparable ? entries.map((entry) => [identityOf(entry, store), entry]) : [])
}

function identityOf({ index, value }: Entry, { links }: Store): unknown {
  return links === undefined ? index : (memberAt(value, links.id) ?? Number.NaN)
}
