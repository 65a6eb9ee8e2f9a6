import { createHash } from 'node:crypto'
import {
  type CellImage,
  type Cells,
  type Database,
  insertRow,
  type RowImage,
  type RowRecords,
  updateRow,
} from '../../disk/index.ts'
import { isObject, type JsonObject } from '../records/json.ts'

const records = 'transcript_events'
const identities = 'transcript_event_identities'

/**
 * Gives a session other records: rows keep their numbers, and what they hold moves from one to the other.
 *
 *     before   0 a   1 b   2 c
 *     after    0 a   1 x   2 b   3 c      rows 1 and 2 get other cells, row 3 is new
 */
export function rewrite(
  database: Database,
  id: string,
  rows: readonly RowImage[],
  { before, after }: RowRecords,
): void {
  const first = after.findIndex((record, index) => !isSame(record, before[index]))
  const start = first < 0 ? after.length : first
  const sources = new Sources(rows, before, start)
  const made: RowImage[] = rows.slice(0, start)
  for (const [index, record] of after.entries())
    if (index >= start) made.push(sources.rowFor(record, numberAt(rows, index), made.at(-1)))
  database.run(`DELETE FROM ${identities} WHERE session_id = ? AND seq >= ?`, id, numberAt(rows, start))
  for (const { cells } of rows.slice(after.length))
    database.run(`DELETE FROM ${records} WHERE session_id = ? AND seq = ?`, id, cells.seq?.value ?? null)
  for (const [index, row] of made.entries()) {
    if (index < start) continue
    const cells = { ...row.cells, session_id: textOf(id) }
    if (index < rows.length) updateRow(database, records, cells, ['session_id', 'seq'])
    else insertRow(database, records, cells)
    for (const own of row.sides[identities] ?? [])
      insertRow(database, identities, { ...own, session_id: textOf(id) })
  }
}

/** The number of the row at a position; those that are new follow the last one. */
function numberAt(rows: readonly RowImage[], index: number): bigint {
  const seqOf = (row: RowImage | undefined): bigint => BigInt(row?.cells.seq?.value as bigint)
  const last = rows.at(-1)
  if (last === undefined) return BigInt(index)
  return index < rows.length ? seqOf(rows[index]) : seqOf(last) + BigInt(index - rows.length + 1)
}

/** The rows that are free to be taken: by the bytes of their record, or by its id where it was changed. */
class Sources {
  private readonly byRecord = new Map<string, RowImage[]>()
  private readonly byId = new Map<string, RowImage[]>()
  private readonly taken = new Set<RowImage>()
  private readonly columns: readonly string[]

  constructor(rows: readonly RowImage[], before: readonly Uint8Array[], start: number) {
    this.columns = Object.keys(rows[0]?.cells ?? {})
    for (const [index, row] of rows.entries()) {
      if (index < start) continue
      const record = before[index] ?? new Uint8Array(0)
      add(this.byRecord, digestOf(record), row)
      const id = idOf(readValue(record))
      if (id !== undefined) add(this.byId, id, row)
    }
  }

  /** The row of a record, with another number. */
  rowFor(record: Uint8Array, number: bigint, previous: RowImage | undefined): RowImage {
    const same = this.take(this.byRecord.get(digestOf(record)))
    if (same !== undefined) return numbered(same, number)
    const value = readValue(record)
    const own = this.take(this.byId.get(idOf(value) ?? ''))
    const time = own?.cells.created_at ?? previous?.cells.created_at ?? integer(0n)
    const payload = { ...payloadOf(record, this.columns), created_at: time }
    if (own === undefined)
      return { cells: { seq: integer(number), ...payload }, sides: identityOf(value, number, time) }
    return renamed(numbered({ ...own, cells: { ...own.cells, ...payload } }, number), value)
  }

  private take(rows: readonly RowImage[] | undefined): RowImage | undefined {
    const row = rows?.find((each) => !this.taken.has(each))
    if (row !== undefined) this.taken.add(row)
    return row
  }
}

/** A changed record is written as text; nothing of what was compressed or worked out from it stays. */
function payloadOf(record: Uint8Array, columns: readonly string[]): Cells {
  const none: CellImage = { type: 'null', value: null }
  const cells: Record<string, CellImage> = { event_json: { type: 'text', value: record } }
  if (columns.includes('event_zstd')) cells.event_zstd = none
  if (columns.includes('event_utf8_bytes')) cells.event_utf8_bytes = integer(BigInt(record.length))
  if (columns.includes('navigation_json')) cells.navigation_json = none
  return cells
}

function numbered({ cells, sides }: RowImage, number: bigint): RowImage {
  const own = (sides[identities] ?? []).map((each) => ({ ...each, seq: integer(number) }))
  return { cells: { ...cells, seq: integer(number) }, sides: { [identities]: own } }
}

/** Identities hold the type of a record, and its parent. */
function renamed(row: RowImage, value: JsonObject | undefined): RowImage {
  const own = (row.sides[identities] ?? []).map((each) => ({ ...each, ...namesOf(value) }))
  return { ...row, sides: { [identities]: own } }
}

function identityOf(value: JsonObject | undefined, number: bigint, time: CellImage): RowImage['sides'] {
  const id = idOf(value)
  if (id === undefined) return {}
  const own = { event_id: textOf(id), seq: integer(number), ...namesOf(value), created_at: time }
  return { [identities]: [own] }
}

function namesOf(value: JsonObject | undefined): Cells {
  return { event_type: textOrNull(value?.type), parent_id: textOrNull(value?.parentId) }
}

function isSame(left: Uint8Array, right: Uint8Array | undefined): boolean {
  return right !== undefined && Buffer.compare(left, right) === 0
}

function digestOf(record: Uint8Array): string {
  return createHash('sha256').update(record).digest('base64')
}

function readValue(record: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(record).toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function idOf(value: JsonObject | undefined): string | undefined {
  return typeof value?.id === 'string' && value.id.trim() !== '' ? value.id.trim() : undefined
}

function add(map: Map<string, RowImage[]>, key: string, row: RowImage): void {
  const held = map.get(key)
  if (held === undefined) map.set(key, [row])
  else held.push(row)
}

function integer(value: bigint): CellImage {
  return { type: 'integer', value }
}

function textOf(text: string): CellImage {
  return { type: 'text', value: Buffer.from(text) }
}

function textOrNull(value: unknown): CellImage {
  return typeof value === 'string' ? textOf(value) : { type: 'null', value: null }
}
