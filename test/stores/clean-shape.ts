import type { Deny } from '@mortise/core'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { type Cleaned, cleanSession } from '../../app/src/stores/clean/clean.ts'
import type { Links, Store } from '../../app/src/stores/contract/store.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'
import { fileOf } from './conforms.ts'

export const path = '/w/s1.jsonl'

/** A session, cleaned. */
export function clean(store: Store, records: readonly object[], deny: Deny, isText = false): Cleaned {
  return cleanSession(openRecords(store, path, fileOf(records)), { deny, isText })
}

/** What is left of a file, a line a record: its id, its parent, and what it says. */
export function shape(store: Store, { bytes }: Pick<Cleaned, 'bytes'>): string[] {
  const { id, parent } = store.links as Links
  return readRecords(bytes, store).entries.map(({ value }) => {
    const message = store.messageIn(value)?.message
    const { parts } = message === undefined ? { parts: [] } : store.format.readTurn(message, 0, [], [])
    const said = parts.map((part) => {
      if (part.kind === 'text') return part.text
      return part.kind === 'call' || part.kind === 'result' ? `${part.kind} ${part.id}` : part.kind
    })
    const hangs = memberAt(value, parent)
    const name = `${memberAt(value, id) ?? value.type}${typeof hangs === 'string' ? ` on ${hangs}` : ''}`
    return said.length === 0 ? name : `${name}: ${said.join(', ')}`
  })
}

/** A session as it is written. */
export const wordsOf = ({ bytes }: Pick<Cleaned, 'bytes'>): string => Buffer.from(bytes).toString()
