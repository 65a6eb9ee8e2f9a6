import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { type AgentHome, type AgentSession, agentSessions, homeOf } from '../sessions/all-agents.ts'
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
