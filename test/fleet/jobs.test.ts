import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askRun,
  type FleetDatabase,
  listRuns,
  migrate,
  openDatabase,
  type RunRow,
  runOf,
  toldIn,
} from '../../app/src/fleet/index.ts'
import { writeShards } from '../../app/src/fleet/jobs/plan.ts'
import { age } from '../disk/scratch.ts'
import { type House, makeHouse, noCalls, twoCalls } from '../transition/house.ts'
import { command, configOf, folder, later, until } from './machines.ts'
import { type Server, startServer } from './server.ts'
import { changesIn, processOf, type WorkerProcess } from './workers.ts'

let server: Server
let url: string
let database: FleetDatabase
beforeAll(async () => {
  server = await startServer()
  url = await server.database()
  database = openDatabase(url)
  await migrate(database)
  writeFileSync(join(folder, 'all.yaml'), configOf('http://127.0.0.1:9', 'sessions: [{ agent: openclaw }]\n'))
  await run('config', 'push', 'all.yaml', '--reason', 'first')
})
afterAll(async () => {
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

/** A home with so many sessions; two of three hold calls. */
function houseOf(count: number): House {
  const house = makeHouse()
  for (let number = 0; number < count; number++)
    house.write(
      number % 2 === 0 ? 'main' : 'work',
      `${number}`,
      number % 3 === 0 ? noCalls(`${number}`) : twoCalls(`${number}`),
    )
  return house
}

describe('the runs of two machines', () => {
  const houses = [houseOf(240), houseOf(60)] as const
  const before = houses.map((house) => house.all())
  const workers: WorkerProcess[] = []

  test('a revision that denies all tools cleans every session once, though a worker is killed', async () => {
    const nodes = ['one', 'two']
    for (const [index, house] of houses.entries())
      workers.push(await processOf(['worker'], nodes[index] ?? '', url, { house }))
    const set = await run('config', 'set', 'tools.deny', '["*"]', '--reason', 'INC-1204')
    expect(set.stdout).toContain('2/2 nodes on revision 2')
    expect(set.stdout).toContain('clean@2 is queued')
    await until(
      async () => Object.keys(changesIfAny(houses[0])).length,
      (count) => count > 0,
    )
    await workers[0]?.kill()
    workers[0] = await processOf(['worker'], 'one', url, { house: houses[0] })
    const done = await over('clean@2')
    expect(done).toMatchObject({ state: 'done', sessions: 300, changed: 200, untouched: 100, failed: 0 })
    for (const house of houses) {
      expect(Object.values(house.all()).join()).not.toContain('toolCall')
      expect(new Set(Object.values(changesIn(house)))).toEqual(new Set([1]))
    }
  })

  test('the same text is left as one machine alone would leave it', async () => {
    const alone = houseOf(60)
    const env = { HOME: alone.folder, MORTISE_HOME: join(alone.folder, 'state') }
    await command(['clean', '--tools', '*', '--agent', 'openclaw', '--yes'], env)
    const withoutTimes = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, text.replace(/\d{13}|T[\d:.]+Z/g, '')]),
      )
    expect(withoutTimes(houses[1].all())).toEqual(withoutTimes(alone.all()))
  })

  test('asked again, it is not begun again; a new question is a new run that changes nothing', async () => {
    const again = await run('clean', '--tools', '*', '--fleet', '--yes')
    expect(again.stdout).toContain('clean@2.2 is queued')
    expect(await over('clean@2.2')).toMatchObject({ changed: 0, untouched: 300 })
    const errand = { do: 'doctor' } as const
    const ask = () => database.transaction((query) => askRun(query, errand, { revision: 2, reason: '' }))
    await Promise.all(workers.map(({ stop }) => stop()))
    expect([await ask(), await ask()]).toMatchObject([{ isUnderWay: false }, { isUnderWay: true }])
  })

  test('undo restores every byte on both machines', async () => {
    for (const [index, house] of houses.entries())
      workers[index] = await processOf(['worker'], ['one', 'two'][index] ?? '', url, { house })
    const undone = await run('jobs', 'undo', 'clean@2', '--reason', 'INC-1204 is over')
    expect(undone.stdout).toContain('undo:clean@2 is queued')
    const watched = await run('jobs', 'watch', 'undo:clean@2')
    expect(watched.stdout).toContain('undo:clean@2 is done.')
    expect(await over('undo:clean@2')).toMatchObject({ changed: 200, failed: 0 })
    expect(houses.map((house) => house.all())).toEqual(before)
  })

  test('a session in use is tried again, and one that was changed since is left alone by undo', async () => {
    const busy = houses[1].pathOf('work', '1')
    // Its agent writes it as long as it takes until a worker comes.
    const touch = (): void => utimesSync(busy, new Date(), new Date())
    touch()
    await run('clean', '--tools', 'exec', '--fleet', '--yes')
    const name = 'clean@2.3'
    await until(
      () => {
        touch()
        return runOf(database.query, name)
      },
      ({ skipped, changed }) => skipped === 1 && changed === 199,
      60_000,
    )
    age(busy)
    expect(await over(name)).toMatchObject({ changed: 200, skipped: 0, failed: 0 })
    houses[1].write('work', '1', noCalls('another'))
    await run('jobs', 'undo', name)
    const undone = await over(`undo:${name}`)
    expect(undone).toMatchObject({ changed: 199, failed: 1 })
    expect((await toldIn(database.query, `undo:${name}`))[0]?.message).toContain('changed')
  })

  test('a poisoned shard fails alone, and can be tried again', async () => {
    const asked = await database.transaction(async (query) => {
      const { run: poisoned } = await askRun(query, { do: 'repair' }, { revision: 2, reason: '' })
      const work = { do: 'repair', target: { agent: 'nobody', state: '/dev/null/x' }, paths: ['/x'] }
      const shard = {
        source: 'two:poison',
        shard: 0,
        node: 'two',
        work: work as never,
        sessions: 1,
        bytes: 0,
      }
      await writeShards(query, poisoned, 'two:poison', [{ ...shard, work: { ...work, paths: 5 } as never }])
      return poisoned
    })
    const done = await over(asked)
    expect(done).toMatchObject({ state: 'failed', failedShards: 1, changed: 0 })
    expect(done.errors).toMatchObject([{ source: 'two:poison', shard: 0 }])
    expect(done.untouched).toBe(300)
    expect((await run('jobs', 'retry', asked)).stdout).toContain('shards that are tried again: 1')
    expect((await run('jobs', 'cancel', asked)).exit).toBe(0)
    expect(await runOf(database.query, asked)).toMatchObject({ state: 'cancelled' })
    expect((await run('jobs')).stdout).toContain('clean@2')
    expect((await listRuns(database.query)).length).toBe(7)
  })

  test('old runs are forgotten with their shards; the newest cleaning stays, and no name is given again', async () => {
    const named = async () => (await listRuns(database.query)).map(({ run: name }) => name)
    const before = await named()
    expect((await run('jobs', 'forget', '--before', '1h')).stdout).toContain('No run is that old')
    await database.query(`update mortise.runs set asked_at = asked_at - interval '2 hours'`)
    const asked = await run('jobs', 'forget', '--before', '1h')
    expect(asked.stdout).toContain('would be forgotten')
    expect(await named()).toEqual(before)
    const forgotten = await run('jobs', 'forget', '--before', '1h', '--yes', '--json')
    const { runs } = JSON.parse(forgotten.stdout) as { runs: string[] }
    const kept = before.filter((name) => !runs.includes(name))
    // The cleaning that the revision asked for, and the question that no worker has answered yet.
    expect(await named()).toEqual(kept)
    expect(kept).toContain('clean@2')
    const left = await database.query<{ run: string }>(
      'select distinct run from mortise.shards union select run from mortise.plans union select run from mortise.images',
    )
    expect(left.filter((row) => runs.includes(row.run))).toEqual([])
    expect((await run('jobs', 'undo', runs[0] ?? '')).stderr).toContain('There is no run')
    const again = await run('clean', '--tools', '*', '--fleet', '--yes')
    expect(again.stdout).toContain('clean@2.4 is queued')
    expect(await over('clean@2.4')).toMatchObject({ state: 'done' })
    later(() => Promise.all(workers.map(({ stop }) => stop())))
  })
})

function changesIfAny(house: House): Readonly<Record<string, number>> {
  try {
    return changesIn(house)
  } catch {
    return {}
  }
}
