import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { age } from '../disk/scratch.ts'
import { type AgentHome, type AgentSession, agentSessions, homeOf } from '../sessions/all-agents.ts'
import { call, marker, model, result, task, text, user } from '../stores/task-records.ts'
import { mortise } from './run.ts'

function sessionOf(agent: string, records: AgentSession['records']): AgentSession {
  return { ...(agentSessions.find((session) => session.agent === agent) as AgentSession), records }
}

/** Writes a file beside the conversation of a task. */
function beside({ path }: AgentHome, name: string, value: unknown): string {
  const file = join(dirname(path), name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
  return file
}

interface Seen {
  readonly health: string
  readonly api: string
  readonly found: readonly { readonly rule: string; readonly severity: string }[]
}

function seenIn({ folder }: AgentHome): Seen | undefined {
  const { stdout } = mortise(['doctor', '--json', '--home', folder])
  return (JSON.parse(stdout) as { sessions: readonly Seen[] }).sessions[0]
}

const long = [
  task('list the files'),
  ...Array.from({ length: 10 }, (_, turn) => [
    model([text(`look ${turn}`), call(`t${turn}`)]),
    user([result(`t${turn}`, 'words '.repeat(30)), text('go on')]),
  ]).flat(),
  model('all is done'),
]

test('a task of Cline that its API refuses is mended, though an open call before it could only be answered by a new message', () => {
  const { folder, path, read } = homeOf(
    sessionOf('cline', () => [
      task('list the files'),
      model([call('t1')]),
      user('stop'),
      model('as you like'),
      user([result('t0', 'of a call that never was'), text('go on')]),
    ]),
  )
  const before = read()
  expect(mortise(['repair', path, '--yes', '--home', folder]).exit).toBe(0)
  expect(JSON.parse(read())).toHaveLength(JSON.parse(before).length)
  expect(seenIn({ folder, path, read } as AgentHome)?.health).toBe('sound')
  expect(mortise(['undo', '--home', folder]).exit).toBe(0)
  expect(read()).toBe(before)
})

test('a plan is carried out by its digest, and only as long as the session is the one that was planned', () => {
  const { folder, path, read } = homeOf(
    sessionOf('cline', () => [task('list them'), model('well'), user([result('t0'), text('go on')])]),
  )
  const run = (...words: readonly string[]) => mortise(['repair', path, '--home', folder, ...words])
  const { plan } = JSON.parse(run('--dry-run', '--json').stdout)
  expect(plan).toMatch(/^[0-9a-f]{16}$/)
  const before = read()
  writeFileSync(path, before.replace('go on', 'go off'))
  age(path)
  const changed = read()
  expect(run('--plan', plan)).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining(
      'This is not the plan of the session as it stands now; nothing was changed.',
    ),
  })
  expect(read()).toBe(changed)
  writeFileSync(path, before)
  age(path)
  expect(run('--plan', plan).exit).toBe(0)
  expect(run('--plan', plan).exit).toBe(3)
})

describe('Cline hides messages by their positions', () => {
  // The second answer is hidden with its call: behind the range a result is left that answers nothing.
  const records = [
    task('list the files'),
    model('well then'),
    user([result('t0', 'of a call that never was'), text('go on')]),
    model([call('t1')]),
    user([result('t1'), text('go on')]),
    model('all is done'),
  ]
  const hidden = sessionOf('cline', () => records)
  const { id } = hidden
  const rules = (home: AgentHome): readonly string[] | undefined =>
    seenIn(home)?.found.map(({ rule, severity }) => `${rule} ${severity}`)

  const bare = homeOf(hidden)
  const listed = homeOf(hidden)
  const shown = homeOf(hidden)
  const restored = homeOf(hidden)

  test('none without a range', () => {
    expect(rules(bare)).toEqual(['result-without-call refused'])
  })

  test('those in the list of tasks', () => {
    beside(listed, '../../state/taskHistory.json', [
      { id: 'other', conversationHistoryDeletedRange: [2, 9] },
      { id, conversationHistoryDeletedRange: [2, 3] },
    ])
    expect(rules(listed)).toEqual(['result-without-call advice'])
  })

  test('those that its screen knows, where no list does', () => {
    beside(shown, 'ui_messages.json', [
      { ts: 1, type: 'say', conversationHistoryIndex: 1 },
      { ts: 2, type: 'say', conversationHistoryIndex: 4, conversationHistoryDeletedRange: [2, 3] },
    ])
    expect(rules(shown)).toEqual(['result-without-call advice'])
  })

  test('none where the list knows the task and no range', () => {
    beside(restored, 'ui_messages.json', [{ ts: 2, type: 'say', conversationHistoryDeletedRange: [2, 3] }])
    beside(restored, '../../state/taskHistory.json', [{ id }])
    expect(rules(restored)).toEqual(['result-without-call refused'])
  })

  const named = homeOf(sessionOf('cline', () => long))
  test('so that none may come or go, and it is said why', () => {
    const before = named.read()
    const run = mortise(['compact', id, '--fraction', '0.5', '--yes', '--home', named.folder])
    expect(run.stdout).toContain('name its messages by position, and this would move some of them.')
    expect([run.exit, named.read()]).toEqual([3, before])
  })
})

describe('Roo Code', () => {
  const smaller = homeOf(sessionOf('roo', () => long))
  const { id } = sessionOf('roo', () => long)

  test('hides what is made smaller; undo brings back every byte, and other files stay', () => {
    const screen = beside(smaller, 'ui_messages.json', [{ ts: 1, type: 'say', text: 'list the files' }])
    const [before, shown] = [smaller.read(), readFileSync(screen, 'utf8')]
    const run = mortise(['compact', id, '--fraction', '0.5', '--yes', '--home', smaller.folder])
    expect(run).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('stays in the file and is not sent any more'),
    })
    expect(JSON.parse(smaller.read())).toHaveLength(long.length + 1)
    expect(mortise(['undo', '--home', smaller.folder]).exit).toBe(0)
    expect([smaller.read(), readFileSync(screen, 'utf8')]).toEqual([before, shown])
  })

  const locked = homeOf(sessionOf('roo', () => [task('list them'), model([call('t1')]), user('go on')]))
  test('its lock is honoured while it is fresh', () => {
    const lock = `${locked.path}.lock`
    mkdirSync(lock)
    const before = locked.read()
    const repair = (): ReturnType<typeof mortise> => mortise(['repair', id, '--yes', '--home', locked.folder])
    expect(repair()).toMatchObject({ exit: 3, stderr: expect.stringContaining('is locked') })
    expect(locked.read()).toBe(before)
    const stale = Date.now() / 1000 - 32
    utimesSync(lock, stale, stale)
    expect(repair().exit).toBe(0)
  })

  const behind = [task('list them'), model([call('t1')]), user([text('go on'), result('t1')])]
  const [asRecorded, asChat] = [
    homeOf(sessionOf('roo', () => behind)),
    homeOf(sessionOf('roo', () => behind)),
  ]
  test('results behind words are refused only in the form of the records', () => {
    const note = JSON.stringify({ request: 'x', apiProtocol: 'openai' })
    beside(asChat, 'ui_messages.json', [{ ts: 1, type: 'say', say: 'api_req_started', text: note }])
    age(asChat.path)
    expect(seenIn(asRecorded)).toMatchObject({ api: 'anthropic', health: 'broken' })
    expect(seenIn(asChat)).toMatchObject({ api: 'openai', health: 'sound' })
  })

  const said = homeOf(
    sessionOf('roo', () => [
      task('list them'),
      model([call('t1')], { truncationParent: 'T1' }),
      marker('T1'),
      model([call('t2')]),
      user([result('t2')]),
    ]),
  )
  test('is shown, exported and cleaned as it is sent, hidden messages too', () => {
    const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
      mortise([...words, '--home', said.folder])
    expect(run('check', said.path)).toMatchObject({ exit: 0, stdout: expect.stringContaining('(4 turns)') })
    expect(run('show', id).stdout).toContain('t2')
    expect(run('export', id).stdout).toContain('some messages are hidden')
    const before = said.read()
    expect(run('clean', '--tools', '*', '--session', id, '--yes').exit).toBe(0)
    expect(said.read()).not.toContain('tool_use')
    expect(JSON.parse(said.read())).toContainEqual(expect.objectContaining({ isTruncationMarker: true }))
    expect(run('undo').exit).toBe(0)
    expect(said.read()).toBe(before)
  })
})
