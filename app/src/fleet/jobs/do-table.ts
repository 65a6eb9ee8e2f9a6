import type { Config } from '../../config/index.ts'
import { type FleetDatabase, FleetError } from '../database.ts'
import { changeMessages, type SessionVerdict } from '../tables/change-messages.ts'
import { countSessions, dropImages, imagesOf, markImages, writeImages } from '../tables/images.ts'
import { lockSessions, type RowChange, sessionsAfter, writeRows, writtenTexts } from '../tables/rows.ts'
import { type OpenTable, openTable } from '../tables/table.ts'
import { undoSessions } from '../tables/undo.ts'
import type { ShardKey, ShardOutcome, TableWork, ToldSession } from './errand.ts'
import type { ShardRow } from './shard-rows.ts'

/** The surroundings of the work on tables. */
export interface TableParts {
  readonly database: FleetDatabase
  readonly config: Config
  /** Whether no other session is to be begun. */
  isStopped(): boolean
}

/** So many sessions are locked at a time: no transaction is long. */
const together = 50

/**
 * Does the work of a shard of a table.
 *
 * The image of a row is written before the row is changed. After a crash, images whose change was not made are
 * forgotten, and those whose change was made count: no session is changed twice.
 */
export async function doTable(
  key: ShardKey,
  row: ShardRow,
  work: TableWork,
  parts: TableParts,
): Promise<ShardOutcome> {
  const { database, config, isStopped } = parts
  const open = await openTable(work.table, config.tables, database)
  try {
    await settleImages(open, database, key)
    const isFirst = work.left === undefined
    const names = work.left ?? (await sessionsOf(open, work))
    const left: string[] = []
    const told: ToldSession[] = isFirst ? [] : [...row.told]
    let failed = isFirst ? 0 : row.failed
    let broken = isFirst ? 0 : row.changed
    for (let at = 0; at < names.length; at += together) {
      if (isStopped()) throw new FleetError('stopped', 'The worker was stopped.', 3)
      const some = names.slice(at, at + together)
      const results =
        work.do === 'undo'
          ? await undoSessions(open, database, { ...key, run: work.undoes ?? '' }, some)
          : await changeSessions(open, database, key, work, some)
      for (const [session, result] of results) {
        if (result === 'busy') left.push(session)
        else if (result.is === 'left') {
          failed += 1
          told.push({ session, message: result.why })
        } else if (result.is === 'broken') {
          broken += 1
          told.push({ session, message: result.rules.join(', ') })
        }
      }
    }
    const changed = work.do === 'doctor' ? broken : await changedIn(database, key, work)
    const untouched = Math.max(0, row.sessions - changed - failed - left.length)
    return { changed, untouched, left, failed, told }
  } finally {
    await open.close()
  }
}

function changedIn({ query }: FleetDatabase, key: ShardKey, work: TableWork): Promise<number> {
  return work.do === 'undo'
    ? countSessions(query, { ...key, run: work.undoes ?? '' }, 'undone')
    : countSessions(query, key, 'done')
}

async function sessionsOf(
  { table, database }: OpenTable,
  { from, to }: TableWork,
): Promise<readonly string[]> {
  const rows = await sessionsAfter(database.query, table, { from, to, most: 1_000_000 })
  return rows.map(({ session }) => session)
}

type Results = ReadonlyMap<string, SessionVerdict | 'busy'>

/** Changes some sessions in one transaction of their database. */
async function changeSessions(
  { table, database }: OpenTable,
  fleet: FleetDatabase,
  key: ShardKey,
  work: TableWork,
  sessions: readonly string[],
): Promise<Results> {
  const results = new Map<string, SessionVerdict | 'busy'>()
  const changed = await database.transaction(async (query) => {
    const locked = await lockSessions(query, table, sessions)
    const changes: RowChange[] = []
    for (const session of locked.busy) results.set(session, 'busy')
    for (const [session, rows] of locked.rows) {
      const verdict = changeMessages(table, rows, work)
      results.set(session, verdict)
      if (verdict.is === 'due') changes.push(...verdict.changes)
    }
    if (changes.length === 0) return []
    const texts = await writtenTexts(
      query,
      table,
      changes.flatMap(({ after }) => after ?? []),
    )
    let next = 0
    const exact = changes.map((each) =>
      each.after === null ? each : { ...each, after: texts[next++] ?? null },
    )
    await writeImages(fleet.query, key, exact)
    await writeRows(query, table, exact)
    return [...new Set(changes.map(({ row }) => row.session))]
  })
  if (changed.length > 0) await markImages(fleet.query, key, changed, ['planned', 'done'])
  return results
}

/** Settles the images that a killed worker left: their change was made, or it was not. */
async function settleImages(
  { table, database }: OpenTable,
  fleet: FleetDatabase,
  key: ShardKey,
): Promise<void> {
  const images = await imagesOf(fleet.query, key, 'planned')
  const sessions = [...new Set(images.map(({ session }) => session))]
  for (let at = 0; at < sessions.length; at += together) {
    const some = sessions.slice(at, at + together)
    const [made, busy] = await database.transaction(async (query) => {
      const locked = await lockSessions(query, table, some)
      const isMade = (session: string): boolean => {
        const now = new Map(locked.rows.get(session)?.map(({ place, content }) => [place, content]))
        const own = images.filter((image) => image.session === session)
        // All changes of a session are made in one transaction: one of them tells of the others.
        return own.some(({ place, before, after }) => (now.get(place) ?? null) === after && after !== before)
      }
      return [some.filter((session) => !locked.busy.has(session) && isMade(session)), locked.busy] as const
    })
    await markImages(fleet.query, key, made, ['planned', 'done'])
    const isOpen = (session: string): boolean => made.includes(session) || busy.has(session)
    await dropImages(
      fleet.query,
      key,
      some.filter((session) => !isOpen(session)),
    )
  }
}
