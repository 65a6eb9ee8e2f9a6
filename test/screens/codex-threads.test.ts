import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { type AgentHome, type AgentSession, agentSessions, homeOf } from '../sessions/all-agents.ts'
import { bomb, packed } from '../sqlite/home.ts'
import { call, meta, output, paginated, thread, user } from '../stores/codex-records.ts'
import { openedByCodex, stalledAt } from '../stores/loaders/codex.ts'
import { mortise } from './run.ts'

const codex = agentSessions.find(({ agent }) => agent === 'codex') as AgentSession

function homeWith(records: (folder: string) => readonly object[]): AgentHome {
  return homeOf({ ...codex, records })
}

const numbered = homeWith((cwd) =>
  paginated([
    meta({ cwd }),
    ...user('list the files'),
    call('call_1'),
    output('call_1'),
    output('call_1', 'and once more'),
    ...user('and now?'),
  ]),
)

describe('a numbered thread of which Codex keeps an index by bytes', () => {
  const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
    mortise([...words, '--home', numbered.folder])
  writeFileSync(join(numbered.folder, '.codex/thread_history_1.sqlite'), '')
  const before = numbered.read()

  test('is left as it is, and the way out is told', () => {
    const { exit, stdout, stderr } = run('repair', thread, '--yes')
    expect(exit).not.toBe(0)
    expect(stdout + stderr).toContain('A copy of it can be mended: --fork.')
    expect(numbered.read()).toBe(before)
  })

  test('is mended in a copy, which Codex opens and shows whole', () => {
    expect(run('repair', thread, '--fork', '--yes')).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('codex resume '),
    })
    expect(numbered.read()).toBe(before)
    const folder = dirname(numbered.path)
    const [copy = ''] = readdirSync(folder).filter((name) => !numbered.path.endsWith(name))
    const bytes = readFileSync(join(folder, copy))
    expect([openedByCodex(bytes), stalledAt(bytes)]).toEqual([before.trimEnd().split('\n').length, undefined])
    expect(bytes.toString()).not.toContain(thread)
    expect(run('check', join(folder, copy)).exit).toBe(0)
  })
})

describe('the lock of a thread', () => {
  const home = homeOf(codex)
  const lock = join(home.folder, '.codex/thread-writer-locks', `${thread}.lock`)
  mkdirSync(dirname(lock))
  writeFileSync(lock, '')
  const repair = (): ReturnType<typeof mortise> => mortise(['repair', thread, '--yes', '--home', home.folder])
  const hasFlock = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0

  testWith(hasFlock, 'Linux with `flock`')(
    'keeps a repair away while it is held, and no longer',
    async () => {
      const before = home.read()
      const child = spawn('flock', ['--no-fork', lock, 'sh', '-c', 'echo here; exec sleep 60'])
      await once(child.stdout, 'data')
      expect(repair()).toMatchObject({ exit: 3, stderr: expect.stringContaining('is locked by') })
      expect(home.read()).toBe(before)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(repair().exit).toBe(0)
    },
  )
})

describe('a thread that Codex has compressed', () => {
  const home = homeOf(codex)
  const plain = home.read()
  const path = `${home.path}.zst`
  renameSync(home.path, path)
  writeFileSync(path, packed(Buffer.from(plain)))
  const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
    mortise([...words, '--home', home.folder])

  test('is found, judged, shown and exported as what it holds', () => {
    expect(JSON.parse(run('doctor', '--json').stdout)).toMatchObject({
      sessions: [{ agent: 'codex', id: thread }],
    })
    for (const words of [
      ['show', thread],
      ['export', thread],
      ['doctor', path],
    ])
      expect([words, run(...words).stdout]).toEqual([words, expect.stringContaining('list the files')])
  })

  test('is left as it is, and mended in a copy that is not compressed', () => {
    const before = readFileSync(path)
    const repair = run('repair', thread, '--yes', '--api', 'openai-responses')
    expect(repair.stdout + repair.stderr).toContain('A copy of it can be mended: --fork.')
    expect(run('repair', thread, '--fork', '--yes').exit).toBe(0)
    expect(readFileSync(path).equals(before)).toBe(true)
    const names = readdirSync(dirname(path)).filter((name) => !path.endsWith(name))
    expect(names).toEqual([expect.stringMatching(/^rollout-2026-05-01T10-00-00-[0-9a-f-]{36}\.jsonl$/)])
    expect(run('check', join(dirname(path), names[0] ?? '')).exit).toBe(0)
  })

  test('is the same session as the plain file beside it, which Codex reads', () => {
    writeFileSync(home.path, plain)
    const { sessions } = JSON.parse(run('doctor', '--json').stdout) as { sessions: readonly { id: string }[] }
    expect(sessions.filter(({ id }) => id === thread)).toHaveLength(1)
  })

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['a text', () => Buffer.from('no zstd at all')],
    ['a bomb', () => bomb(9000)],
  ])('%s: it is told of, and the others are judged', (_, damage) => {
    const other = homeOf(codex)
    const broken = join(
      dirname(other.path),
      `rollout-2026-05-02T10-00-00-${thread.replace('01a1', '01a2')}.jsonl.zst`,
    )
    writeFileSync(broken, damage(packed(Buffer.from(plain))))
    const { exit, stdout } = mortise(['doctor', '--json', '--home', other.folder])
    expect([exit === 0, JSON.parse(stdout).sessions.length]).toEqual([false, 2])
  })
})
