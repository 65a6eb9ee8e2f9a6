import { createHash } from 'node:crypto'
import { type Database, type FollowedChange, type RowImage, textIn } from '../../disk/index.ts'
import { renewIndex } from './index-rows.ts'
import type { Numbered } from './projection.ts'
import { firesOn } from './schema.ts'

/** Reads the record in a row; throws where nobody can. */
type ReadRecord = (row: RowImage) => Uint8Array

/** Renews all that OpenClaw keeps beside the records of a session: the index of them, the mark of a rewriting, the time. */
export function follow(
  database: Database,
  id: string,
  { digest, now, before, after }: FollowedChange,
  read: ReadRecord,
): void {
  const time = BigInt(Math.floor(now))
  renewIndex(database, id, { before: numbered(before, read), after: numbered(after, read) }, time)
  const [row] = database.all(
    'SELECT CAST(generation AS BLOB) AS last FROM transcript_rewrite_watermarks WHERE session_id = ?',
    id,
  )
  const generation = createHash('sha256')
    .update(`${textIn(row?.last) ?? ''}\n${digest}`)
    .digest('hex')
    .slice(0, 32)
  database.run(
    'INSERT INTO transcript_rewrite_watermarks (session_id, generation, updated_at) VALUES (?, ?, ?) ON CONFLICT (session_id) DO UPDATE SET generation = excluded.generation, updated_at = excluded.updated_at',
    id,
    generation,
    time,
  )
  // The session does not become a newer one by it; its time only has to be another.
  if (firesOn(database, 'session_windows', 'transcript_updated_at')) return
  database.run(
    'UPDATE session_windows SET transcript_updated_at = max(coalesce(transcript_updated_at, updated_at), coalesce(transcript_observed_at, 0)) + 1 WHERE session_id = ?',
    id,
  )
}

/** The records in rows with their numbers; undefined where one of them cannot be read. */
function numbered(rows: readonly RowImage[], read: ReadRecord): readonly Numbered[] | undefined {
  try {
    return rows.map((row) => {
      const value: unknown = JSON.parse(Buffer.from(read(row)).toString())
      const { seq, created_at: time } = row.cells
      return { value, seq: BigInt(seq?.value as bigint), time: BigInt((time?.value ?? 0n) as bigint) }
    })
  } catch {
    return undefined
  }
}
