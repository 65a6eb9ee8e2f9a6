import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { age } from '../disk/scratch.ts'
import { broken, linesOf, makeHome, sound, type TestHome, waiting } from '../sessions/home.ts'
import { type Json, user } from '../stores/claude-records.ts'
import { mortise, type Seen } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'
const file = `~/.claude/projects/${name}`

interface Mended {
  readonly home: TestHome
  /** The operation that mended it. */
  readonly operation: string
  run(...words: readonly string[]): Seen
}

function mendedHome(words: readonly string[] = [], text = linesOf(broken)): Mended {
  const home = makeHome()
  home.write(name, text)
  const run = (...line: readonly string[]): Seen => mortise(line, { environment: { HOME: home.folder } })
  const { stdout } = run('repair', '7f3a', '--yes', ...words)
  return { home, operation: /\(operation (\w{8})\)/.exec(stdout)?.[1] ?? '', run }
}

describe('undo', () => {
  const { home, operation, run } = mendedHome()
  const mended = home.read(name)

  test('the bytes from before, then the others again', () => {
    expect(run('undo')).toEqual({
      stdout: `✔ ${file} holds the bytes from before ${operation} again, checksum compared\n  redo: npx mortise redo\n`,
      stderr: '',
      exit: 0,
    })
    expect(home.read(name)).toBe(linesOf(broken))
    const { stdout, exit } = run('redo')
    expect(stdout).toMatch(/ is changed again as before the undo \w{8}\n/)
    expect(stdout.endsWith(`\n  undo: npx mortise undo ${operation}\n`)).toBe(true)
    expect([exit, home.read(name)]).toEqual([0, mended])
  })

  test('by the operation, or by the session', () => {
    expect(run('undo', operation.slice(0, 6)).exit).toBe(0)
    expect(home.read(name)).toBe(linesOf(broken))
    run('redo')
    expect(run('undo', '7f3a').exit).toBe(0)
    expect(home.read(name)).toBe(linesOf(broken))
    run('redo')
    // Eight letters of an id look like an operation.
    expect(run('undo', '7f3a9d10').exit).toBe(0)
    expect(home.read(name)).toBe(linesOf(broken))
  })

  test('nothing is left to undo', () => {
    expect(run('undo')).toEqual({
      stdout: '',
      stderr:
        'mortise: There is nothing to undo: every change in the log was taken back.\nhint: npx mortise redo\n',
      exit: 1,
    })
    expect(run('restore', 'nothing')).toMatchObject({
      stderr: expect.stringContaining('There is no operation `nothing` in the log.'),
      exit: 1,
    })
    expect(run('undo', '00000000')).toMatchObject({
      stderr: 'mortise: There is no operation `00000000` in the log.\nhint: npx mortise undo --help\n',
      exit: 1,
    })
  })

  test('the log, newest first', () => {
    const lines = run('log').stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toMatch(/^\w{8} {2}just now {2}undo \w{8} {2}~\/\.claude\/projects\//)
    expect(lines.at(-1)).toMatch(new RegExp(`^${operation}  just now  repair +${file}  taken back$`))
    const { operations, target } = JSON.parse(run('log', '--json').stdout)
    expect(target).toEqual({ kind: 'log', path: join(home.folder, '.local/state/mortise') })
    expect(operations.at(-1)).toMatchObject({
      op: operation,
      command: 'repair',
      result: 'done',
      isTakenBack: true,
    })
  })
})

test('what was said since stays, and what was rewritten is left alone', () => {
  const { home, operation, run } = mendedHome()
  appendFileSync(home.path(name), '{"type":"later"}\n')
  age(home.path(name))
  expect(run('undo').stdout).toContain('; 17 bytes written since stay behind them\n')
  expect(home.read(name)).toBe(`${linesOf(broken)}{"type":"later"}\n`)
  writeFileSync(home.path(name), linesOf(sound))
  age(home.path(name))
  expect(run('redo')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('was written to by another program since; nothing was changed.'),
  })
  expect(run('restore', operation, '--force').exit).toBe(0)
  expect(home.read(name)).toBe(linesOf(broken))
})

test('what is told to be typed takes back that, and not what was done to another session', () => {
  const { home, operation, run } = mendedHome()
  const other = '-w-app/8f3a9d10-1111-4222.jsonl'
  home.write(other, broken)
  run('repair', '8f3a', '--yes')
  const mended = home.read(other)
  run('undo', operation)
  const next = /undo: npx mortise (.*)\n/.exec(run('redo').stdout)?.[1] ?? ''
  expect(run(...next.split(' ')).exit).toBe(0)
  expect([home.read(name), home.read(other)]).toEqual([linesOf(broken), mended])
})

describe('what was said since is not cut off from what was said before', () => {
  type Case = readonly [what: string, text: string, since: (last: string) => Json]
  const cases: readonly Case[] = [
    ['it hangs on what was made', linesOf(waiting), (last) => user('u2', last, 'go on')],
    ['a line broke off there', linesOf(broken).slice(0, -20), (last) => user('u3', last, 'go on')],
    ['a line did not end there', linesOf(waiting).slice(0, -1), () => ({ type: 'later' })],
  ]
  test.each(cases)('%s', (_, text, since) => {
    const { home, run } = mendedHome([], text)
    const { uuid } = JSON.parse(home.read(name).trimEnd().split('\n').at(-1) ?? '')
    const said = linesOf([since(uuid)])
    appendFileSync(home.path(name), said)
    age(home.path(name))
    const grown = home.read(name)
    const sentence = `\`${home.path(name)}\` was gone on with since, from what this would take away; nothing was changed.`
    expect(run('undo')).toEqual({
      stdout: '',
      stderr: `mortise: ${sentence}\nhint: npx mortise undo --help\n`,
      exit: 3,
    })
    expect([home.read(name), run('doctor').exit]).toEqual([grown, 0])
    expect(run('undo', '--force').exit).toBe(0)
    expect(home.read(name)).toBe(`${text}${said}`)
  })
})

test('a copy that was made is gone again', () => {
  const { home, run } = mendedHome(['--fork'])
  const names = (): readonly string[] => readdirSync(join(home.folder, '.claude/projects/-w-app'))
  expect(names()).toHaveLength(2)
  expect(run('undo').stdout).toMatch(/^✔ ~\/\.claude\/projects\/-w-app\/[\w-]{36}\.jsonl is gone again\n/)
  expect(names()).toEqual(['7f3a9d10-1111-4222.jsonl'])
})

test('the answers as JSON', () => {
  const { home, operation, run } = mendedHome()
  expect(JSON.parse(run('undo', '--json').stdout)).toEqual({
    schema: 'mortise/1',
    command: 'undo',
    target: { kind: 'session', path: home.path(name) },
    operation: expect.stringMatching(/^\w{8}$/),
    reverted: operation,
    grown: 0,
    print: { size: linesOf(broken).length, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
  })
})

test('the log can be made shorter', () => {
  const { run } = mendedHome()
  expect(run('log', '--prune')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('needs `--older` or'),
  })
  expect(run('log', '--older', '30d')).toMatchObject({ exit: 2 })
  expect(run('log', '--prune', '--older', '30d').stdout).toBe('0 operations forgotten, 0 B freed\n')
  run('undo')
  expect(run('log', '--prune', '--max', '0', '--json').stdout).toContain('"pruned":{"operations":1,')
  expect(run('log').stdout.trimEnd().split('\n')).toHaveLength(1)
})

test('a log that nobody wrote', () => {
  const home = makeHome()
  expect(mortise(['log', '--home', home.folder])).toEqual({
    stdout: 'Nothing has been done yet.\n',
    stderr: '',
    exit: 0,
  })
  expect(existsSync(join(home.folder, '.local'))).toBe(false)
  expect(mortise(['restore', '--home', home.folder])).toMatchObject({
    exit: 2,
    stderr: `mortise: \`restore\` needs an operation.\nhint: npx mortise log --home ${home.folder}\n`,
  })
})
