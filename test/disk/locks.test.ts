import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Held,
  type Liveness,
  type LivenessOptions,
  type LockProtocol,
  livenessOf,
  lockFile,
  lockFolder,
  nodeFiles,
  nodeProcesses,
  noLock,
  type Processes,
  resolveTarget,
  systemLock,
} from '../../app/src/disk/index.ts'
import { testWith } from '../needs.ts'
import { makeScratch, must, newText, oldText, quietProcesses, replaceBy, type Scratch } from './scratch.ts'

let scratch: Scratch
let lock: string
beforeEach(() => {
  scratch = makeScratch()
  lock = `${scratch.path}.lock`
})
afterEach(() => scratch.remove())

const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const alive: Processes = {
  ...quietProcesses,
  isAlive: () => true,
  beganAt: () => 7,
  startedAt: () => undefined,
}
const young: Processes = { ...alive, beganAt: () => undefined, startedAt: () => Date.now() }

describe('a lock file', () => {
  const protocol = lockFile({ staleAfterMs: 30 * 60_000, waitMs: 0 })

  test('holds pid and time, and goes when it is released', async () => {
    const held = await take(protocol)
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({
      pid: process.pid,
      createdAt: expect.any(String),
    })
    expect(held.isStillOurs()).toBe(true)
    held.release()
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  const notes: readonly [string, () => string, boolean, Processes?][] = [
    ['of a living process', () => note({ pid: 4711 }), false, alive],
    ['of a dead process', () => note({ pid: dead() }), true],
    ['of a pid that another process has now', () => note({ pid: 4711, starttime: 6 }), true, alive],
    ['of the same process still', () => note({ pid: 4711, starttime: 7 }), false, alive],
    ['older than the process with its pid', () => note({ pid: 4711, createdAt: minutesAgo(1) }), true, young],
    ['as old as the process with its pid', () => note({ pid: 4711 }), false, young],
    ['that is too old', () => note({ pid: 4711, createdAt: minutesAgo(31) }), true, alive],
    ['that is being written', () => '', false],
    ['of nobody, from another host', () => note({}), false],
  ]
  test.each(notes)('%s', async (_, text, isFree, processes = quietProcesses) => {
    writeFileSync(lock, text())
    const disk = scratch.disk({ processes })
    expect(protocol.holder(scratch.path, disk) === undefined).toBe(isFree)
    const acquired = await protocol.acquire(scratch.path, disk)
    expect(acquired.isHeld).toBe(isFree)
    if (acquired.isHeld) acquired.release()
    expect(existsSync(lock)).toBe(!isFree)
  })

  test('without a pid is void after a minute', async () => {
    writeFileSync(lock, '')
    const old = Date.now() / 1000 - 90
    utimesSync(lock, old, old)
    const held = await take(protocol)
    held.release()
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  test('that was taken from us is not released', async () => {
    const held = await take(protocol)
    writeFileSync(lock, note({ pid: 4711 }))
    expect(held.isStillOurs()).toBe(false)
    held.release()
    expect(existsSync(lock)).toBe(true)
  })

  test('is waited for', async () => {
    const first = await take(protocol)
    setTimeout(first.release, 50)
    const second = await take(lockFile({ waitMs: 5000 }))
    second.release()
  })

  test('is held for the swap alone, and its holder is named', async () => {
    writeFileSync(lock, note({ pid: process.ppid }))
    const disk = scratch.disk({ processes: nodeProcesses })
    const refused = await replaceBy(disk, scratch.path, newText, { lock: protocol })
    expect(refused).toMatchObject({ ok: false, error: { code: 'locked', exit: 3 } })
    if (!refused.ok && process.platform === 'linux')
      expect(refused.error.message).toContain(`(pid ${process.ppid})`)
    const allowed = await replaceBy(disk, scratch.path, newText, { lock: protocol, allow: ['live'] })
    expect(allowed, 'not even then').toMatchObject({ ok: false, error: { code: 'locked' } })
    expect(scratch.read()).toBe(oldText)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl', 'session.jsonl.lock'])
  })
})

describe('a lock folder', () => {
  const protocol = lockFolder({ staleAfterMs: 10_000, waitMs: 0 })

  test('is made, refreshed and removed', async () => {
    const held = await take(lockFolder({ staleAfterMs: 40, waitMs: 0 }))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(held.isStillOurs()).toBe(true)
    held.release()
    expect(existsSync(lock)).toBe(false)
  })

  test('of another is left alone until its time is up', async () => {
    mkdirSync(lock)
    expect(await protocol.acquire(scratch.path, scratch.disk())).toMatchObject({ isHeld: false })
    expect(protocol.holder(scratch.path, scratch.disk())).toBeDefined()
    const old = Date.now() / 1000 - 11
    utimesSync(lock, old, old)
    expect(protocol.holder(scratch.path, scratch.disk())).toBeUndefined()
    const held = await take(protocol)
    held.release()
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  test('that was taken from us is not removed', async () => {
    const held = await take(protocol)
    utimesSync(lock, 1, 1)
    expect(held.isStillOurs()).toBe(false)
    held.release()
    expect(existsSync(lock)).toBe(true)
  })
})

describe('liveness', () => {
  const node = { pid: 4711, name: 'claude', words: ['claude'], folder: '/w', began: 0 }
  const key = (): string => must(resolveTarget(scratch.disk(), scratch.path)).stat.key
  const rows: readonly [string, Liveness, Partial<Processes>, LivenessOptions][] = [
    ['idle', { state: 'idle' }, {}, {}],
    [
      'unknown where nobody can tell',
      { state: 'unknown' },
      { writers: () => undefined, list: () => undefined },
      {},
    ],
    [
      'live where it is open for writing',
      { state: 'live', because: 'open', writers: [{ pid: 1, name: 'tail' }] },
      { writers: () => new Map([[key(), [{ pid: 1, name: 'tail' }]]]) },
      {},
    ],
    [
      'live where its agent runs',
      { state: 'live', because: 'running', writers: [{ pid: 4711, name: 'claude' }] },
      { list: () => [node] },
      { isAgent: ({ name, folder }) => name === 'claude' && folder === '/w' },
    ],
    ['idle where another agent runs', { state: 'idle' }, { list: () => [node] }, { isAgent: () => false }],
    [
      'live where it was written to a moment ago',
      { state: 'live', because: 'recent', writers: [] },
      {},
      { recentMs: 2 * 3_600_000 },
    ],
    ['idle where no lock is', { state: 'idle' }, {}, { lock: noLock }],
  ]
  test.each(rows)('%s', (_, liveness, processes, options) => {
    const disk = scratch.disk({ processes: { ...quietProcesses, ...processes } })
    expect(livenessOf(disk, must(resolveTarget(disk, scratch.path)), options)).toEqual(liveness)
  })

  test.runIf(process.platform === 'linux')('sees a real writer, and no reader', async () => {
    const script = (mode: string): string =>
      `const h=require('fs').openSync(${JSON.stringify(scratch.path)},'${mode}');console.log(h);process.stdin.resume()`
    const reader = spawn(process.execPath, ['-e', script('r')])
    await once(reader.stdout, 'data')
    const disk = scratch.disk({ processes: nodeProcesses })
    const look = (): Liveness => livenessOf(disk, must(resolveTarget(disk, scratch.path)))
    expect(look()).toEqual({ state: 'idle' })
    const writer = spawn(process.execPath, ['-e', script('a')])
    await once(writer.stdout, 'data')
    expect(look()).toMatchObject({ state: 'live', because: 'open', writers: [{ pid: writer.pid }] })
    const refused = await replaceBy(disk, scratch.path, newText)
    expect(refused).toMatchObject({ error: { code: 'live', exit: 3 } })
    const forced = await replaceBy(disk, scratch.path, newText, { allow: ['live'] })
    expect(forced, 'the old file comes back, its writer with it').toMatchObject({ error: { code: 'live' } })
    expect([scratch.read(), scratch.names()]).toEqual([oldText, ['other.jsonl', 'session.jsonl']])
    reader.kill()
    writer.kill()
    await Promise.all([once(reader, 'exit'), once(writer, 'exit')])
    must(await replaceBy(disk, scratch.path, newText))
  })
})

test('a process knows when it began', () => {
  if (process.platform !== 'linux') return
  expect(nodeProcesses.beganAt(process.pid)).toBeGreaterThan(0)
  expect(nodeProcesses.isAlive(process.pid)).toBe(true)
})

function note(said: Record<string, unknown>): string {
  return JSON.stringify({ createdAt: new Date().toISOString(), ...said })
}

async function take(protocol: LockProtocol): Promise<Held> {
  const acquired = await protocol.acquire(scratch.path, scratch.disk())
  if (!acquired.isHeld) throw new Error('The lock is held.')
  return acquired
}

testWith(process.platform === 'linux', 'Linux')(
  'a process that ended and was not collected is dead',
  async () => {
    // The shell gives its place to a program that never asks how its children ended.
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec tail -f /dev/null'])
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(said.toString())
    await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'latin1') === 'tail\n', 10_000)
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z '), 10_000)
    expect([process.kill(pid, 0), nodeProcesses.isAlive(pid)]).toEqual([true, false])
    writeFileSync(lock, note({ pid }))
    const held = await take(lockFile({ waitMs: 0 }))
    held.release()
    parent.kill()
  },
)

describe('a lock of the operating system', () => {
  const protocol = systemLock((path) => `${path}.lock`)
  const around = { files: nodeFiles, processes: nodeProcesses, now: Date.now }

  test('a file that nobody has locked means nothing', async () => {
    writeFileSync(lock, '')
    expect(protocol.holder(scratch.path, around)).toBeUndefined()
    const held = await protocol.acquire(scratch.path, around)
    expect(held).toMatchObject({ isHeld: true })
    expect(protocol.fileOf(scratch.path), 'it is not ours to tidy up').toBeUndefined()
  })

  const hasFlock = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0
  testWith(hasFlock, 'Linux with `flock`')(
    'a process that has it locked is its holder until it ends',
    async () => {
      writeFileSync(lock, '')
      const child = spawn('flock', ['--no-fork', lock, 'sh', '-c', 'echo here; exec sleep 60'])
      await once(child.stdout, 'data')
      const holder = protocol.holder(scratch.path, around)
      expect(holder).toMatchObject({ pid: expect.any(Number) })
      expect(await protocol.acquire(scratch.path, around)).toEqual({ isHeld: false, by: holder })
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(protocol.holder(scratch.path, around), 'the file stays, the lock does not').toBeUndefined()
    },
  )
})
