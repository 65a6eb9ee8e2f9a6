import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FleetDatabase,
  listNodes,
  migrate,
  openDatabase,
  type RunRow,
  runOf,
} from '../../app/src/fleet/index.ts'
import { type House, makeHouse, noCalls, twoCalls } from '../transition/house.ts'
import { command, configOf, folder, later, until } from './machines.ts'
import { type CutProxy, proxyTo } from './proxy.ts'
import { type Server, startServer } from './server.ts'
import { digestsOf, fillTable, sessionsWithCalls } from './sql-talks.ts'
import { changesIn, processOf, type WorkerProcess } from './workers.ts'

/** Sessions in files, and as many in a table. */
const count = Number(process.env.MORTISE_FLEET_SESSIONS ?? 20_000)
const homes = 4
const hour = 3_600_000

let server: Server
let url: string
let database: FleetDatabase
let chats: pg.Client
let proxy: CutProxy
const houses: House[] = []
const slots: {
  words: readonly string[]
  name: string
  at: string
  house?: House
  process?: WorkerProcess
}[] = []
const run = (...words: string[]) => command([...words, '--database', url])

beforeAll(async () => {
  server = await startServer()
  url = await server.database()
  proxy = await proxyTo(url)
  later(() => proxy.close())
  database = openDatabase(url)
  await migrate(database)
  chats = new pg.Client({ connectionString: await server.database() })
  chats.on('error', () => undefined)
  await chats.connect()
  await fillTable(chats, 'whole', count)
  for (let home = 0; home < homes; home++) houses.push(makeHouse())
  for (let number = 0; number < count; number++)
    houses[number % homes]?.write(
      number % 8 < 4 ? 'main' : 'work',
      `${number}`,
      number % 3 === 0 ? noCalls(`${number}`) : twoCalls(`${number}`),
    )
  const table = `{ name: whole, url: "${urlOf(chats)}", table: whole, session: thread, order: seq, message: body, format: openai-chat }`
  const more = `sessions: [{ agent: openclaw }]\ntables: [${table}]\n`
  writeFileSync(join(folder, 'all.yaml'), configOf('http://127.0.0.1:9', more))
  await run('config', 'push', 'all.yaml', '--reason', 'first')
  // The last worker and the last gateway reach the database through a network that will be cut.
  for (const [index, house] of houses.entries())
    slots.push({ words: ['worker'], name: `w-${index}`, at: index === homes - 1 ? proxy.url : url, house })
  for (let index = 0; index < 3; index++)
    slots.push({ words: ['gateway'], name: `gw-${index}`, at: index === 2 ? proxy.url : url })
  for (const slot of slots) await startIn(slot)
}, hour)
afterAll(async () => {
  for (const { process } of slots) await process?.kill()
  await chats.end().catch(() => undefined)
  await database.close()
  await server.stop()
}, hour)

async function startIn(slot: (typeof slots)[number]): Promise<void> {
  slot.process = await processOf(slot.words, slot.name, slot.at, slot.house ? { house: slot.house } : {})
}

function urlOf({ host, port, database: name, user, password }: pg.Client): string {
  return `postgres://${user}:${password}@${host}:${port}/${name}`
}

test(
  'every session is cleaned once through kills, a restart and a cut network, and every byte comes back',
  async () => {
    const before = houses.map((house) => textsOf(house))
    const rowsBefore = await digestsOf(chats, 'whole')
    const begun = Date.now()
    await run('config', 'set', 'tools.deny', '["*"]', '--reason', 'INC-1204', '--wait', '1s')
    const trouble = { kills: 0, restarts: 0, cuts: 0 }
    let isOver = false
    const chaos = (async () => {
      for (let round = 0; !isOver; round++) {
        await wait(700 + ((round * 7919) % 900))
        const slot = slots[(round * 5 + 1) % slots.length]
        if (isOver || slot === undefined) return
        if (round === 3) {
          await server.restart?.()
          trouble.restarts += 1
          // The client of this test was cut off, too.
          chats = new pg.Client({ connectionString: urlOf(chats) })
          chats.on('error', () => undefined)
          await chats.connect()
        } else if (round === 6) {
          proxy.cut()
          await wait(6000)
          proxy.mend()
          trouble.cuts += 1
        } else {
          await slot.process?.kill()
          trouble.kills += 1
          await startIn(slot)
        }
      }
    })()
    const lookAt = (name: string): Promise<RunRow | undefined> =>
      runOf(database.query, name).catch(() => undefined)
    const done = await until(
      () => lookAt('clean@2'),
      (row) => row?.state === 'done' || row?.state === 'failed',
      hour,
    )
    const cleaned = Date.now()
    isOver = true
    await chaos
    const due = sessionsWithCalls(count)
    expect(done).toMatchObject({
      state: 'done',
      sessions: 2 * count,
      changed: 2 * due,
      untouched: 2 * (count - due),
      failed: 0,
    })
    for (const [index, house] of houses.entries()) {
      expect(new Set(Object.values(changesIn(house)))).toEqual(new Set([1]))
      const texts = textsOf(house)
      for (const [name, text] of Object.entries(texts)) {
        expect(text.includes('toolCall') || text.includes('toolResult'), name).toBe(false)
        expect(wordsIn(text), name).toEqual(wordsIn(before[index]?.[name] ?? ''))
      }
    }
    expect(houses.reduce((sum, house) => sum + Object.keys(changesIn(house)).length, 0)).toBe(due)
    const rowsAfter = await digestsOf(chats, 'whole')
    expect(Object.keys(rowsAfter).filter((key) => rowsAfter[key] !== rowsBefore[key])).toHaveLength(due)
    const nodes = await until(
      () => listNodes(database.query),
      (rows) =>
        rows.length === slots.length && rows.every(({ revision, isThere }) => revision === 2 && isThere),
      60_000,
    )
    expect(nodes.map(({ refused }) => refused)).toEqual(slots.map(() => null))
    await run('jobs', 'undo', 'clean@2')
    const undone = await until(
      () => lookAt('undo:clean@2'),
      (row) => row?.state === 'done' || row?.state === 'failed',
      hour,
    )
    expect(undone).toMatchObject({ state: 'done', changed: 2 * due, failed: 0 })
    for (const [index, house] of houses.entries())
      expect(digestOf(textsOf(house))).toBe(digestOf(before[index] ?? {}))
    expect(await digestsOf(chats, 'whole')).toEqual(rowsBefore)
    const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1)
    console.log(
      `${2 * count} sessions: cleaned in ${seconds(begun, cleaned)} s and restored in ${seconds(cleaned, Date.now())} s, ${JSON.stringify(trouble)}`,
    )
  },
  hour,
)

function textsOf(house: House): Readonly<Record<string, string>> {
  const isSession = ([name]: readonly [string, string]): boolean => name.endsWith('.jsonl')
  return Object.fromEntries(Object.entries(house.all()).filter(isSession))
}

function digestOf(texts: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}

/** The words of the user and of the model in a session, which no cleaning may touch. */
function wordsIn(text: string): readonly string[] {
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { message?: { role?: string; content?: unknown } })
  return records.flatMap(({ message }) => {
    if (message?.role !== 'user' && message?.role !== 'assistant') return []
    const { content } = message
    if (!Array.isArray(content)) return [String(content)]
    return content.flatMap((part: { type?: string; text?: string }) =>
      part.type === 'text' ? (part.text ?? '') : [],
    )
  })
}
