import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { quotedAgents } from '../sessions/agent-names.ts'
import { makeHome, type TestHome } from '../sessions/home.ts'
import * as claude from '../stores/claude-records.ts'
import * as neovate from '../stores/neovate-records.ts'
import { answer, call, compaction, header, type Json, result, text, user } from '../stores/pi-records.ts'
import { environment, mortise, type Seen } from './run.ts'

const sessions = '../../.openclaw/agents/main/sessions'
const first = 'a562eea8-efca-4aeb-8c9b-e24266d84d1d'

/** Three calls, two of one tool, and their results. */
function talk(id: string): readonly Json[] {
  return [
    header({ id }),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [text('let me see'), call('c1'), call('c2', 'read')]),
    result('r1', 'a1', 'c1'),
    result('r2', 'r1', 'c2', 'the file', { toolName: 'read' }),
    answer('a2', 'r2', [call('c3')]),
    result('r3', 'a2', 'c3'),
    answer('a3', 'r3', [text('all done')]),
  ]
}

const words: readonly Json[] = [header(), user('u1', null, 'well'), answer('a1', 'u1', [text('indeed')])]

function run(home: TestHome, ...line: readonly string[]): Seen {
  return mortise(['clean', ...line, '--home', home.folder])
}

function operationIn(stdout: string): string {
  return /undo (\w{8})/.exec(stdout)?.[1] ?? ''
}

describe('O1: eight files, of which one holds calls', () => {
  const home = makeHome()
  const path = `${sessions}/${first}.jsonl`
  home.write(path, talk(first))
  for (let number = 1; number < 8; number++) home.write(`${sessions}/${number}.jsonl`, words)
  const bytes = home.read(path)
  const shown = `~/.openclaw/agents/main/sessions/${first}.jsonl  openclaw/main`

  test('a dry run says what would go, and writes nothing', () => {
    const before = home.all()
    expect(run(home, '--tools', '*', '--dry-run')).toEqual({
      stdout: `! ${shown}
  would remove 6 (3 calls, 3 results): exec 4, read 2
✔ processed 8 files, would clean 1, would remove 6 (3 calls, 3 results)
`,
      stderr: 'clean: 8 files looked at, 1 to clean; nothing will be written\n',
      exit: 0,
    })
    expect(home.all()).toEqual(before)
  })

  test('calls and results go, both are counted, and undo brings the bytes back', () => {
    const { stdout, stderr, exit } = run(home, '--tools', '*', '--yes')
    const operation = operationIn(stdout)
    expect({ stdout, stderr, exit }).toEqual({
      stdout: `✔ ${shown}
  removed 6 (3 calls, 3 results): exec 4, read 2
  undo: npx mortise undo ${operation} --home ${home.folder}
✔ processed 8 files, cleaned 1, removed 6 (3 calls, 3 results)
`,
      stderr: 'clean: 8 files; those with such a call are to be cleaned in place\n',
      exit: 0,
    })
    expect(home.read(path)).not.toMatch(/toolCall|toolResult|toolUse/)
    expect(home.read(path).trimEnd().split('\n')).toHaveLength(4)
    expect(mortise(['doctor', '--home', home.folder]).exit).toBe(0)
    expect(mortise(['undo', operation, '--home', home.folder]).exit).toBe(0)
    expect(home.read(path)).toBe(bytes)
    expect(readdirSync(join(home.path(sessions)))).toHaveLength(8)
  })

  test('O6: by tool, several at once', () => {
    const { stdout } = run(home, '--tools', 'bash,nothing', 'x_*', '--session', 'a562', '--yes')
    expect(stdout).toContain('removed 4 (2 calls, 2 results): exec\n')
    expect(home.read(path)).toContain('"name":"read"')
    expect(home.read(path)).not.toContain('"exec"')
  })

  test('nothing matches: what is called there is named', () => {
    expect(run(home, '--tools', 'exec', '--yes')).toEqual({
      stdout: '! nothing to clean: 8 files processed, no call of `exec`\n  tools called there: read\n',
      stderr: 'clean: 8 files; those with such a call are to be cleaned in place\n',
      exit: 1,
    })
  })

  test('the log knows it', () => {
    expect(mortise(['log', '--home', home.folder]).stdout).toContain('  clean  ')
  })
})

test('O13: as text, the words stay', () => {
  const home = makeHome()
  const path = `${sessions}/${first}.jsonl`
  home.write(path, talk(first))
  const { stdout, exit } = run(home, '--tools', 'exec', '--mode', 'text', '--yes')
  expect(stdout).toContain('✔ processed 1 file, cleaned 1, removed 4 (2 calls, 2 results), kept as text\n')
  expect([exit, home.read(path).match(/kept as text/g)?.length]).toEqual([0, 4])
  const kept = run(home, '--tools', '*', '--mode', 'keep-completed', '--yes')
  expect([kept.exit, kept.stdout]).toEqual([0, expect.stringContaining('nothing to clean')])
})

test('O13: keep-completed with nothing but complete calls says so, and ends well', () => {
  const home = makeHome()
  home.write(`${sessions}/${first}.jsonl`, talk(first))
  const line = ['--tools', 'exec', '--mode', 'keep-completed', '--yes']
  expect(run(home, ...line)).toEqual({
    stdout: '✔ nothing to clean: 1 file processed, 2 calls of `exec` have their results and stay\n',
    stderr: 'clean: 1 file; those with such a call are to be cleaned in place\n',
    exit: 0,
  })
  const { totals, sessions: rows } = JSON.parse(run(home, ...line, '--json').stdout)
  expect([totals.kept, rows[0].kept, totals.removed]).toEqual([2, 2, 0])
  expect(run(home, '--tools', 'nothing', '--mode', 'keep-completed', '--yes').exit).toBe(1)
})

test('all that goes is counted, and what cannot be read stays', () => {
  const home = makeHome()
  const file = `-w-app/${first}.jsonl`
  home.write(file, [
    claude.user('u1', null, 'list the files'),
    claude.piece('a0', 'u1', 'm1', claude.thinking('hm')),
    claude.piece('a1', 'a0', 'm1', claude.call('toolu_1')),
    claude.progress('p1', 'a1', 'toolu_1'),
    claude.progress('p2', 'p1', 'toolu_1'),
    claude.result('r1', 'p2', 'toolu_1'),
    claude.piece('a2', 'r1', 'm2', claude.text('done')),
  ])
  const torn = '{"type":"user","mess'
  const lines = home.read(file).trimEnd().split('\n')
  home.write(file, [...lines.slice(0, 3), torn, ...lines.slice(3), ''].join('\n'))
  const { stdout } = run(home, '--tools', '*', '--yes')
  expect(stdout).toContain('  with them: 2 records beside them, 1 thought\n')
  expect(stdout).toContain('  left as it is: 1 stretch that cannot be read\n')
  expect(stdout).toContain('removed 2 (1 call, 1 result), with them 2 records beside them, 1 thought\n')
  expect(home.read(file).split('\n')).toContain(torn)
})

test('in a pipe, every file is told', () => {
  const home = makeHome()
  for (let number = 0; number < 23; number++) home.write(`${sessions}/${number}.jsonl`, talk(`s${number}`))
  const { stdout } = run(home, '--tools', 'exec', '--yes')
  expect(stdout.match(/removed 4 \(/g)).toHaveLength(23)
  expect(stdout.match(/undo .*: /g)).toEqual(['undo all 23: ', 'undo one: '])
  expect(stdout).toContain('✔ processed 23 files, cleaned 23, removed 92')
})

describe('which files', () => {
  const home = makeHome()
  const away = '2026-02-01T00-00-00.000Z'
  const main = (name: string): string => `${sessions}/${name}`
  const all = [
    main(`${first}.jsonl`),
    main(`${first}.jsonl.reset.${away}`),
    main(`bbbb.jsonl.deleted.${away}`),
    main(`${first}.jsonl.bak-12-345`),
    '../../.openclaw/agents/work/sessions/cccc.jsonl',
  ]
  for (const name of all) home.write(name, talk(name.includes('bbbb') ? 'bbbb' : first))
  home.write('-w-app/7f3a.jsonl', [
    claude.user('u1', null, 'list the files'),
    claude.piece('a1', 'u1', 'm1', claude.call('toolu_1')),
    claude.result('r1', 'a1', 'toolu_1'),
  ])
  home.write('-w-app/7f3a/subagents/agent-1.jsonl', [
    claude.aside(claude.user('s1', null, 'look around')),
    claude.aside(claude.piece('s2', 's1', 'ms', claude.call('toolu_2'))),
    claude.aside(claude.result('s3', 's2', 'toolu_2')),
  ])
  const sum = (...line: readonly string[]): string | undefined =>
    run(home, '--tools', 'exec', '--dry-run', '-q', ...line)
      .stdout.trimEnd()
      .split('\n')
      .at(-1)

  test.each([
    ['all, but nothing that was put away', [], 4, 12],
    ['what was put away too', ['--archives'], 7, 24],
    ['one agent', ['--agent', 'claude-code'], 2, 4],
    ['one profile', ['--agent', 'openclaw/work'], 1, 4],
    ['one session', ['--session', 'a562', '--agent', 'openclaw/main'], 1, 4],
    [
      'one session, and what was put away of it',
      ['--session', 'a562', '--archives', '--agent', 'openclaw/main'],
      3,
      12,
    ],
    ['one that was put away', ['--session', 'bbbb', '--archives'], 1, 4],
    ['a session with its subagents', ['--session', '7f3a'], 2, 4],
  ])('%s', (_, line, files, removed) => {
    expect(sum(...line)).toBe(
      `✔ processed ${files} file${files === 1 ? '' : 's'}, would clean ${files}, would remove ${removed} (${removed / 2} calls, ${removed / 2} results)`,
    )
  })

  test('a file by its path', () => {
    expect(sum('--session', home.path(main(`bbbb.jsonl.deleted.${away}`)))).toContain('would remove 4')
  })
})

test('subagents that older versions of Claude Code wrote beside their session go with it', () => {
  const home = makeHome()
  const work = (sessionId: string): readonly Json[] =>
    [
      claude.user('u1', null, 'look around'),
      claude.piece('a1', 'u1', 'm1', claude.call('toolu_1')),
      claude.result('r1', 'a1', 'toolu_1'),
    ].map((record) => ({ ...record, sessionId }))
  home.write('-w-app/7f3a.jsonl', work('7f3a'))
  home.write('-w-app/agent-1.jsonl', work('7f3a').map(claude.aside))
  home.write('-w-app/agent-2.jsonl', work('other').map(claude.aside))
  const { stdout } = run(home, '--tools', '*', '--session', '7f3a', '--yes', '--json', '-q')
  const paths = JSON.parse(stdout).sessions.map(({ path }: { path: string }) => path)
  expect(paths.map((path: string) => path.split('/').at(-1))).toEqual(['7f3a.jsonl', 'agent-1.jsonl'])
})

test('two sessions of one id are not one', () => {
  const home = makeHome()
  const files = ['main', 'work'].map((profile) => `../../.openclaw/agents/${profile}/sessions/${first}.jsonl`)
  for (const name of files) home.write(name, talk(first))
  home.write(`${files[0]}.reset.2026-02-01T00-00-00.000Z`, talk(first))
  const before = home.all()
  const paths = files.map((name) => `\`${home.path(name)}\``).join(', ')
  for (const more of [[], ['--archives']]) {
    expect(run(home, '--tools', 'exec', '--session', 'a562', '--yes', ...more)).toEqual({
      stdout: '',
      stderr: `mortise: 2 sessions begin with \`a562\`: ${paths}.\nhint: npx mortise sessions --home ${home.folder}\n`,
      exit: 2,
    })
  }
  expect(home.all()).toEqual(before)
  expect(
    run(home, '--tools', 'exec', '--session', home.path(files[0] ?? ''), '--archives', '--yes').stdout,
  ).toContain('✔ processed 2 files, cleaned 2, ')
})

test('the whole answer as JSON', () => {
  const home = makeHome()
  const path = home.write(`${sessions}/${first}.jsonl`, talk(first))
  const { stdout, exit } = run(home, '--tools', 'exec', '--yes', '--json', '-q')
  const answer = JSON.parse(stdout)
  expect(answer).toEqual({
    schema: 'mortise/1',
    command: 'clean',
    target: { kind: 'sessions' },
    tools: ['exec'],
    mode: 'strip',
    dryRun: false,
    sessions: [
      {
        agent: 'openclaw',
        profile: 'main',
        path,
        id: first,
        processed: 8,
        cleaned: 4,
        removed: 4,
        calls: 2,
        results: 2,
        records: 3,
        notes: 0,
        thoughts: 0,
        kept: 0,
        unread: 0,
        written: { calls: 0, summaries: 0 },
        unwritten: { calls: 0, summaries: 0 },
        tools: { exec: 4 },
        changed: true,
        operation: expect.stringMatching(/^\w{8}$/),
      },
    ],
    totals: {
      processed: 1,
      cleaned: 1,
      removed: 4,
      calls: 2,
      results: 2,
      records: 3,
      notes: 0,
      thoughts: 0,
      kept: 0,
      failed: 0,
      written: { calls: 0, summaries: 0 },
      unwritten: { calls: 0, summaries: 0 },
    },
  })
  expect(exit).toBe(0)
})

describe('calls that are written as text', () => {
  const home = makeHome()
  const written = '<tool_call>{"name":"exec","arguments":{"command":"ls"}}</tool_call>'
  const records = [
    ...talk(first),
    { ...compaction('k1', 'a3', 'a3'), summary: 'I used the exec tool. It is late.' },
    user('u2', 'k1', 'again'),
    answer('a4', 'u2', [text(`Gladly: ${written}`)]),
  ]
  home.write(`${sessions}/${first}.jsonl`, records)
  const before = home.all()
  const shown = `~/.openclaw/agents/main/sessions/${first}.jsonl  openclaw/main`

  test('are counted, and stay', () => {
    expect(run(home, '--tools', 'exec', '--dry-run').stdout).toBe(`! ${shown}
  would remove 4 (2 calls, 2 results): exec
✔ processed 1 file, would clean 1, would remove 4 (2 calls, 2 results)
! left as text: 1 call written as text, 1 summary about such calls; --text-calls changes the text too
`)
  })

  test('change with --text-calls, and all of it comes back', () => {
    const { stdout } = run(home, '--tools', 'exec', '--text-calls', '--yes')
    expect(stdout).toContain('  changed text: 1 call written as text, 1 summary about such calls\n')
    const now = home.read(`${sessions}/${first}.jsonl`)
    expect([now.includes('tool_call'), now.includes('exec'), now.includes('It is late.')]).toEqual([
      false,
      false,
      true,
    ])
    expect(mortise(['undo', operationIn(stdout), '--home', home.folder]).exit).toBe(0)
    expect(home.all()).toEqual(before)
  })
})

describe('what keeps it from it', () => {
  const home = makeHome()
  home.write(`${sessions}/${first}.jsonl`, talk(first))
  home.write(`${sessions}/bbbb.jsonl`, talk('bbbb'))

  test.each<readonly [what: string, line: readonly string[], exit: number, says: string]>([
    [
      'no pattern',
      [],
      2,
      "mortise: Say which tools: `--tools` takes names, patterns and groups.\nhint: npx mortise clean --tools '*' --dry-run\n",
    ],
    [
      'a pattern of nothing',
      ['--tools', ' , '],
      2,
      "mortise: There is no pattern in `--tools`.\nhint: npx mortise clean --tools '*' --dry-run\n",
    ],
    [
      'a pattern that the shell has made files of',
      ['--tools', 'README.md', 'package.json'],
      2,
      "mortise: `package.json` is a file: put a pattern in quotes, and name a session by `--session`.\nhint: npx mortise clean --tools '*' --dry-run\n",
    ],
    [
      'a group that nobody knows',
      ['--tools', 'group:plugins'],
      2,
      'mortise: There is no group of tools `group:plugins` here.\nhint: Known groups: group:fs, group:runtime, group:web, group:sessions, group:memory, group:ui, group:automation, group:messaging, group:nodes, group:media, group:openclaw\n',
    ],
    [
      'a mode that nobody knows',
      ['--tools', 'exec', '--mode', 'drop'],
      2,
      'mortise: `drop` is no value of `--mode`; it takes `strip`, `text` or `keep-completed`.\nhint: npx mortise clean --help\n',
    ],
    [
      'an agent that nobody knows',
      ['--tools', 'exec', '--agent', 'openclow'],
      2,
      `mortise: Unknown agent \`openclow\`. Did you mean \`openclaw\`? Known agents: ${quotedAgents.join(', ')}.\nhint: npx mortise doctor --help\n`,
    ],
    [
      'a profile that is not there',
      ['--tools', 'exec', '--agent', 'openclaw/wrok'],
      2,
      `mortise: There is no profile \`wrok\` here. Those of OpenClaw here are \`main\`.\nhint: npx mortise sessions --agent openclaw --home ${home.folder}\n`,
    ],
    [
      'a profile of an agent that has none',
      ['--tools', 'exec', '--agent', 'pi/main'],
      2,
      `mortise: There is no profile \`main\` here. pi has no profiles.\nhint: npx mortise sessions --agent pi --home ${home.folder}\n`,
    ],
    [
      'a session that is not there',
      ['--tools', 'exec', '--session', 'zzzz'],
      4,
      `mortise: There is no file \`zzzz\` and no session whose id begins so.\nhint: npx mortise sessions --home ${home.folder}\n`,
    ],
    [
      'nobody to ask',
      ['--tools', 'exec', 'web_*', '--mode', 'text', '--archives'],
      2,
      `mortise: This would change every session with such a call: say \`--yes\`, or see first what would go.\nhint: npx mortise clean --tools exec 'web_*' --mode text --archives --dry-run --home ${home.folder}\n`,
    ],
  ])('%s', (_, line, exit, says) => {
    const before = home.all()
    expect(mortise(['clean', ...line, '--home', home.folder], { folder: process.cwd() })).toEqual({
      stdout: '',
      stderr: says,
      exit,
    })
    expect(home.all()).toEqual(before)
  })

  test('an empty home', () => {
    const { stdout, exit } = run(makeHome(), '--tools', '*', '--yes')
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/^No session of Claude Code, .* is here\.\n/)])
  })

  test('one that is locked is left alone, the others are not', () => {
    const lock = { pid: process.pid, createdAt: new Date().toISOString() }
    writeFileSync(home.path(`${sessions}/bbbb.jsonl.lock`), JSON.stringify(lock))
    const bytes = home.read(`${sessions}/bbbb.jsonl`)
    const dry = run(home, '--tools', 'exec', '--dry-run')
    expect(dry.stdout).toMatch(/ {2}live: .*\(pid \d+\) is at work on it, so that it would be left alone\n/)
    const { stdout, exit } = run(home, '--tools', 'exec', '--yes')
    expect(stdout).toMatch(/^✖ `.*bbbb\.jsonl` .*\n✔ ~\/\.openclaw/)
    expect(stdout).toContain(
      '✖ processed 2 files, cleaned 1, removed 4 (2 calls, 2 results); 1 file left alone\n',
    )
    expect([exit, home.read(`${sessions}/bbbb.jsonl`)]).toEqual([3, bytes])
  })

  test('a result off the path keeps its call when the denied call before it goes', () => {
    const own = makeHome()
    const path = '../../.neovate/projects/w-app/1a2b3c4d.jsonl'
    own.write(path, [
      neovate.user('1', null, 'go'),
      neovate.model('2', '1', [neovate.call('c1', 'bash'), neovate.call('c2')]),
      neovate.tool('3', '2', [{ ...neovate.result('c1'), toolName: 'bash' }]),
      neovate.tool('4', '3', [neovate.result('c2')]),
      neovate.user('5', '3', 'again'),
    ])
    const { stdout, exit } = run(own, '--tools', 'bash', '--yes')
    expect([exit, stdout]).toEqual([0, expect.stringContaining('removed 2 (1 call, 1 result): bash')])
    const left = own
      .read(path)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { uuid: string; parentUuid: string | null })
    expect(left.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
      ['1', null],
      ['2', '1'],
      ['4', '2'],
      ['5', '4'],
    ])
    expect(mortise(['doctor', '--home', own.folder]).exit).toBe(0)
  })

  test('one of a newer agent is left alone', () => {
    const newer = makeHome()
    newer.write(`${sessions}/${first}.jsonl`, [header({ version: 9 }), ...talk(first).slice(1)])
    const { stdout, exit } = run(newer, '--tools', 'exec', '--yes')
    expect([exit, stdout]).toEqual([3, expect.stringContaining('is newer than what is known here')])
  })

  testWith(process.getuid?.() === 0, 'root')('what may only be read', () => {
    const foreign = makeHome()
    const path = foreign.write(`${sessions}/${first}.jsonl`, talk(first))
    const state = join(foreign.folder, 'state')
    mkdirSync(state, { mode: 0o700 })
    chownSync(state, 65534, 65534)
    chmodSync(foreign.folder, 0o755)
    const { stdout, exit } = mortise(['clean', '--tools', 'exec', '--yes'], {
      isNobody: true,
      environment: { HOME: foreign.folder, MORTISE_HOME: state },
    })
    expect([exit, stdout]).toEqual([3, expect.stringContaining(`✖ \`${path}\` belongs to another user`)])
  })
})

describe('on a terminal', () => {
  const isThere = spawnSync('script', ['--version']).status === 0
  const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))

  function typed(home: TestHome, line: string, input: string): string {
    const command = `'${process.execPath}' '${bin}' clean ${line} --home '${home.folder}'`
    const { stdout } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { ...environment, NO_COLOR: '1' },
      input,
    })
    return stdout.toString().replaceAll('\r', '')
  }

  testWith(isThere, 'script')('it shows what would go and asks; a no is a no, a yes is a yes', () => {
    const home = makeHome()
    const path = `${sessions}/${first}.jsonl`
    home.write(path, talk(first))
    const bytes = home.read(path)
    expect(typed(home, '--tools exec', 'n\n')).toMatch(
      /would remove 4 \(2 calls, 2 results\): exec\nClean it\? \[y\/N\] Nothing was changed\.\n$/,
    )
    expect(home.read(path)).toBe(bytes)
    expect(typed(home, '--tools exec', 'y\n')).toMatch(/cleaned 1, removed 4 \(2 calls, 2 results\)\n$/)
    expect(home.read(path)).not.toContain('"exec"')
  })
})
