import { isUtf8 } from 'node:buffer'
import { DiskError } from '../failure.ts'
import { type Cell, type Database, type SqlRow, textIn } from './driver.ts'
import type { CellImage, Cells, MainTable, RowImage, RowLayout, SideTable } from './tables.ts'

/** The rows of a session as they are, in their order, each with the rows that belong to it. */
export function rowsOf(database: Database, { main, sides: all }: RowLayout, id: string): RowImage[] {
  const sides = all.map((side) => ({ side, byRow: sideRowsOf(database, side, id) }))
  const rows = cellsOf(database, main, id, main.order)
  return rows.map((cells) => {
    const key = keyOf(cells[main.key])
    const own = sides.flatMap(({ side, byRow }) => {
      const held = byRow.get(key)
      return held === undefined ? [] : [[side.name, held] as const]
    })
    return { cells, sides: Object.fromEntries(own) }
  })
}

function sideRowsOf(database: Database, side: SideTable, id: string): ReadonlyMap<string, Cells[]> {
  const byRow = new Map<string, Cells[]>()
  for (const cells of cellsOf(database, side, id, [side.of, side.order])) {
    const key = keyOf(cells[side.of])
    const held = byRow.get(key)
    if (held === undefined) byRow.set(key, [cells])
    else held.push(cells)
  }
  return byRow
}

function keyOf(cell: CellImage | undefined): string {
  const { type, value } = cell ?? { type: 'null', value: null }
  return value instanceof Uint8Array ? `${type} ${Buffer.from(value).toString('latin1')}` : `${type} ${value}`
}

type AnyTable = Pick<MainTable, 'name' | 'session'>

function cellsOf(
  database: Database,
  { name, session }: AnyTable,
  id: string,
  order: readonly string[],
): Cells[] {
  const columns = columnsOf(database, name)
  if (columns.length === 0) return []
  const asked = columns.map(
    (column, index) =>
      `typeof(${quoted(column)}) AS t${index}, CASE typeof(${quoted(column)}) WHEN 'text' THEN CAST(${quoted(column)} AS BLOB) ELSE ${quoted(column)} END AS v${index}`,
  )
  const sql = `SELECT ${asked.join(', ')} FROM ${quoted(name)} WHERE ${quoted(session)} = ? ORDER BY ${order.map(quoted).join(', ')}`
  return database.all(sql, id).map((row) => cellsIn(row, columns))
}

function cellsIn(row: SqlRow, columns: readonly string[]): Cells {
  const cells: Record<string, CellImage> = {}
  columns.forEach((column, index) => {
    cells[column] = { type: row[`t${index}`] as CellImage['type'], value: row[`v${index}`] ?? null }
  })
  return cells
}

/** The columns of a table that can be written; none where there is no such table. */
export function columnsOf(database: Database, table: string): readonly string[] {
  return database
    .all('SELECT CAST(name AS BLOB) AS name FROM pragma_table_info(?)', table)
    .flatMap(({ name }) => textIn(name) ?? [])
}

/** A name in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Puts a row into a table, exactly as it was. */
export function insertRow(database: Database, table: string, cells: Cells): void {
  const columns = Object.keys(cells)
  const places = columns.map((column) => placeholderFor(cells[column]))
  const sql = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${places.join(', ')})`
  database.run(sql, ...boundOf(cells, columns))
}

/** Gives a row of a table other cells. */
export function updateRow(database: Database, table: string, cells: Cells, keys: readonly string[]): void {
  const columns = Object.keys(cells).filter((column) => !keys.includes(column))
  const set = (column: string): string => `${quoted(column)} = ${placeholderFor(cells[column])}`
  const where = keys.map(set).join(' AND ')
  const sql = `UPDATE ${quoted(table)} SET ${columns.map(set).join(', ')} WHERE ${where}`
  database.run(sql, ...boundOf(cells, [...columns, ...keys]))
}

/** A cell in a statement; a driver may take a blob without bytes for no value at all, so that it is written out. */
function placeholderFor(cell: CellImage | undefined): string {
  if (isEmpty(cell)) return cell?.type === 'text' ? "''" : "x''"
  return cell?.type === 'text' ? 'CAST(? AS TEXT)' : '?'
}

function boundOf(cells: Cells, columns: readonly string[]): readonly Cell[] {
  return columns.flatMap((column) => (isEmpty(cells[column]) ? [] : [cells[column]?.value ?? null]))
}

function isEmpty(cell: CellImage | undefined): boolean {
  return cell?.value instanceof Uint8Array && cell.value.length === 0
}

/** Rows as bytes: a line of JSON for each, so that rows which were only added are lines which were only added. */
export function bytesOfRows(rows: readonly RowImage[]): Uint8Array {
  return Buffer.concat(rows.map((row) => Buffer.from(`${JSON.stringify(rowJson(row))}\n`)))
}

type CellJson = null | string | { readonly [kind in 'bytes' | 'integer' | 'real' | 'text']?: string }
type CellsJson = Readonly<Record<string, CellJson>>
type RowJson = readonly [CellsJson, Readonly<Record<string, readonly CellsJson[]>>]

function rowJson({ cells, sides }: RowImage): RowJson {
  const more = Object.entries(sides).map(([name, rows]) => [name, rows.map(cellsJson)] as const)
  return [cellsJson(cells), Object.fromEntries(more)]
}

function cellsJson(cells: Cells): CellsJson {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cellJson(cell)]))
}

function cellJson({ type, value }: CellImage): CellJson {
  if (value === null) return null
  if (type === 'integer' || type === 'real') return { [type]: String(value) }
  const bytes = Buffer.from(value as Uint8Array)
  if (type === 'text') return isUtf8(bytes) ? bytes.toString() : { text: bytes.toString('base64') }
  return { bytes: bytes.toString('base64') }
}

/** The rows in bytes that `bytesOfRows` made. */
export function rowsIn(bytes: Uint8Array): RowImage[] {
  const rows: RowImage[] = []
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let start = 0; start < all.length; ) {
    const end = all.indexOf(10, start)
    if (end < 0) throw unreadable()
    rows.push(rowIn(all.toString('utf8', start, end)))
    start = end + 1
  }
  return rows
}

function rowIn(line: string): RowImage {
  try {
    const [cells, sides] = JSON.parse(line) as RowJson
    const more = Object.entries(sides).map(([name, rows]) => [name, rows.map(cellsFrom)] as const)
    return { cells: cellsFrom(cells), sides: Object.fromEntries(more) }
  } catch {
    throw unreadable()
  }
}

function cellsFrom(json: CellsJson): Cells {
  return Object.fromEntries(Object.entries(json).map(([name, cell]) => [name, cellFrom(cell)]))
}

function cellFrom(json: CellJson): CellImage {
  if (json === null) return { type: 'null', value: null }
  if (typeof json === 'string') return { type: 'text', value: Buffer.from(json) }
  const { integer, real, text, bytes } = json
  if (integer !== undefined) return { type: 'integer', value: BigInt(integer) }
  if (real !== undefined) return { type: 'real', value: Number(real) }
  return { type: text === undefined ? 'blob' : 'text', value: Buffer.from(text ?? bytes ?? '', 'base64') }
}

function unreadable(): DiskError {
  return new DiskError('backup-lost', 'The backup of these rows cannot be read; nothing was changed.')
}
