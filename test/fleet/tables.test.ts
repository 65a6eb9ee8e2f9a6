import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FleetDatabase,
  migrate,
  openDatabase,
  type RunRow,
  runOf,
  toldIn,
} from '../../app/src/fleet/index.ts'
import { command, configOf, folder, until } from './machines.ts'
import { type Server, startServer } from './server.ts'
import { digestsOf, fillTable, sessionsWithCalls } from './sql-talks.ts'
import { processOf, type WorkerProcess } from './workers.ts'

const count = 120
let server: Server
let url: string
let chats: pg.Client
let database: FleetDatabase
const workers: WorkerProcess[] = []
const tables = ['whole', 'split'] as const

beforeAll(async () => {
  server = await startServer()
  url = await server.database()
  // The messages lie in another database than the fleet.
  const other = await server.database()
  chats = new pg.Client({ connectionString: other })
  await chats.connect()
  for (const table of tables) await fillTable(chats, table, count)
  database = openDatabase(url)
  await migrate(database)
  const more = `tables:
  - { name: whole, url: "${other}", table: public.whole, session: thread, order: seq, message: body, format: openai-chat }
  - { name: split, url: "${other}", table: split, session: session_id, order: position, role: role, content: content, format: anthropic-messages }
`
  writeFileSync(join(folder, 'all.yaml'), configOf('http://127.0.0.1:9', more))
  expect((await run('config', 'push', 'all.yaml', '--reason', 'first')).exit).toBe(0)
  for (const name of ['a', 'b']) workers.push(await processOf(['worker'], name, url))
})
afterAll(async () => {
  await Promise.all(workers.map(({ stop }) => stop()))
  await chats.end()
  await database.close()
  await server.stop()
})

const run = (...words: string[]) => command([...words, '--database', url])
const over = (name: string): Promise<RunRow> =>
  until(
    () => runOf(database.query, name),
    ({ state }) => state === 'done' || state === 'failed',
    60_000,
  )

test('a revision that denies tools cleans the tables, and undo restores every row', async () => {
  const before = await Promise.all(tables.map((table) => digestsOf(chats, table)))
  const set = await run('config', 'set', 'tools.deny', '["exec"]', '--reason', 'INC-1204')
  expect(set.stdout).toContain('clean@2 is queued')
  const due = sessionsWithCalls(count)
  expect(await over('clean@2')).toMatchObject({
    state: 'done',
    sessions: 2 * count,
    changed: 2 * due,
    untouched: 2 * (count - due),
    failed: 0,
  })
  for (const [index, table] of tables.entries()) {
    const after = await digestsOf(chats, table)
    const changed = Object.keys(after).filter((session) => after[session] !== before[index]?.[session])
    expect(changed).toHaveLength(due)
    const { rows } = await chats.query(`select t::text as text from ${table} t`)
    expect(rows.map(({ text }) => text).join()).not.toContain('exec')
    expect(rows.map(({ text }) => text).join()).toContain('I will look.')
  }
  await run('jobs', 'undo', 'clean@2')
  expect(await over('undo:clean@2')).toMatchObject({ changed: 2 * due, failed: 0 })
  expect(await Promise.all(tables.map((table) => digestsOf(chats, table)))).toEqual(before)
})

test('locked rows wait, and a row that was changed since keeps its session from being restored', async () => {
  const before = await digestsOf(chats, 'split')
  await chats.query('begin')
  await chats.query(`select from split where session_id = 's1' limit 1 for update`)
  await run('clean', '--tools', 'exec', '--fleet', '--yes')
  const due = sessionsWithCalls(count)
  await until(
    () => runOf(database.query, 'clean@2.2'),
    ({ skipped, changed }) => skipped === 1 && changed === 2 * due - 1,
    30_000,
  )
  await chats.query('commit')
  expect(await over('clean@2.2')).toMatchObject({ changed: 2 * due, skipped: 0 })
  await chats.query(`update split set content = 'Something else.' where session_id = 's2' and position = 2`)
  await run('jobs', 'undo', 'clean@2.2')
  expect(await over('undo:clean@2.2')).toMatchObject({ changed: 2 * due - 1, failed: 1 })
  expect(await toldIn(database.query, 'undo:clean@2.2')).toMatchObject([
    { session: 's2', message: 'Its row 2 was changed since; it stays as it is.' },
  ])
  const after = await digestsOf(chats, 'split')
  expect(Object.keys(after).filter((session) => after[session] !== before[session])).toEqual(['s2'])
})

test('doctor names broken sessions, and repair mends those that need no new row', async () => {
  await chats.query(`delete from whole where thread = '00000000-0000-4000-8000-000000000001' and seq = 3`)
  await chats.query(`delete from split where session_id = 's4' and position = 3`)
  await run('doctor', '--fleet')
  const judged = await over('doctor@2')
  expect(judged.changed).toBe(2)
  await run('repair', '--fleet', '--yes', '--policy', 'drop')
  expect(await over('repair@2')).toMatchObject({ failed: 0, changed: judged.changed })
  await run('doctor', '--fleet')
  expect(await over('doctor@2.2')).toMatchObject({ changed: 0 })
})
