import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { type AgentHome, type AgentSession, agentSessions, homeOf } from '../sessions/all-agents.ts'
import { mortise } from './run.ts'

/** What a copy is called, and what in it says so. */
const names: Readonly<Record<string, { file: RegExp; resume: (id: string, path: string) => string }>> = {
  'claude-code': { file: /^([0-9a-f-]{36})\.jsonl$/, resume: (id) => `claude --resume ${id}` },
  codex: {
    file: /^rollout-2026-05-01T10-00-00-([0-9a-f-]{36})\.jsonl$/,
    resume: (id) => `codex resume ${id}`,
  },
  neovate: { file: /^([0-9a-f]{8})\.jsonl$/, resume: (id) => `neovate --resume ${id}` },
  openclaw: {
    file: /^([0-9a-f-]{36})-topic-7\.jsonl$/,
    resume: (id) => `openclaw agent --session-id ${id} --message 'go on'`,
  },
  pi: {
    file: /^2026-05-01T10-00-00-000Z_([0-9a-f-]{36})\.jsonl$/,
    resume: (_, path) => `pi --session ${path}`,
  },
  qwen: { file: /^([0-9a-f-]{36})\.jsonl$/, resume: (id) => `qwen --resume ${id}` },
}

const bySession = agentSessions.map((session) => [session.agent, session] as const)

// A task is a folder that a list elsewhere names: it cannot be copied by hand.
const copied = bySession.filter(([agent]) => names[agent] !== undefined)
const alone = bySession.filter(([agent]) => names[agent] === undefined)

test.each(alone)('a session of %s cannot be copied, and says so', (_, session) => {
  const home = homeOf(session)
  const before = home.read()
  const { stderr, exit } = mortise(['repair', session.id, '--fork', '--yes', '--home', home.folder])
  expect(stderr).toContain('cannot be copied under another id.')
  expect({ exit, after: home.read() }).toEqual({ exit: 2, after: before })
})

test.each(alone)('a session of %s is mended where it is, and brought back byte for byte', (_, session) => {
  const home = homeOf(session)
  const before = home.read()
  expect(mortise(['repair', session.id, '--yes', '--home', home.folder]).exit).toBe(0)
  expect(mortise(['doctor', '--home', home.folder]).exit).toBe(0)
  expect(home.read()).not.toBe(before)
  expect(mortise(['undo', '--home', home.folder]).exit).toBe(0)
  expect(home.read()).toBe(before)
})

describe.each(copied)('a copy of a session of %s', (agent, session: AgentSession) => {
  const home = homeOf(session)
  const before = home.read()
  const { stdout, exit } = mortise(['repair', session.id, '--fork', '--yes', '--home', home.folder])
  const others = readdirSync(dirname(home.path)).filter((file) => !home.path.endsWith(file))
  const copy = join(dirname(home.path), others[0] ?? '')
  const id = names[agent]?.file.exec(others[0] ?? '')?.[1] ?? 'none'

  test('is written under a name of its own, and the session stays as it is', () => {
    expect({ exit, others: others.length, id }).toEqual({
      exit: 0,
      others: 1,
      id: expect.not.stringMatching(session.id),
    })
    expect(id).not.toBe('none')
    expect(home.read()).toBe(before)
  })

  test('is sound, and nothing but the session’s own name is another', () => {
    expect(mortise(['doctor', copy, '--home', home.folder]).exit).toBe(0)
    const linesOf = (text: string): string[] => text.trimEnd().split('\n')
    const renamed = linesOf(before.replaceAll(session.id, id))
    const kept = linesOf(readFileSync(copy, 'utf8')).filter((line) => renamed.includes(line))
    expect(kept.length).toBeGreaterThanOrEqual(renamed.length - 2)
    expect(readFileSync(copy, 'utf8')).not.toContain(session.id)
  })

  if (agent === 'neovate')
    test('N11: where the session itself was copied from is kept in it', () => {
      expect(readFileSync(copy, 'utf8')).toContain('"forkedFrom":{"sessionId":"9f9f9f9f","messageUuid":"x"}')
    })

  test('can be gone on with, and taken back', () => {
    expect(stdout).toContain(names[agent]?.resume(id, copy))
    const operation = /\(operation (\w{8})\)/.exec(stdout)?.[1] ?? ''
    expect(mortise(['undo', operation, '--home', home.folder]).exit).toBe(0)
    expect(readdirSync(dirname(home.path))).toHaveLength(1)
  })
})

describe.each(bySession)('a session of %s that is named by its path', (agent, session: AgentSession) => {
  const home = homeOf(session)
  const answer = (command: string, path: string, ...flags: readonly string[]): Record<string, unknown> =>
    JSON.parse(mortise([command, path, '--home', home.folder, '--json', ...flags]).stdout)

  test('is that agent’s: some write the very same records, and only the place tells', () => {
    expect(answer('doctor', home.path)).toMatchObject({
      sessions: [{ agent, id: session.id, health: session.isHealed ? 'sound' : 'broken' }],
    })
    expect(answer('repair', home.path, '--dry-run')).toMatchObject({ agent, id: session.id, left: [] })
  })

  test('is it in a copy of the tree too, and behind a link', () => {
    const copy = join(home.folder, 'backup')
    cpSync(join(home.folder, session.file.split('/')[0] ?? ''), copy, { recursive: true })
    expect(answer('doctor', copy)).toMatchObject({ sessions: [{ agent, id: session.id }] })
    const elsewhere = join(home.folder, 'moved.jsonl')
    renameSync(home.path, elsewhere)
    symlinkSync(elsewhere, home.path)
    expect(answer('doctor', home.path)).toMatchObject({ sessions: [{ agent }] })
  })
})

test('sessions of one id are told apart by their paths', () => {
  const openclaw = agentSessions.find(({ agent }) => agent === 'openclaw') as AgentSession
  const home = homeOf(openclaw)
  const agents = join(home.folder, '.openclaw/agents')
  cpSync(join(agents, 'main'), join(agents, 'work'), { recursive: true, preserveTimestamps: true })
  const other = home.path.replace('/main/', '/work/')
  const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
    mortise([...words, '--home', home.folder])
  const { stderr, exit } = run('repair', openclaw.id, '--yes')
  expect(exit).toBe(2)
  for (const path of [home.path, other]) {
    expect(stderr).toContain(`\`${path}\``)
    expect(run('doctor').stdout).toContain(`fix: npx mortise repair ${path} --home ${home.folder}\n`)
  }
  expect(run('repair', other, '--yes')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(`openclaw agent --agent work --session-id ${openclaw.id}`),
  })
})

describe('somebody is at work on it', () => {
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill()
  })

  /** Starts something that runs under an agent's name in a folder. */
  async function running(folder: string, words: readonly string[]): Promise<ChildProcess> {
    const child = spawn(process.execPath, words, { cwd: folder })
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }

  const openclaw = agentSessions.find(({ agent }) => agent === 'openclaw') as AgentSession
  const locked = homeOf(openclaw)
  testWith(process.platform === 'linux', 'Linux')(
    'O7: a lock is honoured while its holder lives',
    async () => {
      const child = await running(locked.worked, ['-e', idle])
      const note = JSON.stringify({ pid: child.pid, createdAt: new Date().toISOString() })
      writeFileSync(`${locked.path}.lock`, note)
      const before = locked.read()
      const repair = (): ReturnType<typeof mortise> =>
        mortise(['repair', openclaw.id, '--yes', '--home', locked.folder])
      expect(repair()).toMatchObject({
        exit: 3,
        stderr: expect.stringContaining(`is locked by node (pid ${child.pid}); nothing was changed.`),
      })
      const byPath = mortise(['repair', locked.path, '--yes', '--home', locked.folder])
      expect(byPath).toMatchObject({ exit: 3, stderr: expect.stringContaining('is locked by node') })
      expect(locked.read()).toBe(before)
      child.kill()
      await once(child, 'exit')
      expect(repair().exit).toBe(0)
      expect(readdirSync(dirname(locked.path)), 'what a dead process left is tidied up').toHaveLength(1)
    },
  )

  const idle = `console.log('here'); setInterval(() => {}, 1000)\n`

  /** How each agent runs. */
  const starts: Readonly<Record<string, (home: AgentHome, id: string) => Promise<ChildProcess>>> = {
    'claude-code': ({ folder, worked }) => running(worked, [scriptIn(folder, 'claude', idle)]),
    codex: ({ folder, worked }) => running(worked, [scriptIn(folder, 'codex', idle)]),
    neovate: ({ folder, worked }) =>
      running(worked, ['--no-warnings=ExperimentalWarning', scriptIn(folder, 'neovate', idle)]),
    openclaw: ({ folder, worked }, id) =>
      running(worked, [scriptIn(folder, 'openclaw', idle), 'agent', '--session-id', id]),
    cline: ({ folder, worked }) => running(worked, [scriptIn(folder, 'code', idle)]),
    'cline-cli': ({ folder, worked }) => running(worked, [scriptIn(folder, 'cline', idle)]),
    kilo: ({ folder, worked }) => running(worked, [scriptIn(folder, 'code', idle)]),
    roo: ({ folder, worked }) => running(worked, [scriptIn(folder, 'code', idle)]),
    copilot: ({ folder, worked }) => running(worked, [scriptIn(folder, 'copilot', idle)]),
    gemini: ({ folder, worked }) => running(worked, [scriptIn(folder, 'gemini', idle)]),
    kimi: ({ folder, worked }) => running(worked, [scriptIn(folder, 'kimi', idle)]),
    qwen: ({ folder, worked }) => running(worked, [scriptIn(folder, 'qwen', idle)]),
    pi: ({ folder, worked }) =>
      running(worked, [scriptIn(folder, 'cli.js', `process.title = 'pi'\n${idle}`)]),
  }

  function scriptIn(folder: string, name: string, code: string): string {
    const path = join(folder, name)
    writeFileSync(path, code)
    return path
  }

  // A process that began before the last line was written: the file is as young as that.
  const touch = ({ path, read }: AgentHome): void => writeFileSync(path, read())

  for (const [agent, session] of bySession) {
    const home = homeOf(session)
    testWith(process.platform === 'linux', 'Linux')(
      `${agent}: it is left alone, a copy can be had`,
      async () => {
        const child = await starts[agent]?.(home, session.id)
        touch(home)
        const before = home.read()
        const refused = mortise(['repair', session.id, '--yes', '--home', home.folder])
        expect(refused).toMatchObject({
          exit: 3,
          stderr: expect.stringContaining(`(pid ${child?.pid}), still running`),
        })
        expect(home.read()).toBe(before)
        if (names[agent] === undefined) return
        expect(refused.stderr).toContain(
          `hint: npx mortise repair ${session.id} --fork --home ${home.folder}\n`,
        )
        expect(mortise(['repair', session.id, '--fork', '--yes', '--home', home.folder]).exit).toBe(0)
        expect(home.read()).toBe(before)
      },
    )
  }
})
