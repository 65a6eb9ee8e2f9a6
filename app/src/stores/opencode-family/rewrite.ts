import {
  type Cells,
  type Database,
  DiskError,
  insertRow,
  type RowImage,
  type RowRecords,
  updateRow,
} from '../../disk/index.ts'
import { integer, textCell, wordsIn } from '../rows/cells.ts'
import { dataOf, type Pieces, piecesOf } from './line.ts'

/** Gives a session of version 1 other messages: rows that stay the same are not touched. */
export function rewriteFirst(
  database: Database,
  session: string,
  rows: readonly RowImage[],
  { before, after }: RowRecords,
): void {
  const old = new Map(rows.map((row, index) => [wordsIn(row.cells.id) ?? '', { row, line: before[index] }]))
  const made = after.map((line) => ({ line, pieces: piecesOf(line) }))
  const staying = new Set(made.map(({ pieces }) => pieces.id))
  for (const id of old.keys()) {
    if (staying.has(id)) continue
    database.run('DELETE FROM part WHERE message_id = ?', id)
    database.run('DELETE FROM message WHERE id = ?', id)
  }
  for (const { line, pieces } of made) {
    const held = old.get(pieces.id)
    if (held === undefined) addMessage(database, session, pieces)
    else if (held.line !== undefined && Buffer.compare(held.line, line) !== 0)
      changeMessage(database, held.row, piecesOf(held.line), pieces)
  }
}

/** Gives the messages of version 2 other data; their numbers are those of a log of events, so that none can come. */
export function rewriteSecond(
  database: Database,
  rows: readonly RowImage[],
  { before, after }: RowRecords,
): void {
  const old = new Map(rows.map((row, index) => [wordsIn(row.cells.id) ?? '', { row, line: before[index] }]))
  const staying = new Set<unknown>()
  for (const line of after) {
    const { id, data } = dataOf(line)
    const held = old.get(String(id))
    if (held === undefined)
      throw new DiskError(
        'check-failed',
        'Its messages have the numbers of a log of events, so that none can be added; nothing was changed.',
      )
    staying.add(id)
    if (held.line !== undefined && Buffer.compare(held.line, line) !== 0)
      updateRow(database, 'session_message', changed(held.row.cells, data), ['id'])
  }
  for (const id of old.keys())
    if (!staying.has(id)) database.run('DELETE FROM session_message WHERE id = ?', id)
}

function addMessage(database: Database, session: string, { id, time, data, parts }: Pieces): void {
  const own = { session_id: textCell(session), time_created: integer(time), time_updated: integer(time) }
  insertRow(database, 'message', { id: textCell(id), ...own, data: textCell(data) })
  for (const [index, part] of parts.entries()) {
    const cells = { id: textCell(`prt_${id.slice(4)}${digits(index)}`), message_id: textCell(id), ...own }
    insertRow(database, 'part', { ...cells, data: textCell(part) })
  }
}

/** Numbers of one length, so that they are ordered as texts. */
function digits(index: number): string {
  return String(index).padStart(6, '0')
}

function changeMessage(database: Database, row: RowImage, was: Pieces, now: Pieces): void {
  if (Buffer.compare(was.data, now.data) !== 0)
    updateRow(database, 'message', changed(row.cells, now.data), ['id'])
  const rows = row.sides.part ?? []
  const sources = sourcesOf(was.parts, now.parts)
  const kept = new Set(sources)
  for (const [index, cells] of rows.entries())
    if (!kept.has(index)) database.run('DELETE FROM part WHERE id = ?', wordsIn(cells.id) ?? '')
  let last = ''
  for (const [index, data] of now.parts.entries()) {
    const source = sources[index]
    const own = source === undefined ? undefined : rows[source]
    if (own !== undefined && source !== undefined) {
      last = wordsIn(own.id) ?? ''
      if (Buffer.compare(was.parts[source] ?? data, data) !== 0)
        updateRow(database, 'part', changed(own, data), ['id'])
      continue
    }
    const next = sources.slice(index + 1).find((each) => each !== undefined)
    last = idBetween(last, next === undefined ? undefined : wordsIn(rows[next]?.id), row)
    const { id: message, session_id, time_created, time_updated } = row.cells as Required<Cells>
    const cells = { session_id, time_created, time_updated } as Cells
    insertRow(database, 'part', {
      id: textCell(last),
      message_id: message ?? textCell(''),
      ...cells,
      data: textCell(data),
    })
  }
}

/** A changed row counts as written later, so that who compares times sees it. */
function changed(cells: Cells, data: Uint8Array): Cells {
  const { time_updated: time } = cells
  const next = typeof time?.value === 'bigint' ? integer(time.value + 1n) : (time ?? integer(0n))
  return { ...cells, time_updated: next, data: textCell(data) }
}

/**
 * The old part that each new one takes the row of; undefined for one that gets a row of its own.
 *
 * Parts that stayed the same keep their rows, and what stands between two of them takes the rows between.
 */
function sourcesOf(was: readonly Uint8Array[], now: readonly Uint8Array[]): readonly (number | undefined)[] {
  const sources: (number | undefined)[] = []
  const isSame = (old: number, index: number): boolean =>
    Buffer.compare(was[old] as Uint8Array, now[index] as Uint8Array) === 0
  let [next, first] = [0, 0]
  for (let index = 0; index <= now.length; index++) {
    let found = next
    while (index < now.length && found < was.length && !isSame(found, index)) found++
    if (index < now.length && found === was.length) continue
    const end = index === now.length ? was.length : found
    for (let at = first; at < index; at++) sources[at] = next < end ? next++ : undefined
    if (index < now.length) sources[index] = found
    next = end + 1
    first = index + 1
  }
  return Array.from(now, (_, index) => sources[index])
}

/** An id that stands between two others, where the second may be absent. */
function idBetween(last: string, next: string | undefined, { cells }: RowImage): string {
  const message = (wordsIn(cells.id) ?? '').slice(4)
  const candidates = last === '' ? [`prt_0${message}`] : ['V', 'B', '1', '0'].map((end) => `${last}${end}`)
  const id = candidates.find((each) => each > last && (next === undefined || each < next))
  if (id !== undefined) return id
  throw new DiskError('check-failed', 'No id is free for a new part of a message; nothing was changed.')
}
