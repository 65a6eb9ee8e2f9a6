import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, linkSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { broken, linesOf, makeHome, sound, type TestHome, waiting } from '../sessions/home.ts'
import { piece, summary, text, user } from '../stores/claude-records.ts'
import { mortise, environment as usual } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'

function homeWith(records: Parameters<TestHome['write']>[1] = broken): TestHome {
  const home = makeHome()
  home.write(name, records)
  return home
}

const plan = `✖ 7f3a9d10-1111  claude-code  "fix checkout retries"  /w/app  1 hour ago
  line 3  call-without-result  \`toolu_1\` Bash has no result in the next turn
    calls Bash: {"command":"ls"}
    anthropic says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_1. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.

Plan (2 changes):
  + after line 3  call-without-result  new: user result of \`toolu_1\`: [no result was recorded; the tool may or may not have run: check before repeating]
  ~ line 4  call-without-result  follows another record now
  = 4 other records kept byte for byte

`
const titled = [summary('fix checkout retries', 'a2'), ...broken]

describe('in place', () => {
  const home = homeWith(titled)
  const environment = { HOME: home.folder }

  test('a dry run shows the plan and writes nothing', () => {
    const before = home.all()
    expect(mortise(['repair', '7f3a', '--dry-run'], { environment })).toEqual({
      stdout: `${plan}✔ 7f3a9d10-1111-4222 would be mended; nothing was written\n`,
      stderr: `session: claude-code 7f3a9d10-1111-4222 (~/.claude/projects/${name}); nothing will be written\n`,
      exit: 0,
    })
    expect(home.all()).toEqual(before)
    expect(readdirSync(join(home.folder, '.local/state/mortise'))).toEqual(['index'])
  })

  test('mended, told how to go on and how to undo it', () => {
    const old = linesIn(home.read(name))
    const { stdout, stderr, exit } = mortise(['repair', '7f3a', '--yes'], { environment })
    const operation = /\(operation (\w{8})\)/.exec(stdout)?.[1]
    expect({ stdout, stderr, exit }).toEqual({
      stdout: `${plan}✔ 7f3a9d10-1111-4222 is mended; checked again, nothing will be refused (operation ${operation})
  The tool may or may not have run: check before you repeat it.
  resume: cd /w/app && claude --resume 7f3a9d10-1111-4222
  undo:   npx mortise undo ${operation}
`,
      stderr: `session: claude-code 7f3a9d10-1111-4222 (~/.claude/projects/${name}); to be mended in place\n`,
      exit: 0,
    })
    const fresh = linesIn(home.read(name))
    expect(fresh).toHaveLength(6)
    expect(fresh.filter((line) => old.includes(line))).toHaveLength(4)
    expect(readdirSync(join(home.folder, '.claude/projects/-w-app'))).toEqual([basename(name)])
  })

  test('a second time there is nothing to mend', () => {
    const bytes = home.read(name)
    expect(mortise(['repair', home.path(name), '--yes'], { environment })).toMatchObject({
      stdout: '✔ 7f3a9d10-1111-4222 is sound: nothing to mend\n',
      exit: 0,
    })
    for (const word of ['repair', 'check'])
      expect(
        mortise([word, home.path(name), ...(word === 'repair' ? ['--yes'] : []), '-q'], { environment }),
      ).toEqual({
        stdout: '',
        stderr: '',
        exit: 0,
      })
    expect(home.read(name)).toBe(bytes)
    expect(mortise(['doctor'], { environment }).exit).toBe(0)
  })
})

test('the whole answer as JSON', () => {
  const home = homeWith()
  const { stdout, exit } = mortise(['repair', '7f3a', '--yes', '--json', '-q', '--home', home.folder])
  const answer = JSON.parse(stdout)
  expect(exit).toBe(0)
  expect(answer).toMatchObject({
    schema: 'mortise/1',
    command: 'repair',
    target: { kind: 'session', path: home.path(name), format: 'claude-code', api: 'anthropic' },
    agent: 'claude-code',
    id: '7f3a9d10-1111-4222',
    found: [{ rule: 'call-without-result' }],
    changed: true,
    changes: [{ do: 'insert', record: 'line 2, a1' }, { do: 'relink' }],
    left: [],
    operation: expect.stringMatching(/^\w{8}$/),
    resume: 'claude --resume 7f3a9d10-1111-4222',
  })
})

test('the policy decides, and `report` changes nothing', () => {
  const home = homeWith()
  const bytes = home.read(name)
  const report = mortise(['repair', '7f3a', '--yes', '--policy', 'report', '--home', home.folder])
  expect(report.exit).toBe(1)
  expect(report.stdout).toContain('✖ 7f3a9d10-1111-4222 was not changed: 1 fault would be left\n')
  expect(home.read(name)).toBe(bytes)
  expect(mortise(['repair', '7f3a', '--yes', '--policy', 'drop', '--home', home.folder]).exit).toBe(0)
  expect(home.read(name)).not.toContain('toolu_1')
})

test('judged for another API, that one is named', () => {
  const home = homeWith()
  const line = ['repair', '7f3a', '--api', 'bedrock', '--dry-run', '--home', home.folder]
  const { stdout } = mortise(line)
  expect(stdout).toContain('    bedrock says: ')
  expect(stdout).not.toContain('anthropic says')
  expect(JSON.parse(mortise([...line, '--json']).stdout).target.api).toBe('bedrock')
})

test('where there is none, the hint looks in the same place', () => {
  const home = makeHome()
  expect(mortise(['repair', '--last', '--yes', '--agent', 'pi', '--home', home.folder])).toEqual({
    stdout: '',
    stderr: `mortise: There is no session here.\nhint: npx mortise doctor --agent pi --home ${home.folder}\n`,
    exit: 4,
  })
})

describe('what cannot be mended whole', () => {
  // Such a request must not end on the model, and nobody makes up what a user says.
  const line = ['repair', '7f3a', '--api', 'mistral', '--tail', 'closed']
  const wayOut = 'take out what cannot be mended with --policy drop\n'
  const screen = (home: TestHome, ...more: readonly string[]): string => {
    const { stdout, exit } = mortise([...line, ...more, '--yes', '--home', home.folder])
    expect(exit, more.join(' ')).toBe(1)
    return stdout
  }

  test('is left alone, and what can be done is said', () => {
    const home = homeWith()
    const bytes = home.read(name)
    const stdout = screen(home)
    expect(stdout).toContain('✖ 7f3a9d10-1111-4222 was not changed: 1 fault would be left\n')
    expect(stdout).toContain(`\n  mend the rest of it with --partial, or ${wayOut}`)
    const dropping = screen(home, '--policy', 'drop')
    expect([dropping.includes('--partial\n'), dropping.includes(wayOut)]).toEqual([true, false])
    expect(home.read(name)).toBe(bytes)
  })

  test('is mended in part where that is asked for, and nobody is told to ask for it again', () => {
    const home = homeWith()
    const bytes = home.read(name)
    const dry = screen(home, '--partial', '--dry-run')
    expect(dry).toContain('✖ 7f3a9d10-1111-4222 would be mended in part: 1 fault would be left\n')
    expect([dry.includes('--partial'), home.read(name)]).toEqual([false, bytes])
    expect(screen(home, '--partial', '--fork')).toMatch(
      /✖ 7f3a9d10-1111-4222 stays as it is, and a copy is written, mended in part: 1 fault left \(operation \w{8}\)\n/,
    )
    expect(home.read(name)).toBe(bytes)
    expect(screen(home, '--partial')).toContain('✖ 7f3a9d10-1111-4222 is mended in part: 1 fault left (op')
    const mended = home.read(name)
    expect(mended).not.toBe(bytes)
    const again = screen(home, '--partial')
    expect(again).toContain('✖ 7f3a9d10-1111-4222 was not changed: 1 fault would be left\n')
    expect([again.includes('--partial'), home.read(name)]).toEqual([false, mended])
  })

  test('is made no smaller, and where it is looked for is said', () => {
    const home = homeWith()
    const [, ...rest] = line
    expect(mortise(['compact', ...rest, '--yes', '--budget', '30', '--home', home.folder]).stdout).toContain(
      `\n  mend it first: npx mortise repair ${home.path(name)} --home ${home.folder}\n`,
    )
  })
})

test('a torn file loses only what nobody can read', () => {
  const home = homeWith(`${linesOf(sound)}{"parentUuid":"a2","type":"us`)
  const { stdout, exit } = mortise(['repair', '7f3a', '--yes', '--home', home.folder])
  expect(exit).toBe(0)
  expect(stdout).toContain('  - line 5  unreadable  goes\n')
  expect(home.read(name)).toBe(linesOf(sound))
})

/** A ring of parents, which no version mends, written by a version that is not known here. */
const newer = [user('u1', 'a1', 'list the files'), piece('a1', 'u1', 'm1', text('none are there'))].map(
  (record) => ({ ...record, version: '3.0.0' }),
)

test('what is newer than is known here is left alone', () => {
  const home = homeWith(newer)
  const bytes = home.read(name)
  const { stdout, exit } = mortise(['repair', '7f3a', '--yes', '--home', home.folder])
  expect(exit).toBe(3)
  expect(stdout).toMatch(/^✖ 7f3a9d10-1111-4222 is left alone\. It was written by Claude Code 3\.0\.0/)
  expect(home.read(name)).toBe(bytes)
})

test('a second name would keep the old bytes: only by force', () => {
  const home = homeWith()
  linkSync(home.path(name), join(home.folder, 'second'))
  const refused = mortise(['repair', '7f3a', '--yes', '--home', home.folder])
  expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('has another name on this disk') })
  expect(mortise(['repair', '7f3a', '--yes', '--force', '--home', home.folder]).exit).toBe(0)
})

describe('which', () => {
  const home = homeWith()
  home.write('-w-app/7f3b0000.jsonl', sound)
  const run = (...words: string[]): ReturnType<typeof mortise> => mortise([...words, '--home', home.folder])

  test('more than one fits', () => {
    expect(run('repair', '7f3')).toEqual({
      stdout: '',
      stderr: `mortise: 2 sessions begin with \`7f3\`: \`7f3a9d10-1111-4222\`, \`7f3b0000\`.\nhint: npx mortise sessions --home ${home.folder}\n`,
      exit: 2,
    })
  })

  test('none fits', () => {
    expect(run('repair', '9999')).toEqual({
      stdout: '',
      stderr: `mortise: There is no file \`9999\` and no session whose id begins so.\nhint: npx mortise sessions --home ${home.folder}\n`,
      exit: 4,
    })
  })

  test('a file of records can be taken for a document, and a document for no session', () => {
    const asked = mortise(['repair', home.path(name), '--yes', '--as', 'document'])
    expect(asked.stderr).not.toContain('session: ')
    const rows = mortise(['repair', 'README.md', '--as', 'session'], {
      folder: fileURLToPath(new URL('../..', import.meta.url)),
    })
    expect(rows).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('`README.md` is no session of an agent that is known here.'),
    })
  })

  test('flags of the other kind are refused', () => {
    expect(mortise(['repair', 'package.json', '--fork'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('`--fork` is not for a document: a document is printed, unless'),
    })
    expect(mortise(['repair', 'no.json', '--yes'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('There is no file `no.json` and no session whose id begins so.'),
    })
    expect(run('repair', '7f3a', '--yes', '--format', 'openai-chat')).toMatchObject({ exit: 2 })
    expect(run('repair', '7f3a', '--yes', '--last')).toMatchObject({ exit: 2 })
  })
})

test('the one that was used last', () => {
  const home = homeWith()
  home.write('-w-app/old.jsonl', sound)
  spawnSync('touch', ['-d', '2 hours ago', home.path('-w-app/old.jsonl')])
  const { stderr, exit } = mortise(['repair', '--last', '--yes', '--home', home.folder])
  expect({ exit, stderr }).toMatchObject({ exit: 0, stderr: expect.stringContaining('7f3a9d10-1111-4222') })
})

test('all that are broken, each for itself', () => {
  const home = homeWith()
  home.write('-w-app/0b000000.jsonl', waiting)
  home.write('-w-app/0c000000.jsonl', sound)
  home.write('-w-app/0d000000.jsonl', newer)
  expect(mortise(['repair', '--all', '--home', home.folder])).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('say `--yes`, or see first what would be done.'),
  })
  const before = home.all()
  const dry = mortise(['repair', '--all', '--dry-run', '--home', home.folder])
  expect(dry.stdout).toContain('✔ 7f3a9d10-1111-4222 would be mended; nothing was written\n')
  expect(home.all()).toEqual(before)
  const { stdout, stderr, exit } = mortise(['repair', '--all', '--yes', '--home', home.folder])
  expect(stderr).toBe('sessions: 3 broken ones; each is to be mended in place\n')
  expect(stdout.match(/ is mended; checked again/g)).toHaveLength(2)
  expect(stdout).toContain('✖ 0d000000 is left alone.')
  expect(exit).toBe(3)
  expect(home.read('-w-app/0c000000.jsonl')).toBe(linesOf(sound))
})

describe('somebody is at work on it', () => {
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill()
  })

  /** A process that holds a file open for writing. */
  async function holding(path: string): Promise<ChildProcess> {
    const code = `require('fs').openSync(${JSON.stringify(path)}, 'a'); console.log('open'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', code])
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }

  testWith(process.platform === 'linux', 'Linux')('it is left alone, and a copy can be had', async () => {
    const home = homeWith()
    const { pid } = await holding(home.path(name))
    const bytes = home.read(name)
    const refused = mortise(['repair', '7f3a', '--yes', '--home', home.folder])
    expect(refused.exit).toBe(3)
    expect(refused.stderr).toContain(
      `mortise: \`${home.path(name)}\` is open for writing in node (pid ${pid}); nothing was changed.
hint: npx mortise repair 7f3a --fork --home ${home.folder}
`,
    )
    const all = mortise(['repair', '--all', '--yes', '--home', home.folder])
    expect([all.exit, all.stdout.includes(`node (pid ${pid}); nothing was changed.`)]).toEqual([3, true])
    const forked = mortise(['repair', '7f3a', '--yes', '--fork', '--home', home.folder])
    expect(forked.exit).toBe(0)
    expect(forked.stdout).toContain('stays as it is, and a mended copy is written; checked again')
    expect(home.read(name)).toBe(bytes)
    const id = /claude --resume ([\w-]{36})$/m.exec(forked.stdout)?.[1]
    const copy = readFileSync(home.path(`-w-app/${id}.jsonl`), 'utf8')
    expect(linesIn(copy).map((line) => JSON.parse(line).sessionId)).toEqual(Array(5).fill(id))
    expect(copy.replaceAll(id ?? '', 's1')).toContain(linesIn(bytes)[0])
    expect(mortise(['doctor', home.path(`-w-app/${id}.jsonl`), '--home', home.folder]).exit).toBe(0)
  })
})

describe('on a terminal', () => {
  const isThere = spawnSync('script', ['--version']).status === 0
  const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))

  function typed(home: TestHome, words: string, input: string): string {
    const command = `'${process.execPath}' '${bin}' ${words} --home '${home.folder}'`
    const { stdout } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      env: { ...usual, NO_COLOR: '1' },
      input,
    })
    return stdout.toString().replaceAll('\r', '')
  }

  testWith(isThere, 'script')('it asks, and a no is a no', () => {
    const home = homeWith()
    const bytes = home.read(name)
    expect(typed(home, 'repair 7f3a', 'n\n')).toMatch(/Mend it\? \[y\/N\] Nothing was changed\.\n$/)
    expect(typed(home, 'repair 7f3a', '\n')).toContain('Nothing was changed.\n')
    expect(home.read(name)).toBe(bytes)
  })

  testWith(isThere, 'script')('a yes is a yes, and `--yes` is not asked', () => {
    const home = homeWith()
    expect(typed(home, 'repair 7f3a', 'y\n')).toContain('is mended; checked again')
    const other = homeWith()
    expect(typed(other, 'repair 7f3a --yes', '')).not.toContain('Mend it?')
    expect(other.read(name)).toContain('no result was recorded')
  })
})

testWith(process.platform === 'linux', 'Linux')(
  'a pipe that lies where a session would is told as such',
  () => {
    const home = homeWith()
    const pipe = home.path('-w-app/pipe.jsonl')
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
    const { exit, stderr } = mortise(['repair', pipe, '--yes', '--home', home.folder])
    expect([exit, stderr]).toEqual([4, expect.stringContaining('is a fifo, not a file.')])
  },
)

test('what came after the fault stays in its place', () => {
  const home = homeWith([...broken, user('u3', 'a2', 'again'), piece('a3', 'u3', 'm3', text('ok'))])
  expect(mortise(['repair', '7f3a', '--yes', '--home', home.folder]).exit).toBe(0)
  const records = linesIn(home.read(name)).map((line) => JSON.parse(line))
  const parents = new Set(records.map(({ uuid }) => uuid))
  expect(records.every(({ parentUuid }) => parentUuid === null || parents.has(parentUuid))).toBe(true)
  expect(existsSync(`${home.path(name)}.lock`)).toBe(false)
})

function linesIn(content: string): string[] {
  return content.trimEnd().split('\n')
}

test('a change of words is shown before and after, and what looks like a key is hidden', () => {
  const secret = 'sk-ant-api03-AbCd1234EfGh5678'
  const shown = broken.map((record) =>
    JSON.parse(
      JSON.stringify(record).replace('"command":"ls"', `"command":"curl -H 'x-api-key: ${secret}'"`),
    ),
  )
  const home = homeWith(shown)
  const kept = mortise(['repair', '7f3a', '--dry-run', '--home', home.folder]).stdout
  expect(kept).toContain('\n    calls Bash: {"command":"curl -H \'x-api-key: ***\'"}\n')
  const dropped = mortise(['repair', '7f3a', '--dry-run', '--policy', 'drop', '--home', home.folder]).stdout
  expect(dropped).toMatch(/\n {4,6}- model +calls Bash: .*\*\*\*/)
  for (const screen of [kept, dropped, mortise(['doctor', '--home', home.folder]).stdout])
    expect(screen).not.toContain('AbCd1234')
})

test('a record that keeps some of its words is shown before and after', () => {
  const both = broken.map((record) =>
    JSON.parse(
      JSON.stringify(record).replace(
        '[{"type":"tool_use"',
        '[{"type":"text","text":"I look."},{"type":"tool_use"',
      ),
    ),
  )
  const { folder } = homeWith(both)
  const { stdout } = mortise(['repair', '7f3a', '--dry-run', '--policy', 'drop', '--home', folder])
  expect(stdout).toMatch(
    /\n {2}~ line 2 .*is changed\n {6}- model I look\. calls Bash: .*\n {6}\+ model I look\.\n/,
  )
})

test.each([
  ['repair', []],
  ['repair', ['--fork']],
  ['compact', ['--fraction', '0.5']],
])('%s %j: nobody is asked where nobody sits, so the plan is shown and nothing written', (command, more) => {
  const home = makeHome()
  home.write(name, broken)
  const before = home.all()
  const line = [command, '7f3a', ...more, '--home', home.folder]
  const { stdout, stderr, exit } = mortise(line)
  expect([exit, stdout]).toEqual([2, expect.stringMatching(/^Plan \(\d+ changes?\):$/m)])
  expect(stderr).toContain(
    `mortise: Nothing was changed: nobody can be asked here, so say \`--yes\`.\nhint: npx mortise ${line.join(' ')} --yes\n`,
  )
  expect(mortise([...line, '--json'])).toMatchObject({ stdout: '', exit: 2 })
  expect(home.all()).toEqual(before)
  expect(mortise([...line, '--yes']).exit).toBe(0)
})

test('a copy that was written a moment ago is not live, until somebody goes on with it', () => {
  const home = homeWith()
  expect(mortise(['repair', '7f3a', '--yes', '--fork', '--home', home.folder]).exit).toBe(0)
  const states = (): readonly boolean[] =>
    JSON.parse(mortise(['sessions', '--json', '--home', home.folder]).stdout).sessions.map(
      ({ live }: { readonly live: boolean }) => live,
    )
  expect(states()).toEqual([false, false])
  const [copy = ''] = Object.keys(home.all()).filter((path) => !path.includes('7f3a9d10'))
  appendFileSync(copy, '{"type":"summary","summary":"more"}\n')
  expect(states()).toEqual([true, false])
})
