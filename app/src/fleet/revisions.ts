import { hostname, userInfo } from 'node:os'
import { type FleetDatabase, FleetError, type Query } from './database.ts'
import { sealed, sealKey } from './seal.ts'

/** The config of a fleet as it was written once; a number never gets another text. */
export interface Revision {
  readonly revision: number
  readonly text: string
  /** The name of the file that it was written as: it tells JSON from YAML. */
  readonly name: string
  readonly reason: string
  readonly author: string
  readonly at: Date
  /** The revision whose text it has again. */
  readonly restores: number | null
}

/** The channel on which a new revision is told, sealed. */
export const revisionChannel = 'mortise_revision'

const columns = 'revision, text, name, reason, author, at, restores'

/** The newest revision that is newer than another; undefined where there is none. */
export async function newestRevision(query: Query, after = 0): Promise<Revision | undefined> {
  const [row] = await query<Revision>(
    `select ${columns} from mortise.revisions where revision > $1 order by revision desc limit 1`,
    [after],
  )
  return row
}

/** One revision; refuses a number that there is none of. */
export async function revisionAt(query: Query, revision: number): Promise<Revision> {
  const [row] = await query<Revision>(`select ${columns} from mortise.revisions where revision = $1`, [
    revision,
  ])
  if (row !== undefined) return row
  throw new FleetError('no-revision', `There is no revision ${revision}.`, 2, { hint: 'mortise config log' })
}

/** The newest revisions, without their texts, newest first. */
export function listRevisions(query: Query, most: number): Promise<readonly Omit<Revision, 'text'>[]> {
  return query(
    `select revision, name, reason, author, at, restores from mortise.revisions order by revision desc limit $1`,
    [most],
  )
}

/** A revision that is to be written. */
export interface NewRevision {
  /** The revision that its writer has seen: the new one comes right after it, or not at all. */
  readonly base: number
  readonly text: string
  readonly name: string
  readonly reason: string
  readonly restores?: number
}

/** Writes a revision and tells all nodes; `also` happens in the same transaction. The second of two writers is refused. */
export async function writeRevision(
  database: FleetDatabase,
  { base, text, name, reason, restores }: NewRevision,
  also: (query: Query, revision: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const revision = base + 1
  return database.transaction(async (query) => {
    const [written] = await query<{ key: Buffer | null }>(
      `insert into mortise.revisions (revision, text, name, reason, author, restores)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning (select key from mortise.seal)`,
      [revision, text, name, reason, ownName(), restores ?? null],
    )
    if (written === undefined) throw await conflict(query, base)
    await also(query, revision)
    const notice = sealed({ revision, text, name }, written.key ?? (await sealKey(query)))
    await query('select pg_notify($1, $2)', [revisionChannel, notice])
    return revision
  })
}

async function conflict(query: Query, base: number): Promise<FleetError> {
  const { revision, author, reason } = await revisionAt(query, base + 1)
  return new FleetError(
    'written-meanwhile',
    `${author} wrote revision ${revision} meanwhile (${reason}). Nothing was written.`,
    3,
    { hint: `mortise config diff ${base} ${revision}` },
  )
}

/** The user and the machine, as the log of revisions names them. */
export function ownName(): string {
  return `${userInfo().username}@${hostname()}`
}
