import type { Query } from './database.ts'
import { lockSpace } from './migrate.ts'

/** A process of the fleet, as it last said about itself. */
export interface NodeRow {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly version: string
  /** The revision that is in effect; null for its own file. */
  readonly revision: number | null
  /** The newer revision that it refuses, and why. */
  readonly refused: number | null
  readonly mistakes: readonly string[]
  readonly seenAt: Date
  /** Its connection to the database stands. */
  readonly isThere: boolean
}

/** The facts that a process tells about itself. */
export type NodeReport = Pick<NodeRow, 'revision' | 'refused' | 'mistakes'> & {
  readonly workers?: readonly string[]
}

/** A process that enters the fleet. */
export interface NewNode {
  readonly name: string
  readonly role: string
  readonly version: string
  readonly workers: readonly string[]
  /** Its row by an earlier connection. */
  readonly earlier?: number | undefined
}

/**
 * Enters a process; it is known to be there as long as this connection holds its lock.
 *
 * Earlier rows go from the list: its own, and those of its name and role whose process is gone.
 */
export async function enterNode(
  query: Query,
  { name, role, version, workers, earlier }: NewNode,
): Promise<number> {
  const [row] = await query<{ id: number }>(
    'insert into mortise.nodes (name, role, version, workers) values ($1, $2, $3, $4) returning id',
    [name, role, version, workers],
  )
  const id = row?.id ?? 0
  await query('select pg_advisory_lock($1, $2)', [lockSpace, id])
  await query(
    `delete from mortise.nodes where id = $3 or (not ${isThere}
       and (seen_at < now() - interval '1 hour' or (name = $1 and role = $2)))`,
    [name, role, earlier ?? 0],
  )
  return id
}

/** Whether the process of a row of `mortise.nodes` holds its lock. */
export const isThere: string = `exists (select from pg_locks where locktype = 'advisory' and classid = ${lockSpace}
  and objid = id and database = (select oid from pg_database where datname = current_database()) and granted)`

/** Writes down what a process says about itself. */
export async function reportNode(
  query: Query,
  id: number,
  { revision, refused, mistakes, workers = [] }: NodeReport,
): Promise<void> {
  await query(
    `update mortise.nodes set revision = $2, refused = $3, mistakes = $4, workers = $5, seen_at = now()
     where id = $1`,
    [id, revision, refused, mistakes, workers],
  )
}

/** Takes a process that ends off the list. */
export async function leaveNode(query: Query, id: number): Promise<void> {
  await query('delete from mortise.nodes where id = $1', [id])
}

/** All processes of the fleet. */
export function listNodes(query: Query): Promise<readonly NodeRow[]> {
  return query(`select id, name, role, version, revision, refused, mistakes, seen_at as "seenAt",
    ${isThere} as "isThere" from mortise.nodes order by name, role, id`)
}
