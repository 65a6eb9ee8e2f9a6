import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  concludeUnfinished,
  type Disk,
  type DiskOutcome,
  type Processes,
  readLog,
  resolveTarget,
  undo,
} from '../../app/src/disk/index.ts'
import { mendRewrite, type Rewritten, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { checkRecords } from '../../app/src/stores/check/check.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { bundleProgram, inParallel, type Program } from '../disk/crash.ts'
import { age, makeScratch, memory, must, quietProcesses, type Scratch, watched } from '../disk/scratch.ts'
import { fileOf } from './conforms.ts'
import type { Mending } from './openclaw-child.ts'
import { answer, call, header, user } from './pi-records.ts'

const records = [
  header(),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1')]),
  user('u2', 'a1', 'go on with it'),
]
const old = fileOf(records).toString()

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch(old, memory)
})
afterEach(() => scratch.remove())

const lockPath = (): string => `${scratch.path}.lock`

function repair(disk: Disk): Promise<DiskOutcome<Rewritten>> {
  const target = must(resolveTarget(disk, scratch.path))
  return rewriteInPlace(
    disk,
    { store: openclaw, profile: undefined, target },
    mendRewrite({ command: 'repair' }),
  )
}

function isMended(): boolean {
  return checkRecords(openclaw, scratch.path, readFileSync(scratch.path)).found.length === 0
}

/** A process of that pid that runs, and began then. */
const running = (beganAt: number): Processes => ({
  ...quietProcesses,
  isAlive: () => true,
  beganAt: () => beganAt,
})

describe('O7: the lock of an OpenClaw session', () => {
  const lock = (rest: object = {}): void =>
    writeFileSync(lockPath(), JSON.stringify({ pid: 4711, createdAt: new Date().toISOString(), ...rest }))

  test('of a process that runs is honoured', async () => {
    lock({ starttime: 7 })
    expect(await repair(scratch.disk({ processes: running(7) }))).toMatchObject({
      ok: false,
      error: { code: 'locked', exit: 3, message: expect.stringContaining('(pid 4711)') },
    })
    expect([scratch.read(), existsSync(lockPath())]).toEqual([old, true])
  })

  test('of a pid that another process has got since is void', async () => {
    lock({ starttime: 7 })
    must(await repair(scratch.disk({ processes: running(8) })))
    expect([isMended(), existsSync(lockPath())]).toEqual([true, false])
  })

  test('that comes while the repair is written is waited for', async () => {
    let tries = 0
    const files = watched((name, _, [from, to]) => {
      const isFresh = name === 'open' && String(from).startsWith(`${scratch.folder}/.mortise-`)
      if (isFresh && tries === 0 && !existsSync(lockPath())) lock()
      if (name === 'link' && to === lockPath() && ++tries === 3) rmSync(lockPath())
    })
    must(await repair(scratch.disk({ files, processes: running(7) })))
    expect([tries, isMended(), existsSync(lockPath())]).toEqual([3, true, false])
  })

  test('is ours only while the files are exchanged: all bytes are written before', async () => {
    const held: string[] = []
    let isHeld = false
    const files = watched((name, _, [from, to]) => {
      if (name === 'remove' && from === lockPath()) isHeld = false
      if (isHeld) held.push(name)
      if (to === lockPath()) isHeld = true
    })
    must(await repair(scratch.disk({ files })))
    expect(held.filter((name) => name === 'rename')).toEqual(['rename'])
    expect(held).not.toContain('write')
  })

  test('does not keep the mode from being kept, nor an undo from bringing back the bytes', async () => {
    must(await repair(scratch.disk()))
    expect(statSync(scratch.path).mode & 0o777).toBe(0o640)
    age(scratch.path)
    must(await undo(scratch.disk(), { command: 'undo' }))
    expect([scratch.read(), scratch.names()]).toEqual([old, ['other.jsonl', 'session.jsonl']])
  })
})

describe('O8: killed while an OpenClaw session is mended', () => {
  let program: Program
  beforeAll(async () => {
    program = await bundleProgram('../stores/openclaw-child.ts')
  })
  afterAll(() => program.remove())

  const mendAs = ({ path, state }: Scratch, at?: number): Promise<string> => {
    const task: Mending = { path, state, ...(at === undefined ? {} : { at }) }
    return new Promise((resolve) => {
      execFile(process.execPath, [program.file, JSON.stringify(task)], (_, stdout) => resolve(stdout))
    })
  }

  /** Lets one die, and looks at what it left. */
  async function dieAt(at: number, mended: string): Promise<void> {
    const own = makeScratch(old, memory)
    expect(await mendAs(own, at), `call ${at}`).toBe('')
    expect([old, mended], `call ${at}`).toContain(own.read())
    must(await concludeUnfinished(own.disk()))
    expect([old, mended], `call ${at}, settled`).toContain(own.read())
    expect(own.names(), `call ${at}`).toEqual(['other.jsonl', 'session.jsonl'])
    const [last] = must(readLog(own.disk())).operations
    expect(own.read(), `call ${at}, as the log says`).toBe(last?.result === 'done' ? mended : old)
    age(own.path)
    if (last?.result === 'done') must(await undo(own.disk(), { command: 'undo' }))
    expect(own.read(), `call ${at}, undone`).toBe(old)
    own.remove()
  }

  test('at any call that changes something, the file is the old one or the new one, and can be undone', async () => {
    const said = await mendAs(scratch)
    const { state, total } = JSON.parse(said) as { readonly state: string; readonly total: number }
    expect([state, isMended(), total > 20]).toEqual(['replaced', true, true])
    const mended = scratch.read()
    await inParallel([...Array(total).keys()], (at) => dieAt(at, mended))
  })
})
