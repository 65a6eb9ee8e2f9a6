import {
  type Cells,
  type Database,
  type FollowedChange,
  insertRow,
  type RowImage,
  type RowRecords,
  updateRow,
} from '../../disk/index.ts'
import { textCell, wordsIn } from '../rows/cells.ts'
import { cellsOf, sealed } from './line.ts'

/**
 * Gives a session other messages. Rows are ordered by their numbers, which all sessions share: if one comes in between,
 * rows keep their numbers, and what they hold moves from one to the next.
 *
 *     before   1 a   2 b   9 c
 *     after    1 a   2 x   9 b   10 c
 */
export function rewrite(
  database: Database,
  session: string,
  rows: readonly RowImage[],
  { before, after }: RowRecords,
): void {
  const sources = sourcesOf(before, after)
  const made = after.map((line, index): Cells => {
    const source = sources[index]
    if (source === undefined) return { ...templateOf(rows, sources, index), ...cellsOf(line) }
    const own = rows[source]?.cells ?? {}
    const isSame = Buffer.compare(before[source] ?? line, line) === 0
    return isSame ? own : changed(own, cellsOf(line))
  })
  const isMoving = sources.includes(undefined)
  const kept = new Set(sources)
  const targets = isMoving ? rows : rows.filter((_, index) => kept.has(index))
  for (const [index, { cells }] of rows.entries())
    if (isMoving ? index >= made.length : !kept.has(index))
      database.run('DELETE FROM messages WHERE id = ?', cells.id?.value ?? null)
  for (const [index, cells] of made.entries()) {
    const target = targets[index]?.cells
    const { id: _, ...content } = cells
    if (target === undefined) insertRow(database, 'messages', { ...content, session_id: textCell(session) })
    else if (target !== cells) updateRow(database, 'messages', { ...content, id: target.id } as Cells, ['id'])
  }
}

/** A changed message: what was sent of it word by word, and what was worked out from it, is void. */
function changed(own: Cells, cells: Cells): Cells {
  const none = { type: 'null', value: null } as const
  const isSaid = wordsIn(own.content) !== wordsIn(cells.content)
  const gone = sealed.filter((name) => name in own && !(name in cells)).map((name) => [name, none] as const)
  const made: Cells = { ...own, ...cells, ...Object.fromEntries(gone) }
  const sent = isSaid && 'api_content' in own ? { api_content: none } : {}
  return 'display_identity' in own ? { ...made, ...sent, display_identity: none } : { ...made, ...sent }
}

/** The time of a new message is that of the one before it, else of the one after it. */
function templateOf(
  rows: readonly RowImage[],
  sources: readonly (number | undefined)[],
  index: number,
): Cells {
  const near =
    sources.slice(0, index).findLast((each) => each !== undefined) ??
    sources.find((each) => each !== undefined)
  const time = near === undefined ? undefined : rows[near]?.cells.timestamp
  return { timestamp: time ?? { type: 'real', value: 0 } }
}

/** The row that each new record comes out of; undefined for one that is new. */
function sourcesOf(
  before: readonly Uint8Array[],
  after: readonly Uint8Array[],
): readonly (number | undefined)[] {
  const sources: (number | undefined)[] = Array.from(after, () => undefined)
  let [next, first] = [0, 0]
  for (let index = 0; index <= after.length; index++) {
    const line = after[index]
    const found =
      line === undefined
        ? before.length
        : before.findIndex((old, at) => at >= next && Buffer.compare(old, line) === 0)
    if (found < 0) continue
    // Between two records that stayed, as many as there are on both sides are taken for changed ones.
    for (let at = first; at < index && next < found; at++) sources[at] = next++
    if (line !== undefined) sources[index] = found
    next = found + 1
    first = index + 1
  }
  return sources
}

/** Hermes counts the messages and the calls of a session that are still sent. */
export function follow(database: Database, session: string, { before, after }: FollowedChange): void {
  const [was, is] = [countsOf(before), countsOf(after)]
  database.run(
    'UPDATE sessions SET message_count = coalesce(message_count, 0) + ?, tool_call_count = coalesce(tool_call_count, 0) + ? WHERE id = ?',
    BigInt(is.messages - was.messages),
    BigInt(is.calls - was.calls),
    session,
  )
}

function countsOf(rows: readonly RowImage[]): { readonly messages: number; readonly calls: number } {
  const active = rows.filter(({ cells }) => cells.active?.value !== 0n)
  return {
    messages: active.length,
    calls: active.reduce((sum, { cells }) => sum + callsIn(wordsIn(cells.tool_calls)), 0),
  }
}

function callsIn(text: string | undefined): number {
  try {
    const calls: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(calls) ? calls.length : 0
  } catch {
    return 0
  }
}
