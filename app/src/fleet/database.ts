import { MortiseError } from '@mortise/core'
import pg, { type Pool } from 'pg'

/** Asks a database; values travel beside the text, never in it. */
export type Query = <Row = Readonly<Record<string, unknown>>>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>

/** A PostgreSQL database. */
export interface FleetDatabase {
  readonly query: Query
  /** Runs all or nothing. */
  transaction<Value>(run: (query: Query) => Promise<Value>): Promise<Value>
  /** The connections, for the library that runs jobs. */
  readonly pool: Pool
  close(): Promise<void>
}

/** An expected failure of a fleet: its sentence, a hint, and the exit code of a command. */
export class FleetError extends MortiseError {
  readonly exit: number

  constructor(code: string, message: string, exit: number, options: { hint?: string; cause?: unknown } = {}) {
    super(code, message, options)
    this.name = 'FleetError'
    this.exit = exit
  }
}

/** How long a connection and a question may take, in milliseconds: a network that swallows packets ends no connection. */
export const limits = { connectionTimeoutMillis: 5000, query_timeout: 30_000, keepAlive: true } as const

/** Opens a database; no connection is made before the first question. */
export function openDatabase(url: string, most = 4): FleetDatabase {
  const pool = new pg.Pool({ connectionString: url, max: most, application_name: 'mortise', ...limits })
  // A connection that is lost while nobody uses it is opened again by the next question.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const told = <Value>(run: Promise<Value>): Promise<Value> =>
    run.catch((error) => Promise.reject(explained(error)))
  return {
    pool,
    query: (text, values = []) => told(pool.query(text, [...values]).then(({ rows }) => rows)),
    transaction: (run) => told(inTransaction(pool, run)),
    close: () => pool.end(),
  }
}

async function inTransaction<Value>(pool: Pool, run: (query: Query) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  let failure: Error | undefined
  // A connection may be lost while nothing is asked: the next question fails then.
  const onError = (error: Error): void => {
    failure = error
  }
  client.on('error', onError)
  const query: Query = async (text, values = []) => (await client.query(text, [...values])).rows
  try {
    await query('begin')
    const value = await run(query)
    await query('commit')
    return value
  } catch (error) {
    await query('rollback').catch((lost) => {
      failure = lost instanceof Error ? lost : new Error(String(lost))
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(failure ?? false)
  }
}

/** A failure of the database in a sentence that holds no address and no password; everything else stays as it is. */
export function explained(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const words = error instanceof Error ? error.message : ''
  if (/^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/.test(code ?? ''))
    return unreachable(code ?? '', error)
  if (/^(?:57P0|08|53)/.test(code ?? '')) return unreachable(code ?? '', error)
  if (/timeout|Connection terminated|connection ended|not queryable/i.test(words))
    return unreachable('no answer', error)
  if (/^28/.test(code ?? ''))
    return new FleetError('no-access', 'The database refuses this name or password.', 4, { cause: error })
  if (code === '3D000')
    return new FleetError('no-database', 'The database of this name does not exist.', 4, { cause: error })
  if (code === '42501') {
    const message = `The role may not do this in the database: ${words}.`
    return new FleetError('no-access', message, 4, { cause: error })
  }
  return error
}

function unreachable(why: string, cause: unknown): FleetError {
  return new FleetError('unreachable', `The database cannot be reached (${why}).`, 4, { cause })
}

/** A value as JSON that a database takes: without the characters that `jsonb` refuses. */
export function jsonText(value: unknown): string {
  const clean = (_: string, held: unknown): unknown =>
    typeof held === 'string' ? held.replaceAll('\0', '').toWellFormed() : held
  return JSON.stringify(value, clean)
}

/** Whether something failed because the database could not be reached: it may work again later. */
export function isUnreachable(error: unknown): boolean {
  const said = explained(error)
  return said instanceof FleetError && said.code === 'unreachable'
}
