import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { open, sound } from './conversations.ts'
import { folderWith, mortise, type Seen } from './run.ts'

const broken = `${JSON.stringify(open, null, 2)}\n`
const lines = open.messages.map((message) => `${JSON.stringify(message)}\n`).join('')
// A request must end with the user's turn, and a repair invents none.
const unmendable = JSON.stringify({
  ...sound,
  model: 'claude-opus-4-6',
  messages: [...open.messages, { role: 'assistant', content: 'Done.' }],
})

interface Place {
  readonly folder: string
  read(name: string): string
  run(...words: readonly string[]): Seen
}

/** A folder with documents, in which `mortise` runs with a state folder of its own. */
function placeWith(files: Readonly<Record<string, string>>): Place {
  const folder = folderWith(files)
  const state = folderWith({})
  return {
    folder,
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    run: (...words) => mortise(words, { folder, environment: { MORTISE_HOME: state } }),
  }
}

/** The operation that a screen names. */
function operationIn(stdout: string): string {
  return /undo: npx mortise undo (\w{8})/.exec(stdout)?.[1] ?? ''
}

const kinds = [
  ['a document', 'broken.json', broken],
  ['lines', 'broken.jsonl', lines],
] as const

describe.each(kinds)('%s', (_, name, content) => {
  const { folder, read, run } = placeWith({ [name]: content, taken: 'mine' })
  const mended = run('repair', name, '--api', 'anthropic', '-q').stdout

  test('is written to another file, which is made whole', () => {
    chmodSync(join(folder, name), 0o640)
    const { stdout, stderr, exit } = run('repair', name, '--api', 'anthropic', '-o', 'out')
    expect({ exit, last: stdout.split('\n').at(-2) }).toEqual({ exit: 0, last: '  written: out' })
    expect(stderr).toContain(`${name}; the result goes to out\n`)
    expect([read('out'), read(name)]).toEqual([mended, content])
    expect(statSync(join(folder, 'out')).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder).sort()).toEqual([name, 'out', 'taken'].sort())
  })

  test('is not written over another file unless forced, and that can be undone', () => {
    const refused = run('repair', name, '--api', 'anthropic', '-o', 'taken')
    expect(refused).toMatchObject({
      stdout: '',
      exit: 3,
      stderr: expect.stringMatching(
        new RegExp(
          `mortise: \`taken\` exists already; nothing was written\\.\nhint: npx mortise repair ${name} --api anthropic -o taken --force\n$`,
        ),
      ),
    })
    expect(read('taken')).toBe('mine')
    const forced = run('repair', name, '--api', 'anthropic', '-o', 'taken', '--force')
    expect([forced.exit, read('taken')]).toEqual([0, mended])
    expect(run('undo', operationIn(forced.stdout)).exit).toBe(0)
    expect(read('taken')).toBe('mine')
  })

  test('is mended in place, and undone byte for byte', () => {
    const dry = run('repair', name, '--api', 'anthropic', '--in-place', '--dry-run')
    expect([dry.exit, read(name)]).toEqual([0, content])
    expect(dry.stdout).toContain(`✔ ${name} would be mended for anthropic`)
    expect(dry.stdout).toContain('\n  nothing was written\n')
    const { stdout, stderr, exit } = run('repair', name, '--api', 'anthropic', '--in-place')
    expect(exit).toBe(0)
    expect(stderr).toContain('; the file itself is changed, and its earlier bytes are kept\n')
    expect(stdout).toContain(`✔ ${name} is mended for anthropic`)
    expect(read(name)).toBe(mended)
    expect(run('undo', operationIn(stdout))).toMatchObject({ exit: 0, stderr: '' })
    expect(read(name)).toBe(content)
  })

  test('as JSON the document is not repeated', () => {
    const { stdout } = run('repair', name, '--api', 'anthropic', '--in-place', '--json')
    const answer = JSON.parse(stdout)
    expect(answer).toMatchObject({ changed: true, output: name, operation: expect.stringMatching(/^\w{8}$/) })
    expect([answer.document, answer.text]).toEqual([undefined, undefined])
    expect(run('undo').exit).toBe(0)
    const other = JSON.parse(run('repair', name, '--api', 'anthropic', '-o', 'third', '--json').stdout)
    expect(other).toMatchObject({ output: 'third', operation: null })
  })
})

test('the fix line of a check is the whole command', () => {
  const { folder, read, run } = placeWith({ 'my broken.json': broken, 'broken.jsonl': lines })
  for (const [name, api] of [
    ['my broken.json', []],
    ['broken.jsonl', ['--api', 'anthropic']],
  ] as const) {
    const { stdout } = run('check', name, ...api, '--tail', 'rest')
    const fix = /fix: npx mortise (.*)\n/.exec(stdout)?.[1] ?? ''
    expect(fix).toMatch(/ --in-place$/)
    const words = fix.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? []
    expect(run(...words).exit).toBe(0)
    expect(run('check', name, '--api', 'anthropic').exit, read(name)).toBe(0)
  }
  expect(readdirSync(folder).sort()).toEqual(['broken.jsonl', 'my broken.json'])
  const piped = mortise(['check', '-', '--api', 'anthropic'], { input: broken })
  expect(piped.stdout).toContain('fix: npx mortise repair - --api anthropic -o fixed.json\n')
})

test('a document that was sound, or that would stay refused, keeps its bytes', () => {
  const { folder, read, run } = placeWith({ 'sound.json': JSON.stringify(sound), 'late.json': unmendable })
  const before = statSync(join(folder, 'sound.json'))
  expect(run('repair', 'sound.json', '--in-place').stdout).toMatch(/nothing to mend\n$/)
  const after = statSync(join(folder, 'sound.json'))
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  const { stdout, exit } = run('repair', 'late.json', '--in-place')
  expect([exit, read('late.json')]).toEqual([1, unmendable])
  expect(stdout).toContain('; the file was not changed; --partial mends the rest of it\n')
  expect(run('repair', 'late.json', '--in-place', '--partial').exit).toBe(1)
  expect(read('late.json')).not.toBe(unmendable)
})

describe('names that lead to the file that is read', () => {
  const { folder, read, run } = placeWith({ 'broken.json': broken })
  symlinkSync('broken.json', join(folder, 'soft.json'))
  linkSync(join(folder, 'broken.json'), join(folder, 'hard.json'))

  test.each(['broken.json', './broken.json', 'soft.json', 'hard.json'])('-o %s', (name) => {
    for (const more of [[], ['--force']]) {
      expect(run('repair', 'broken.json', '-o', name, ...more)).toEqual({
        stdout: '',
        stderr: `mortise: \`-o ${name}\` names the file that is read.\nhint: npx mortise repair broken.json --in-place\n`,
        exit: 2,
      })
    }
    expect(read('broken.json')).toBe(broken)
  })
})

test('a link stays a link', () => {
  const { folder, read, run } = placeWith({ 'broken.json': broken })
  symlinkSync('broken.json', join(folder, 'soft.json'))
  utimesSync(join(folder, 'broken.json'), 1_700_000_000, 1_700_000_000)
  expect(run('repair', 'soft.json', '--in-place').exit).toBe(0)
  expect(readdirSync(folder, { withFileTypes: true }).filter((each) => each.isSymbolicLink())).toHaveLength(1)
  expect(read('broken.json')).not.toBe(broken)
})

test.each<[words: readonly string[], exit: number, sentence: string]>([
  [['broken.json', '-o', 'x', '--in-place'], 2, 'Say `-o FILE` or `--in-place`, not both.'],
  [['-', '--in-place'], 2, '`--in-place` needs a file; standard input cannot be changed.'],
  [['-', '--batch', '-o', 'x'], 2, '`--batch` prints its rows: it takes neither `-o` nor `--in-place`.'],
  [['broken.json', '-o', 'none/x.json'], 4, 'There is no folder `none`; nothing was written.'],
  [
    ['broken.json', '--dry-run'],
    2,
    '`--dry-run` is not for a document: a document is printed, unless `-o FILE` or `--in-place` is said.',
  ],
  [
    ['7f3a', '-o', 'x'],
    2,
    '`--output` is not for a session: a session is changed where it is, or copied with `--fork`.',
  ],
])('repair %j ends with %i', (words, exit, sentence) => {
  const { run } = placeWith({ 'broken.json': broken })
  const seen = run('repair', ...words)
  expect(seen).toMatchObject({ stdout: '', exit })
  expect(seen.stderr).toContain(`mortise: ${sentence}\n`)
})

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const hasShell = spawnSync('sh', ['-c', 'exit 0']).status === 0

testWith(hasShell, '`sh`')('a file that the shell emptied is told from one that was empty', () => {
  const { folder } = placeWith({ 'broken.json': broken })
  const command = `"${process.execPath}" "${bin}" repair broken.json > broken.json`
  const env = { PATH: process.env.PATH, npm_command: 'exec' }
  const { stderr, status } = spawnSync('sh', ['-c', command], { cwd: folder, env })
  expect(status).toBe(4)
  expect(stderr.toString()).toContain('the shell empties the file behind `>` before this command starts.\n')
  expect(stderr.toString()).toContain('hint: npx mortise repair broken.json --in-place\n')
  writeFileSync(join(folder, 'empty.json'), '')
  expect(mortise(['repair', 'empty.json'], { folder }).stderr).toMatch(/^mortise: `empty.json` is empty\.\n/)
})
