import type { OpenedSession } from '../check/check.ts'
import { nameOf, placeName } from '../check/findings.ts'
import { unreadable } from '../contract/core-rules.ts'
import type { Entry } from '../contract/store.ts'
import type { Whole } from '../mend/mend-torn.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import type { Torn } from '../records/torn.ts'
import type { Change } from './change.ts'
import type { RecordEdits } from './record-edits.ts'

/** The change of one record, for people. */
export interface RecordChange {
  readonly do: 'insert' | 'remove' | 'hide' | 'move' | 'edit' | 'relink'
  /** The record, or for a new one the record that it is put beside. */
  readonly record: string
  /** The rules that asked for it. */
  readonly why: readonly string[]
  /** The new record. */
  readonly value?: JsonObject
}

/** Names records after the lines that they stood on before anything was changed. */
export function namesFrom({ entries, store }: OpenedSession): (entry: Entry) => string {
  const idOf = ({ value }: Entry): string | undefined =>
    store.links === undefined ? undefined : nonEmpty(memberAt(value, store.links.id))
  const byId = new Map(entries.map((entry) => [idOf(entry), entry]))
  return (entry) => {
    const id = idOf(entry)
    return nameOf((id === undefined ? undefined : byId.get(id)) ?? entry, store)
  }
}

/** The changes that mend torn stretches. */
export function tornChanges(
  { entries, torn, store }: OpenedSession,
  { relinked }: Whole,
  name: (entry: Entry) => string,
): RecordChange[] {
  const header = entries.find(({ value }) => store.isHeader?.(value) === true)
  const kept: ReadonlySet<Torn['kind']> = new Set(['glued', 'raw', 'byte-order-mark', 'unclosed'])
  return [
    ...torn.map(({ kind, line }): RecordChange => {
      if (kind === 'headless')
        return header === undefined
          ? { do: 'insert', record: 'the start', why: [unreadable] }
          : { do: 'move', record: name(header), why: [unreadable] }
      return { do: kept.has(kind) ? 'edit' : 'remove', record: placeName(line, store), why: [unreadable] }
    }),
    ...[...relinked].map(([index, why]): RecordChange => {
      return { do: 'relink', record: name(itemAt(entries, index)), why: [why] }
    }),
  ]
}

/** A change, record by record. */
export function changesIn(
  { edits, links, removed, hidden = new Map(), placed }: Change,
  entries: readonly Entry[],
  name: (entry: Entry) => string,
): RecordChange[] {
  const named = (index: number | undefined): string =>
    index === undefined ? 'the end' : name(itemAt(entries, index))
  const edited = (act: RecordChange['do'], indexes: readonly number[], list: RecordEdits): RecordChange[] =>
    indexes.map((index) => {
      return { do: act, record: named(index), why: [...new Set(list.of(index).map(({ why }) => why))] }
    })
  // Records that only stand in a row are hidden by an edit: it is told of once.
  const relinked = [...links.indexes].filter((index) => !hidden.has(index))
  const gone = (act: RecordChange['do'], records: ReadonlyMap<number, string>): RecordChange[] =>
    [...records].map(([index, why]) => ({ do: act, record: named(index), why: [why] }))
  return [
    ...placed.map(({ moved, value, why, after, before }): RecordChange => {
      if (moved !== undefined) return { do: 'move', record: named(moved), why: [why] }
      return { do: 'insert', record: named(after ?? before), why: [why], ...(value && { value }) }
    }),
    ...gone('remove', removed),
    ...gone('hide', hidden),
    ...edited('edit', [...edits.indexes], edits),
    ...edited('relink', relinked, links),
  ]
}
