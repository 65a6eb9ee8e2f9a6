import { fingerprint, isSame } from '../bytes.ts'
import type { Disk } from '../disk.ts'
import { DiskError } from '../failure.ts'
import type { Operation } from '../operation.ts'
import type { Role } from '../replace.ts'
import type { Reversal, Reversed } from '../undo.ts'
import { holds } from './conclude-rows.ts'
import type { Database } from './driver.ts'
import { bytesOfRows, insertRow, quoted, rowsIn, rowsOf } from './image.ts'
import { concluded } from './rewrite-rows.ts'
import { headOf, joined, type RowPlace, recordsOf, refuseRowDetour } from './shelf.ts'
import type { CellImage, Cells, RowImage, RowLayout } from './tables.ts'
import { changing, refuseUnsafeRows } from './writer.ts'

/** The operation whose earlier rows come back, the one whose rows they replace, and the newest one of that session. */
export interface RowHistory {
  readonly operation: Operation
  readonly left: Operation
  readonly newest: Operation
}

/** Brings the rows of a session back that it had before an operation; rows that were added since stay behind them. */
export async function putRowsBack(
  disk: Disk,
  request: Reversal,
  place: RowPlace,
  { operation, left, newest }: RowHistory,
  role: Role,
): Promise<Reversed> {
  const { op, path, before } = operation
  if (before === null)
    throw new DiskError('backup-lost', `Operation \`${op}\` has no backup; nothing was changed.`)
  refuseRowDetour(disk, path)
  const earlier = rowsIn(disk.blobs.read(before.sha256))
  return changing(disk, place, async (change) => {
    const { database } = change
    const layout = place.tables.layoutOf(database, place.id)
    const current = rowsOf(database, layout, place.id)
    const appended = appendedSince(place, current, { operation, left, newest }, request)
    refuseUnsafeRows(disk, database, place, request)
    refuseFallen(database, place, path, { earlier, current, appended }, request)
    restore(database, layout, place.id, [...earlier, ...behind(layout, earlier, appended)])
    const { operation: own, print } = await concluded(disk, place, change, current, request, role)
    return { operation: own, reverted: op, path, grown: joined(recordsOf(appended, place)).length, print }
  })
}

/** The rows that were added since; throws where others were changed. */
function appendedSince(
  { name }: RowPlace,
  current: readonly RowImage[],
  { operation, left, newest }: RowHistory,
  { allow = [] }: Reversal,
): readonly RowImage[] {
  const image = bytesOfRows(current)
  const print = fingerprint([image])
  if (isSame(print, operation.before))
    throw new DiskError('no-operation', `\`${name}\` holds the earlier rows already; nothing was changed.`)
  if (left.after !== null && holds(image, left.after)) return rowsIn(image.subarray(left.after.size))
  if (allow.includes('changed')) return []
  if (newest !== left && holds(image, newest.after))
    throw new DiskError(
      'changed',
      `Operation \`${newest.op}\` changed \`${name}\` again since: take that one back first; nothing was changed.`,
    )
  throw new DiskError('changed', `\`${name}\` was written to by another program since; nothing was changed.`)
}

/** Words that were said since are not lost by bringing back earlier rows. */
function refuseFallen(
  database: Database,
  place: RowPlace,
  path: string,
  { earlier, current, appended }: Readonly<Record<'earlier' | 'current' | 'appended', readonly RowImage[]>>,
  { allow = [], canStand }: Reversal,
): void {
  if (appended.length === 0 || allow.includes('changed')) return
  const head = headOf(database, place)
  const bytesOf = (rows: readonly RowImage[]): Uint8Array => joined([...head, ...recordsOf(rows, place)])
  const grown = {
    earlier: bytesOf(earlier),
    current: bytesOf(current),
    appended: joined(recordsOf(appended, place)),
  }
  if (canStand?.(path, grown) !== false) return
  throw new DiskError(
    'changed',
    `\`${place.name}\` was gone on with since, from what this would take away; nothing was changed.`,
  )
}

/** Rows with numbers that follow those of others; where they do already, or have none, they stay as they are. */
function behind(
  { main, sides }: RowLayout,
  first: readonly RowImage[],
  rows: readonly RowImage[],
): readonly RowImage[] {
  const numberOf = ({ cells }: RowImage): bigint => BigInt(cells[main.key]?.value as bigint)
  const last = first.at(-1)
  const next = rows[0]
  if (main.isNumbered !== true || last === undefined || next === undefined) return rows
  if (numberOf(next) > numberOf(last)) return rows
  const step = numberOf(last) + 1n - numberOf(next)
  const moved = (cells: Cells, column: string): Cells => {
    const value: CellImage = { type: 'integer', value: BigInt(cells[column]?.value as bigint) + step }
    return { ...cells, [column]: value }
  }
  return rows.map((row) => {
    const own = sides.flatMap(({ name, of }) => {
      const held = row.sides[name]
      return held === undefined ? [] : [[name, held.map((cells) => moved(cells, of))] as const]
    })
    return { cells: moved(row.cells, main.key), sides: Object.fromEntries(own) }
  })
}

/** Puts rows in the place of all that a session has. */
function restore(
  database: Database,
  { main, sides }: RowLayout,
  id: string,
  rows: readonly RowImage[],
): void {
  for (const { name, session } of [...sides, main])
    database.run(`DELETE FROM ${quoted(name)} WHERE ${quoted(session)} = ?`, id)
  for (const row of rows) {
    insertRow(database, main.name, row.cells)
    for (const { name } of sides) for (const cells of row.sides[name] ?? []) insertRow(database, name, cells)
  }
}
