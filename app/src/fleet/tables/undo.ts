import type { FleetDatabase } from '../database.ts'
import type { ShardKey } from '../jobs/errand.ts'
import type { SessionVerdict } from './change-messages.ts'
import { imagesOf, type MessageImage, markImages } from './images.ts'
import { insertRows, lockSessions, type MessageRow, writeRows } from './rows.ts'
import type { OpenTable } from './table.ts'

/** Puts the rows of sessions back; a session of which a row was changed since stays as it is. */
export async function undoSessions(
  { table, database }: OpenTable,
  fleet: FleetDatabase,
  key: ShardKey,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, SessionVerdict | 'busy'>> {
  const asked = new Set(sessions)
  const images = (await imagesOf(fleet.query, key, 'done')).filter(({ session }) => asked.has(session))
  const bySession = new Map<string, MessageImage[]>()
  for (const image of images) bySession.set(image.session, [...(bySession.get(image.session) ?? []), image])
  const results = new Map<string, SessionVerdict | 'busy'>()
  const restored = await database.transaction(async (query) => {
    const names = [...bySession.keys()]
    const locked = await lockSessions(query, table, names)
    const back: { readonly image: MessageImage; readonly row: MessageRow | undefined }[] = []
    for (const [session, own] of bySession) {
      const now = new Map(locked.rows.get(session)?.map((row) => [row.place, row]))
      const changed = own.find((image) => !fits(image, now.get(image.place)))
      if (locked.busy.has(session)) results.set(session, 'busy')
      else if (changed !== undefined)
        results.set(session, {
          is: 'left',
          why: `Its row ${changed.place} was changed since; it stays as it is.`,
        })
      else for (const image of own) back.push({ image, row: now.get(image.place) })
    }
    const due = back.filter(({ image, row }) => row?.content !== image.before)
    await writeRows(
      query,
      table,
      due.flatMap(({ image, row }) => (row === undefined ? [] : [{ row, after: image.before }])),
    )
    await insertRows(
      query,
      table,
      due.flatMap(({ image, row }) => (row === undefined ? [image.whole] : [])),
    )
    return [...new Set(back.map(({ image }) => image.session))]
  })
  await markImages(fleet.query, key, restored, ['done', 'undone'])
  return results
}

/** Whether a row is as the change left it, or as it was before: a killed worker may have put it back already. */
function fits({ after, before, whole }: MessageImage, row: MessageRow | undefined): boolean {
  if (row === undefined) return after === null
  return after === null ? row.whole === whole : row.content === after || row.content === before
}
