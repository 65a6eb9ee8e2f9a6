import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stores } from '../../app/src/stores/index.ts'
import { testWith } from '../needs.ts'
import { broken, linesOf, makeHome, sound, waiting } from '../sessions/home.ts'
import { call, piece, summary, text, user } from '../stores/claude-records.ts'
import { mortise } from './run.ts'

const said = 'Each `tool_use` block must have a corresponding `tool_result` block in the next message.'

describe('a home with a broken session', () => {
  const home = makeHome()
  home.write('-w-app/7f3a9d10-1111-4222.jsonl', [summary('fix checkout retries', 'a2'), ...broken])
  home.write('-w-app/0a000000-1111-4222.jsonl', sound)
  const before = home.all()

  test('says which, by whom, where and why, and what mends it', () => {
    expect(mortise(['doctor'], { environment: { HOME: home.folder } })).toEqual({
      stdout: `Claude Code  2 sessions, 3.0 KB: 1 will be refused

✖ 7f3a9d10-1111  claude-code  "fix checkout retries"  /w/app  1 hour ago
  line 3  call-without-result  \`toolu_1\` Bash has no result in the next turn
    calls Bash: {"command":"ls"}
    anthropic says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_1. ${said}
  a repair gives the call an error result that says none was recorded
  fix: npx mortise repair 7f3a

✖ 1 of 2 sessions will be refused by its API.
`,
      stderr: '',
      exit: 1,
    })
  })

  test('the sessions are not touched; what it keeps, it keeps for itself', () => {
    expect(home.all()).toEqual(before)
    expect(readdirSync(join(home.folder, '.local/state/mortise'))).toEqual(['index'])
  })

  test('another home is named in what can be pasted', () => {
    const { stdout } = mortise(['doctor', '--home', home.folder])
    expect(stdout).toContain(`fix: npx mortise repair 7f3a --home ${home.folder}\n`)
  })

  test('plain, quiet and without colour', () => {
    const plain = mortise(['doctor', '--home', home.folder, '--plain', '-q'])
    expect(plain.stdout).toContain('\nx 7f3a9d10-1111  claude-code')
    const painted = mortise(['doctor', '--home', home.folder], { environment: { FORCE_COLOR: '1' } })
    expect(painted.stdout).toContain('\u001b[31m✖\u001b[0m ')
    const both = { FORCE_COLOR: '1', NO_COLOR: '1' }
    expect(mortise(['doctor', '--home', home.folder], { environment: both }).stdout).not.toContain('\u001b')
  })

  test('the whole answer as JSON', () => {
    const { stdout, exit } = mortise(['doctor', '--json', '--home', home.folder])
    const answer = JSON.parse(stdout)
    expect(exit).toBe(1)
    expect(Object.keys(answer)).toEqual([
      'schema',
      'command',
      'target',
      'looked',
      'sessions',
      'closed',
      'passed',
      'totals',
    ])
    expect(answer).toMatchObject({ schema: 'mortise/1', command: 'doctor', target: { kind: 'sessions' } })
    expect(answer.totals).toMatchObject({ sessions: 2, sound: 1, broken: 1, unreadable: 0, live: 0 })
    const bad = answer.sessions.find(({ health }: { health: string }) => health === 'broken')
    expect(bad).toMatchObject({
      agent: 'claude-code',
      path: home.path('-w-app/7f3a9d10-1111-4222.jsonl'),
      id: '7f3a9d10-1111-4222',
      health: 'broken',
      live: process.platform === 'linux' ? false : null,
      api: 'anthropic',
      title: 'fix checkout retries',
      turns: 4,
      found: [{ rule: 'call-without-result', severity: 'refused', record: 'line 3, a1' }],
    })
  })

  test('only what was used of late, and of one agent', () => {
    // Ids are not cut where others may begin alike.
    const { stdout } = mortise(['doctor', '--agent', 'claude-code', '--home', home.folder])
    expect(stdout).toContain('repair 7f3a9d10-1111-4222 --home')
    expect(mortise(['doctor', '--agent', 'claude-cod', '--home', home.folder])).toMatchObject({
      stderr: expect.stringContaining('Unknown agent `claude-cod`. Did you mean `claude-code`?'),
      exit: 2,
    })
    expect(mortise(['doctor', '--since', 'yesterday'])).toMatchObject({
      stderr: expect.stringContaining('`--since` takes a length of time such as 90m, 12h, 7d or 2w.'),
      exit: 2,
    })
  })

  test('ids that begin alike are shown as far as they differ', () => {
    const alike = makeHome()
    alike.write('-w-app/0199c8a2-1111-7abc-8def.jsonl', broken)
    alike.write('-w-app/0199c8a2-1111-7abd-8def.jsonl', broken)
    const { stdout } = mortise(['doctor', '--home', alike.folder])
    expect(
      stdout
        .match(/✖ \S+ /g)
        ?.slice(0, 2)
        .sort(),
    ).toEqual(['✖ 0199c8a2-1111-7abc ', '✖ 0199c8a2-1111-7abd '])
  })

  test('any tree or file', () => {
    const file = home.path('-w-app/7f3a9d10-1111-4222.jsonl')
    const tree = mortise(['doctor', home.folder, '--home', home.folder])
    expect(tree.exit).toBe(1)
    expect(tree.stdout).toMatch(/^2 sessions, 3\.0 KB: 1 will be refused\n/)
    expect(tree.stdout).toContain(`fix: npx mortise repair ${file} --home`)
    expect(mortise(['doctor', home.path('-w-app/0a000000-1111-4222.jsonl'), '--home', home.folder])).toEqual({
      stdout: '1 session, 1.5 KB: sound\n\n✔ 1 session, none of which will be refused.\n',
      stderr: '',
      exit: 0,
    })
  })
})

test('a second look reads no session: its first prompt and the calls of its faults are in the index', () => {
  const home = makeHome()
  const path = home.write('-w-app/7f3a9d10-1111-4222.jsonl', broken)
  const env = { environment: { HOME: home.folder } }
  utimesSync(path, 1.77e9, 1.77e9)
  const first = mortise(['doctor'], env)
  expect(first.stdout).toContain('"list the files"')
  expect(first.stdout).toContain('calls Bash: {"command":"ls"}')
  writeFileSync(path, 'x'.repeat(statSync(path).size))
  utimesSync(path, 1.77e9, 1.77e9)
  expect(mortise(['doctor'], env)).toEqual(first)
})

test('a session that loses history is not called refused', () => {
  const home = makeHome()
  const glue = (name: string): void => {
    const [first = '', second = '', ...rest] = linesOf(sound).split(/(?<=\n)/)
    home.write(name, [first, second.trimEnd(), ...rest].join(''))
  }
  glue('-w-app/7f3a9d10-1111-4222.jsonl')
  const ask = (...words: readonly string[]): ReturnType<typeof mortise> =>
    mortise(['doctor', ...words, '--home', home.folder])
  const { stdout, exit } = ask()
  expect(exit).toBe(1)
  expect(stdout).toMatch(/^Claude Code {2}1 session, \d\.\d KB: 1 loses history\n/)
  expect(stdout).toContain('unreadable: Claude Code skips this: history is lost, and nobody says so\n')
  expect(stdout).toContain('✖ 1 of 1 session loses history, and nobody says so.\n')
  expect(JSON.parse(ask('--json').stdout).totals).toMatchObject({ broken: 1, losing: 1 })
  home.write('-w-app/0a000000-1111-4222.jsonl', broken)
  expect(ask().stdout).toContain(
    '✖ 1 of 2 sessions will be refused by its API; 1 loses history, and nobody says so.\n',
  )
})

test('no agent is no failure', () => {
  const { folder } = makeHome()
  const known = stores.map(({ title }) => title).join(', ')
  const way = 'For any other agent, paste its error: npx mortise explain\n'
  const told = (line: string, agents = known): object => ({
    stdout: `No session of ${agents} is here.${line}\n${way}`,
    stderr: '',
    exit: 0,
  })
  expect(mortise(['doctor', '--home', folder])).toEqual(told(''))
  expect(mortise(['doctor', '--agent', 'pi', '--home', folder])).toEqual(told('', 'pi'))
  expect(mortise(['repair', '--all', '--yes', '--home', folder])).toEqual(told(''))
  expect(mortise(['repair', '--all', '--yes', '-q', '--home', folder]).stdout).toBe('')
  mkdirSync(join(folder, '.factory/sessions'), { recursive: true })
  mkdirSync(join(folder, '.cursor/projects'), { recursive: true })
  const seen = ' Cursor, Droid: found, but Mortise cannot judge their sessions yet.'
  expect(mortise(['doctor', '--home', folder])).toEqual(told(seen))
  expect(mortise(['doctor', '--all', '--home', folder]).stdout).toMatch(/\nLooked in:\n(?: {2}~\/\S.*\n)+$/)
  expect(existsSync(join(folder, '.local'))).toBe(false)
})

test('what was named must be there, and be a session', () => {
  const { folder } = makeHome()
  writeFileSync(join(folder, 'rows.jsonl'), '{"id":1}\n{"id":2}\n')
  expect(mortise(['doctor', 'nothing'], { folder, environment: { HOME: folder } })).toMatchObject({
    stderr: 'mortise: There is no file or folder `nothing`.\nhint: npx mortise doctor --help\n',
    exit: 4,
  })
  expect(mortise(['doctor', 'rows.jsonl'], { folder, environment: { HOME: folder } })).toMatchObject({
    stderr:
      'mortise: `rows.jsonl` is no session of an agent that is known here.\nhint: npx mortise check rows.jsonl\n',
    exit: 4,
  })
  expect(mortise(['doctor', '.'], { folder, environment: { HOME: folder } })).toMatchObject({
    stdout: 'There is no session in `.` that is known here.\n',
    exit: 0,
  })
})

test('only what is missing is said to be', () => {
  const { folder } = makeHome()
  mkdirSync(join(folder, 'empty'))
  expect(mortise(['doctor', 'empty', 'nothing'], { folder, environment: { HOME: folder } })).toMatchObject({
    stderr: 'mortise: There is no file or folder `nothing`.\nhint: npx mortise doctor --help\n',
    exit: 4,
  })
})

test('advice is no fault, and its sessions are counted among all', () => {
  const home = makeHome()
  home.write('-w-app/7f3a.jsonl', [user('u1', 'gone', 'go on'), piece('a1', 'u1', 'm1', text('well'))])
  const { stdout, exit } = mortise(['doctor', '--home', home.folder])
  expect(exit).toBe(0)
  expect(stdout).toContain('✔ 1 session, none of which will be refused. 1 carries advice only.\n')
  home.write('-w-app/8f3a.jsonl', broken)
  expect(mortise(['doctor', '--home', home.folder]).stdout).toContain(
    '✖ 1 of 2 sessions will be refused by its API. 1 other carries advice only.\n',
  )
})

test.each(['doctor', 'sessions', 'repair'])(
  '%s: a profile that is misspelt is not found sound',
  (command) => {
    const home = makeHome()
    home.write('../../.openclaw/agents/main/sessions/a562.jsonl', '')
    const all = command === 'repair' ? ['--all', '--yes'] : []
    expect(mortise([command, ...all, '--agent', 'openclaw/mian', '--home', home.folder])).toEqual({
      stdout: '',
      stderr: `mortise: There is no profile \`mian\` here. Those of OpenClaw here are \`main\`.\nhint: npx mortise sessions --agent openclaw --home ${home.folder}\n`,
      exit: 2,
    })
  },
)

test('letters of two halves are not cut in two', () => {
  const home = makeHome()
  const faces = `a${'😀'.repeat(600)}`
  const title = { type: 'custom-title', customTitle: faces, sessionId: '7f3a' }
  home.write('-w-app/7f3a.jsonl', [user('u1', null, faces), ...broken.slice(1), title])
  for (const line of [['doctor'], ['sessions'], ['show', '7f3a'], ['repair', '7f3a', '--dry-run']]) {
    const { stdout } = mortise([...line, '--home', home.folder])
    expect(stdout, line.join(' ')).toContain('😀…')
    expect(stdout, line.join(' ')).not.toContain('\ufffd')
  }
})

test('a list is told to its end in a pipe', () => {
  const home = makeHome()
  for (let number = 100; number < 113; number++) home.write(`-w-app/${number}a-session.jsonl`, broken)
  const many = [user('u0', null, 'go')]
  for (let turn = 0; turn < 5; turn++) {
    many.push(piece(`a${turn}`, `u${turn}`, `m${turn}`, call(`toolu_${turn}`)))
    many.push(user(`u${turn + 1}`, `a${turn}`, 'and now?'))
  }
  home.write('-w-app/many.jsonl', many)
  const { stdout } = mortise(['doctor', '--home', home.folder])
  expect(stdout.match(/ {2}fix: /g)).toHaveLength(14)
  expect(stdout).toContain(`  all at once: npx mortise repair --all --yes --home ${home.folder}\n`)
  const some = mortise(['doctor', '--agent', 'claude-code', '--since', '9d', '--home', home.folder])
  expect(some.stdout, 'and no others').toContain(
    `  all at once: npx mortise repair --all --yes --agent claude-code --since 9d --home ${home.folder}\n`,
  )
  const one = mortise(['doctor', home.path('-w-app/many.jsonl'), '--home', home.folder])
  expect(one.stdout).toMatch(/ {2}and 2 more: npx mortise show \S+many\.jsonl/)
})

testWith(process.platform === 'linux', 'Linux')('the end of a live session is left alone', async () => {
  const home = makeHome()
  const path = home.write('-w-app/0c000000.jsonl', waiting)
  const other = home.write('-w-app/0d000000.jsonl', broken)
  const paths = JSON.stringify([path, other])
  const child = spawn(process.execPath, [
    '-e',
    `for (const path of ${paths}) require('fs').openSync(path, 'a'); console.log('open'); setInterval(() => {}, 1000)`,
  ])
  await once(child.stdout, 'data')
  const { stdout } = mortise(['doctor', '--home', home.folder])
  child.kill()
  expect(stdout).toContain('Claude Code  2 sessions, 2.1 KB: 1 will be refused, 2 are live\n')
  expect(stdout).toContain(
    `  live: node (pid ${child.pid}) is at work on it; close it first, or mend a copy:\n`,
  )
  expect(stdout).toContain('  fix: npx mortise repair 0d00 --fork --home ')
})

test('foreign words cannot move the cursor', () => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', [summary('a\u001b[2Jb', 'a2'), ...broken])
  expect(mortise(['doctor', '--home', home.folder]).stdout).not.toContain('\u001b')
})

test('an index that cannot be kept is no failure', () => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', sound)
  writeFileSync(join(home.folder, '.local'), 'in the way')
  expect(mortise(['doctor'], { environment: { HOME: home.folder } }).exit).toBe(0)
  expect(mortise(['doctor', '--home', home.folder]).exit).toBe(0)
  rmSync(join(home.folder, '.local'))
})

test('what may not be read is named, and does not pass for sound', () => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', sound)
  const path = home.write('-w-app/0f000000.jsonl', sound)
  chmodSync(path, 0)
  chmodSync(home.folder, 0o777)
  const { stdout, exit } = mortise(['doctor', '--home', home.folder], { isNobody: true })
  expect(stdout).toContain('Claude Code  2 sessions, 3.0 KB: 1 cannot be read\n')
  expect(stdout).toContain(`\n! \`${path}\` could not be read: permission denied.\n`)
  expect(stdout).toMatch(/\n! 1 of 2 sessions cannot be read; of the others none will be refused\.\n$/)
  expect(exit).toBe(1)
  const answer = JSON.parse(mortise(['doctor', '--json', '--home', home.folder], { isNobody: true }).stdout)
  expect(answer.sessions.find(({ id }: { id: unknown }) => id === null)).toMatchObject({
    path,
    health: 'unreadable',
    api: null,
    problem: `\`${path}\` could not be read: permission denied.`,
    found: [],
  })
})

test.each([
  ['the sessions of one project', '.claude/projects/-w-app', 'Claude Code  cannot be looked at\n'],
  ['all that an agent keeps', '.claude', 'Claude Code  cannot be looked at\n'],
])('a folder without permission is never called empty: %s', (_, name, line) => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', sound)
  chmodSync(home.folder, 0o777)
  chmodSync(join(home.folder, name), 0)
  const { stdout, exit } = mortise(['doctor', '--home', home.folder], { isNobody: true })
  chmodSync(join(home.folder, name), 0o755)
  expect(stdout).toContain(line)
  expect(stdout).toContain('could not be read: permission denied.\n')
  expect(stdout).toMatch(/\n! No session was looked at; 1 place could not be looked at\.\n$/)
  expect(stdout).not.toContain('✔')
  expect(exit).toBe(1)
})

test('one folder without permission beside others does not pass for sound', () => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', sound)
  home.write('-w-secret/0f000000.jsonl', broken)
  chmodSync(home.folder, 0o777)
  chmodSync(home.path('-w-secret'), 0)
  const { stdout, exit } = mortise(['doctor', '--home', home.folder], { isNobody: true })
  chmodSync(home.path('-w-secret'), 0o755)
  expect(stdout).toMatch(/\n! Of 1 session none will be refused; 1 place could not be looked at\.\n$/)
  expect(exit).toBe(1)
})

test('copies and sessions that were put away are counted, and looked at once asked for', () => {
  const home = makeHome()
  home.write('-w-app/0e000000.jsonl', sound)
  home.write('-w-app/0f000000.jsonl.bak', broken)
  const away = join(home.folder, '.openclaw/agents/main/sessions')
  mkdirSync(away, { recursive: true })
  writeFileSync(join(away, 'a1.jsonl.reset.2026-05-01'), '')
  writeFileSync(join(away, 'a1.jsonl.lock'), '')
  const plain = mortise(['doctor', '--home', home.folder])
  expect(plain.stdout).toContain('✔ 1 session, none of which will be refused.\n')
  expect(plain.stdout).toMatch(
    / {2}not looked at: 2 copies or sessions that were put away: npx mortise doctor --archives --home \S+\n$/,
  )
  expect(plain.exit).toBe(0)
  const all = mortise(['doctor', '--archives', '--home', home.folder])
  expect(all.stdout).toContain('✖ 1 of 3 sessions will be refused by its API.\n')
  expect(all.stdout).not.toContain('not looked at')
  expect(all.exit).toBe(1)
  expect(JSON.parse(mortise(['doctor', '--json', '--home', home.folder]).stdout).passed).toEqual({
    archives: 2,
    foreign: [],
  })
})
