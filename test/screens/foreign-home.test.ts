import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { broken, linesOf, makeHome, type TestHome } from '../sessions/home.ts'
import { mortise, type Seen } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'
const stateIn = '.local/state/mortise'

/** A user with a home of their own, and a home that somebody gave them. */
interface Gift {
  readonly user: TestHome
  readonly gift: TestHome
  /** A file of the user that no agent wrote. */
  readonly victim: string
  run(...words: readonly string[]): Seen
}

function gift(): Gift {
  const user = makeHome()
  const given = makeHome()
  given.write(name, linesOf(broken))
  const victim = join(user.folder, 'notes.txt')
  writeFileSync(victim, 'mine\n')
  const run = (...words: readonly string[]): Seen =>
    mortise([...words, '--home', given.folder], { environment: { HOME: user.folder } })
  return { user, gift: given, victim, run }
}

const printOf = (text: string) => ({
  size: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})

/** Puts a journal into a home, as somebody would who wants it to be replayed. */
function plant(home: TestHome, text: string, ...records: readonly object[]): void {
  const state = join(home.folder, stateIn)
  mkdirSync(join(state, 'blobs'), { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'version'), '1\n')
  writeFileSync(join(state, 'blobs', printOf(text).sha256), text)
  writeFileSync(join(state, 'journal.jsonl'), linesOf(records as never))
}

function intent(path: string, members: object): object {
  const common = { type: 'intent', op: 'abcd1234', time: '2026-01-01T00:00:00.000Z', pid: 4_194_305 }
  return {
    ...common,
    command: 'repair',
    kind: 'change',
    path,
    key: null,
    mode: null,
    cut: [],
    counts: {},
    ...members,
  }
}

const done = { type: 'ending', op: 'abcd1234', time: '2026-01-01T00:00:01.000Z', result: 'done' }

describe('a journal in another home', () => {
  test('appends nothing to a file elsewhere', () => {
    const { gift: home, victim, run } = gift()
    mkdirSync(join(home.folder, 'evil'))
    writeFileSync(join(home.folder, 'evil/a.old'), 'old\nevil\n')
    const op = `x/../../${home.folder.split('/').at(-1)}/evil/a`
    plant(home, 'old\n', intent(victim, { op, before: printOf('old\n'), after: printOf('mine\n') }))
    expect(run('repair', '7f3a', '--yes').exit).toBe(0)
    expect([readFileSync(victim, 'utf8'), existsSync(join(home.folder, 'evil/a.old'))]).toEqual([
      'mine\n',
      true,
    ])
  })

  test('creates no file elsewhere', () => {
    const { user, gift: home, run } = gift()
    const target = join(user.folder, '.bashrc')
    plant(home, 'evil\n', intent(target, { before: printOf('evil\n'), after: null }), done)
    const { exit, stderr } = run('undo', 'abcd1234', '--force')
    expect([exit, existsSync(target)]).toEqual([1, false])
    expect(stderr).toContain('There is no operation `abcd1234` in the log.')
  })

  test('is told of, and not read', () => {
    const { gift: home, victim, run } = gift()
    plant(home, 'old\n', intent(victim, { before: printOf('old\n'), after: printOf('mine\n') }), done)
    const { stdout, stderr } = run('log')
    expect(stdout).toBe('Nothing has been done yet.\n')
    expect(stderr).toBe(
      `note: \`${home.folder}/${stateIn}/journal.jsonl\` came with that home and is not used; Mortise keeps its own in your state folder.\n`,
    )
  })
})

describe('what is kept of another home', () => {
  test('lies with the user, by the real path of that home, for nobody else', () => {
    const { user, gift: home, run } = gift()
    const before = readdirSync(home.folder)
    const { stdout } = run('repair', '7f3a', '--yes')
    const operation = /\(operation (\w{8})\)/.exec(stdout)?.[1]
    const digest = createHash('sha256').update(home.folder).digest('hex').slice(0, 32)
    expect(readdirSync(join(user.folder, stateIn))).toEqual(['homes'])
    expect(readdirSync(join(user.folder, stateIn, 'homes', digest))).toContain('journal.jsonl')
    expect(readdirSync(home.folder)).toEqual(before)
    const link = join(user.folder, 'link')
    symlinkSync(home.folder, link)
    const environment = { HOME: user.folder }
    expect(mortise(['undo', operation ?? '', '--home', link], { environment }).exit).toBe(0)
    expect(home.read(name)).toBe(linesOf(broken))
  })

  test('is what is kept anyway where that home is the user’s own', () => {
    const { user } = gift()
    user.write(name, linesOf(broken))
    const environment = { HOME: user.folder }
    mortise(['repair', '7f3a', '--yes', '--home', user.folder], { environment })
    expect(mortise(['undo'], { environment }).exit).toBe(0)
    expect(user.read(name)).toBe(linesOf(broken))
  })
})

test('a bad line of the own journal is told, and blocks nothing', () => {
  const { user } = gift()
  user.write(name, linesOf(broken))
  const run = (...words: readonly string[]): Seen => mortise(words, { environment: { HOME: user.folder } })
  plant(user, 'old\n', intent('relative', { before: null, after: printOf('x') }))
  expect(run('repair', '7f3a', '--yes').exit).toBe(0)
  expect(run('log').stderr).toBe(
    `note: line 1 of \`${user.folder}/${stateIn}/journal.jsonl\` is not used: its \`path\` is not of the form that Mortise writes\n`,
  )
  expect([run('undo').exit, user.read(name)]).toEqual([0, linesOf(broken)])
})

describe('a state folder that is not in order is one sentence and a hint', () => {
  const cases: readonly [string, (state: string) => void, string, string][] = [
    [
      'junk for a version',
      (state) => writeFileSync(join(state, 'version'), 'x'),
      'does not say which version',
      'cat',
    ],
    [
      'a folder for a version',
      (state) => mkdirSync(join(state, 'version')),
      'does not say which version',
      'cat',
    ],
    [
      'a folder for a lock',
      (state) => mkdirSync(join(state, 'state.lock')),
      'where a lock file belongs',
      'ls -ld',
    ],
    ['a folder for a journal', (state) => mkdirSync(join(state, 'journal.jsonl')), 'could not be', 'ls -ld'],
    ['a file for backups', (state) => writeFileSync(join(state, 'blobs'), ''), 'could not be', ''],
  ]
  test.each(cases)('%s', (_, make, sentence, hint) => {
    const { user } = gift()
    user.write(name, linesOf(broken))
    const state = join(user.folder, stateIn)
    mkdirSync(state, { recursive: true, mode: 0o700 })
    make(state)
    const { exit, stderr } = mortise(['repair', '7f3a', '--yes', '-q'], {
      environment: { HOME: user.folder },
    })
    expect([exit, stderr]).toEqual([
      3,
      expect.stringMatching(`^mortise: .*${sentence}.*\nhint: ${hint}.*\n$`),
    ])
    expect(user.read(name)).toBe(linesOf(broken))
  })
})
