import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Disk, livenessOf, readTarget, undo } from '../../app/src/disk/index.ts'
import { openDatabase } from '../../app/src/disk/sqlite/driver.ts'
import type { Found } from '../../app/src/sessions/find/find.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { memory, must, quietProcesses } from '../disk/scratch.ts'
import { answer, call, header, type Json, user } from '../stores/pi-records.ts'
import { addRecord, makeRowHome, type RowHome, recordTables } from './home.ts'

const records: readonly Json[] = [
  header({ id: 's' }),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1')]),
  user('u2', 'a1', 'go on with it'),
]

let home: RowHome
beforeEach(() => {
  home = makeRowHome({ place: memory })
  home.add('s', records)
})
afterEach(() => home.remove())

/** Makes the home anew, with a database that keeps its changes in another way. */
function remake(journal: 'wal' | 'delete'): void {
  home.remove()
  home = makeRowHome({ place: memory, journal })
  home.add('s', records)
}

function first(disk: Disk = home.disk()): Found {
  const [found] = home.find(disk).found
  if (found === undefined) throw new Error('There is no session.')
  return found
}

const read = (): number => must(readTarget(home.disk(), first().target)).bytes.length
const repair = (disk: Disk = home.disk()) =>
  rewriteInPlace(disk, first(disk), mendRewrite({ command: 'repair', mendsCoped: true }))
/** All that stands beside the database, with its bytes and times. */
const beside = (): unknown =>
  home.names().map((name) => {
    const path = `${home.database}${name.slice('openclaw-agent.sqlite'.length)}`
    return [name, readFileSync(path).toString('base64'), statSync(path).mtimeMs]
  })
const copies = (): number =>
  readdirSync(tmpdir()).filter((name) => /^mortise-[0-9a-f]{16}$/.test(name)).length

/** Lets a child put the database into a state that only a process can leave behind. */
function child(code: string): Promise<void> {
  const program = `const Database = require('libsql'); const fs = require('node:fs')
    const database = new Database(${JSON.stringify(home.database)}); ${code}`
  return new Promise((resolve, reject) => {
    // One that kills itself did its work; one that fails did not.
    execFile(process.execPath, ['-e', program], { cwd: process.cwd() }, (error) =>
      error === null || error.signal === 'SIGKILL' ? resolve() : reject(error),
    )
  })
}

const append = `database.exec("INSERT INTO session_nodes VALUES ('k', 'late', '{}', 1, 'done')")
  database.exec("INSERT INTO session_windows VALUES ('late', 'k', 1, 1, 1, NULL, 'done')")
  database.exec("INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES ('late', 0, '{}', 1)");`

describe('a database that is read', () => {
  test.each(['wal', 'delete'] as const)(
    'alone in its file (%s), has nothing beside it afterwards',
    async (journal) => {
      remake(journal)
      // Those who wrote to it are gone: the last one takes the log away.
      await child('database.exec("PRAGMA wal_checkpoint(TRUNCATE)"); database.close()')
      for (const end of ['-wal', '-shm']) rmSync(`${home.database}${end}`, { force: true })
      const before = beside()
      expect(read()).toBeGreaterThan(100)
      expect(beside()).toEqual(before)
    },
  )

  test('with a log that a crash left is read as a copy, and stays as it is', async () => {
    await child(`${append} process.kill(process.pid, 'SIGKILL')`)
    expect(existsSync(`${home.database}-wal`)).toBe(true)
    rmSync(`${home.database}-shm`, { force: true })
    const before = beside()
    // A folder of its own: other tests make copies too.
    const folder = mkdtempSync(join(tmpdir(), 'mortise-copies-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const left = copies()
    expect(home.find().found.map(({ target }) => target.name)).toEqual(['late', 's'])
    expect([beside(), copies()]).toEqual([before, left])
  })

  test('with a log and an index that a crash left is read too', async () => {
    await child(`${append} process.kill(process.pid, 'SIGKILL')`)
    expect(home.names()).toContain('openclaw-agent.sqlite-shm')
    expect(home.find().found.map(({ target }) => target.name)).toEqual(['late', 's'])
  })

  test('with a log and its index is read beside those who write to it', async () => {
    const writer = openDatabase(home.database, 'rw')
    writer.run('BEGIN IMMEDIATE')
    writer.run("UPDATE transcript_events SET event_json = '{}' WHERE seq = 1")
    const size = read()
    writer.run('COMMIT')
    expect(read()).toBeLessThan(size)
    writer.close()
  })

  test('with a journal that a crash left is read as it was before the change', async () => {
    remake('delete')
    const size = read()
    await child(`database.exec('PRAGMA cache_size = 1'); database.exec('BEGIN IMMEDIATE')
      database.exec("UPDATE transcript_events SET event_json = json_insert(event_json, '$.x', printf('%.*c', 90000, 'x'))")
      process.kill(process.pid, 'SIGKILL')`)
    expect(existsSync(`${home.database}-journal`)).toBe(true)
    const before = beside()
    expect(read()).toBe(size)
    expect(beside()).toEqual(before)
  })
})

describe('another program at work', () => {
  test('that writes for long is waited for shortly, then the repair is refused', async () => {
    const writer = openDatabase(home.database, 'rw')
    writer.run('BEGIN IMMEDIATE')
    const before = home.dump(...recordTables)
    expect(await repair()).toMatchObject({
      ok: false,
      error: {
        code: 'locked',
        exit: 3,
        message: 'Another program is writing to the database of `main/s`; nothing was changed.',
      },
    })
    expect(home.dump(...recordTables)).toBe(before)
    writer.run('ROLLBACK')
    writer.close()
    expect(must(await repair()).replaced.state).toBe('replaced')
  })

  test('that writes all the time loses nothing, and keeps nobody from a repair', {
    timeout: 30_000,
  }, async () => {
    const rows = 400
    const busy = child(`database.exec('PRAGMA busy_timeout = 5000'); ${append}
      const add = database.prepare("INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES ('late', ?, '{}', 1)")
      for (let seq = 1; seq <= ${rows}; seq++) add.run(seq)`)
    const before = home
      .dump(...recordTables)
      .split('\n')
      .filter((row) => row.startsWith('["s"'))
    for (let round = 0; round < 5; round++) {
      const found = home.find().found.find(({ target }) => target.name === 's')
      if (found === undefined) throw new Error('There is no session.')
      const { replaced } = must(
        await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })),
      )
      expect(replaced.state).toBe('replaced')
      must(await undo(home.disk(), { command: 'undo' }))
    }
    await busy
    const after = home.dump(...recordTables).split('\n')
    expect(after.filter((row) => row.startsWith('["s"'))).toEqual(before)
    expect(after.filter((row) => row.startsWith('["late"')).length).toBe(rows + 1)
  })

  test('that appends between the look and the change has its record seen', async () => {
    let isFirst = true
    const disk = home.disk({
      now: () => {
        // Asked for the first time when the lock of our own folder is taken: the session was read before.
        if (isFirst) {
          isFirst = false
          home.open((database) => addRecord(database, 's', 4, user('u3', 'u2', 'one more thing')))
        }
        return Date.now()
      },
    })
    const found = first(home.disk())
    const { made, replaced } = must(
      await rewriteInPlace(disk, found, mendRewrite({ command: 'repair', mendsCoped: true })),
    )
    expect([isFirst, replaced.state, made.isSound]).toEqual([false, 'replaced', true])
    expect(home.lines('s').at(-1)).toContain('one more thing')
    expect(home.lines('s').length).toBe(6)
  })
})

describe('whether a session is live is told by its rows', () => {
  const gateway = {
    ...quietProcesses,
    writers: (isAsked: (key: string) => boolean) => {
      const { dev, ino } = statSync(home.database, { bigint: true })
      const key = `${dev}:${ino}`
      return new Map(isAsked(key) ? [[key, [{ pid: 4711, name: 'openclaw-gateway' }]]] : [])
    },
  }
  const liveness = () => livenessOf(home.disk({ processes: gateway }), first().target)

  test('a gateway that has the database open is not enough', async () => {
    expect(liveness()).toEqual({ state: 'idle' })
    expect(must(await repair(home.disk({ processes: gateway }))).replaced.state).toBe('replaced')
  })

  const live = { state: 'live', because: 'running', writers: [{ pid: 4711, name: 'openclaw-gateway' }] }

  test.each([
    ['a window that runs', "UPDATE session_windows SET status = 'running'", live],
    ['a logical session that runs', "UPDATE session_nodes SET status = 'running'", live],
    [
      'an input that waits',
      "INSERT INTO session_pending_inputs VALUES (1, 'agent:main:s', 's', 'queued')",
      live,
    ],
    [
      'an input that was cancelled',
      "INSERT INTO session_pending_inputs VALUES (1, 'agent:main:s', 's', 'cancelled')",
      { state: 'idle' },
    ],
  ])('%s', async (_, sql, expected) => {
    home.open((database) => database.run(sql))
    expect(liveness()).toEqual(expected)
    const before = home.dump(...recordTables)
    const outcome = await repair(home.disk({ processes: gateway }))
    expect(outcome.ok).toBe(expected.state === 'idle')
    if (outcome.ok) return
    expect([outcome.error.code, home.dump(...recordTables)]).toEqual(['live', before])
    // The mark of a process that died says nothing: nobody has the database open.
    expect(must(await repair()).replaced.state).toBe('replaced')
  })

  test('an event a moment ago', async () => {
    home.open((database) =>
      database.run('UPDATE transcript_events SET created_at = ? WHERE seq = 3', BigInt(Date.now())),
    )
    expect(liveness()).toEqual({ state: 'live', because: 'recent', writers: [] })
    expect(await repair()).toMatchObject({ ok: false, error: { code: 'live' } })
  })
})

test('a database of somebody else is left alone', async () => {
  const processes = { ...quietProcesses, user: 4711 }
  expect(await repair(home.disk({ processes }))).toMatchObject({ ok: false, error: { code: 'other-owner' } })
})

test('an undo is refused where the path leads to another database now', async () => {
  must(await repair())
  const folder = `${home.folder}/.openclaw/agents`
  renameSync(folder, `${home.folder}/elsewhere`)
  symlinkSync(`${home.folder}/elsewhere`, folder)
  expect(await undo(home.disk(), { command: 'undo' })).toMatchObject({
    ok: false,
    error: { code: 'changed' },
  })
})

test('cold archives are counted, and never opened', () => {
  const cold = `${home.folder}/.openclaw/agents/main/sessions/cold`
  const name = `${'a'.repeat(64)}.jsonl.zst`
  mkdirSync(cold)
  writeFileSync(`${cold}/${name}`, 'not zstd at all')
  const { found, closed, archives } = home.find()
  expect([found.length, closed, archives]).toEqual([1, [], 1])
})
