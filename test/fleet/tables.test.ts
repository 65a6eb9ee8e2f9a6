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

test('items of the OpenAI Agents SDK are judged, cleaned and restored; messages of a user interface are told or left', async () => {
  const item = (value: object): string => JSON.stringify(value)
  const call = {
    type: 'function_call',
    call_id: 'c',
    id: 'fc',
    name: 'exec',
    arguments: '{}',
    status: 'completed',
  }
  const output = { type: 'function_call_output', call_id: 'c', output: 'rain' }
  const toolPart = {
    type: 'tool-invocation',
    toolInvocation: { state: 'call', toolCallId: 'c', toolName: 'exec', args: {} },
  }
  // The tables as the SQLAlchemySession of the SDK and as Mastra make them.
  await chats.query(`
    create table agent_messages (id bigserial primary key, session_id varchar not null, message_data text not null, created_at timestamp default now());
    create table mastra_messages (id text primary key, thread_id text not null, content text not null, role text not null, type text not null);`)
  for (const [session, items] of Object.entries({
    sound: [{ role: 'user', content: 'go' }, call, output, { role: 'user', content: 'thanks' }],
    broken: [{ role: 'user', content: 'go' }, call, { role: 'user', content: 'well?' }],
  }))
    for (const each of items)
      await chats.query('insert into agent_messages (session_id, message_data) values ($1, $2)', [
        session,
        item(each),
      ])
  await chats.query(`insert into mastra_messages values ('1', 't', $1, 'assistant', 'v2')`, [
    item({ format: 2, parts: [toolPart] }),
  ])
  const at = `postgres://${chats.user}:${chats.password}@${chats.host}:${chats.port}/${chats.database}`
  const more = `tables:
  - { name: sdk, url: "${at}", table: agent_messages, session: session_id, order: id, message: message_data, format: openai-responses }
  - { name: mastra, url: "${at}", table: mastra_messages, session: thread_id, order: id, role: role, content: content, format: ai-sdk }
`
  writeFileSync(join(folder, 'shapes.yaml'), configOf('http://127.0.0.1:9', more))
  expect((await run('config', 'push', 'shapes.yaml', '--reason', 'shapes')).exit).toBe(0)
  const asked = async (...words: string[]): Promise<string> => {
    const { stdout } = await run(...words, '--fleet', '--json')
    return (JSON.parse(stdout) as { run: string }).run
  }
  const rowsOf = async (table: string): Promise<unknown> =>
    (await chats.query(`select * from ${table} order by id`)).rows
  const before = [await rowsOf('agent_messages'), await rowsOf('mastra_messages')]
  const judged = await asked('doctor')
  await over(judged)
  const told = (await toldIn(database.query, judged)).map(({ session, message }) => `${session}: ${message}`)
  expect(told.sort()).toEqual(['broken: call-without-result', 't: unreadable'])
  const cleaned = await asked('clean', '--tools', 'exec', '--yes')
  expect(await over(cleaned)).toMatchObject({ changed: 2 })
  expect(JSON.stringify(await rowsOf('agent_messages'))).not.toMatch(/exec|function_call/)
  expect(await rowsOf('mastra_messages')).toEqual(before[1])
  await run('jobs', 'undo', cleaned)
  expect(await over(`undo:${cleaned}`)).toMatchObject({ changed: 2, failed: 0 })
  expect([await rowsOf('agent_messages'), await rowsOf('mastra_messages')]).toEqual(before)
})
