import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  concludeUnfinished,
  fingerprint,
  lockFile,
  readLog,
  redo,
  restore,
  undo,
} from '../../app/src/disk/index.ts'
import {
  age,
  makeScratch,
  must,
  newText,
  oldText,
  quietProcesses,
  replaceBy,
  type Scratch,
} from './scratch.ts'

let scratch: Scratch
let victim: string
beforeEach(() => {
  scratch = makeScratch()
  victim = join(scratch.folder, 'other.jsonl')
  age(victim)
})
afterEach(() => scratch.remove())

const printOf = (text: string) => fingerprint([Buffer.from(text)])
const back = { command: 'undo', allow: ['changed'] } as const

/** An intent that this Mortise could have written, but for some members. */
function intent(members: object): object {
  return {
    type: 'intent',
    op: 'aaaa',
    time: '2026-01-01T00:00:00.000Z',
    pid: 2 ** 22 + 1,
    command: 'repair',
    kind: 'change',
    path: victim,
    key: null,
    mode: null,
    before: printOf('old\n'),
    after: printOf('other\n'),
    cut: [],
    counts: {},
    ...members,
  }
}

const ending = { type: 'ending', op: 'aaaa', time: '2026-01-01T00:00:01.000Z', result: 'done' }

function journal(...records: readonly unknown[]): void {
  mkdirSync(join(scratch.state, 'blobs'), { recursive: true })
  const lines = records.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`)
  appendFileSync(join(scratch.state, 'journal.jsonl'), lines.join(''))
}

describe('a line of the journal', () => {
  const lines: readonly [string, () => unknown][] = [
    ['with a path in the name of its operation', () => intent({ op: 'x/../../evil/a' })],
    ['with a path in its run', () => intent({ run: '../x' })],
    ['with a relative path', () => intent({ path: 'other.jsonl' })],
    ['with detours in its path', () => intent({ path: `${scratch.folder}/x/../other.jsonl` })],
    ['with a folder as its path', () => intent({ path: `${scratch.folder}/` })],
    ['with a path that ends early', () => intent({ path: `${victim}\0.jsonl` })],
    ['with a path in its digest', () => intent({ before: { size: 4, sha256: '../../../etc/passwd' } })],
    ['with a size that is none', () => intent({ after: { size: -1, sha256: printOf('').sha256 } })],
    ['with a lock elsewhere', () => intent({ lock: join(scratch.root, 'other.lock') })],
    ['with a detour in its lock', () => intent({ lock: `${victim}/../other.lock` })],
    ['with a pid that is none', () => intent({ pid: -1 })],
    ['with words for the terminal in its command', () => intent({ command: '\u001b]0;x\u0007' })],
    ['with words for the terminal in its counts', () => intent({ counts: { '\u001b[2J': 1 } })],
    ['with a kind that is not known', () => intent({ kind: 'delete' })],
    ['with a mode that is none', () => intent({ mode: 0o104755 })],
    ['without a path', () => intent({ path: undefined })],
    ['that is a list', () => []],
    ['that is no JSON', () => '{"type":"intent",'],
    ['that ends what never began', () => ({ ...ending, op: 'bbbb' })],
  ]

  test.each(lines)('%s is set aside and told, and blocks nothing', async (_, line) => {
    must(await replaceBy(scratch.disk(), scratch.path, newText))
    journal(line())
    const { operations, unused } = must(readLog(scratch.disk()))
    expect([operations.length, unused]).toEqual([1, [{ line: 3, why: expect.stringMatching(/^its? /) }]])
    must(await undo(scratch.disk(), back))
    expect(scratch.read()).toBe(oldText)
    must(await redo(scratch.disk(), back))
    expect([scratch.read(), readFileSync(victim, 'utf8')]).toEqual([newText, 'other\n'])
    expect(must(readLog(scratch.disk())).unused).toHaveLength(1)
  })

  test('cannot change an operation that is there already', async () => {
    must(await replaceBy(scratch.disk({ newId: () => 'aaaa' }), scratch.path, newText))
    journal(intent({}))
    expect(must(readLog(scratch.disk())).operations).toMatchObject([{ op: 'aaaa', path: scratch.path }])
  })

  test('that is in order is not set aside', () => {
    journal(intent({ lock: `${victim}.lock`, run: 'beef', reverts: 'dead' }), ending)
    expect(must(readLog(scratch.disk()))).toMatchObject({ operations: [{ op: 'aaaa' }], unused: [] })
  })
})

describe('an unfinished operation of a journal that was tampered with', () => {
  test('appends nothing from a folder that its name leads to', async () => {
    mkdirSync(join(scratch.root, 'evil'))
    writeFileSync(join(scratch.root, 'evil/a.old'), 'old\nevil\n')
    journal(intent({ op: 'x/../../evil/a' }))
    must(await concludeUnfinished(scratch.disk()))
    expect(readFileSync(victim, 'utf8')).toBe('other\n')
    expect(readdirSync(join(scratch.root, 'evil'))).toEqual(['a.old'])
  })

  test('touches nothing in our own folder', async () => {
    mkdirSync(scratch.state, { recursive: true })
    const path = join(scratch.state, 'own')
    writeFileSync(path, 'other\n')
    writeFileSync(join(scratch.state, '.mortise-aaaa.old'), 'old\nevil\n')
    journal(intent({ path }))
    await concludeUnfinished(scratch.disk())
    expect(readFileSync(path, 'utf8')).toBe('other\n')
  })
})

describe('a folder that is a link today', () => {
  const elsewhere = (): string => join(scratch.root, 'elsewhere')

  function moveAway(text: string): void {
    mkdirSync(elsewhere())
    writeFileSync(join(elsewhere(), 'session.jsonl'), text)
    age(join(elsewhere(), 'session.jsonl'))
    renameSync(scratch.folder, join(scratch.root, 'moved'))
    symlinkSync(elsewhere(), scratch.folder)
  }

  test.each([
    ['undo', undo],
    ['restore', restore],
  ] as const)('%s does not follow it', async (_, act) => {
    must(await replaceBy(scratch.disk({ newId: () => 'aaaa' }), scratch.path, newText))
    moveAway(newText)
    expect(await act(scratch.disk(), { ...back, id: 'aaaa' })).toMatchObject({
      error: { code: 'changed', exit: 3, message: expect.stringContaining('leads elsewhere now') },
    })
    expect(readFileSync(join(elsewhere(), 'session.jsonl'), 'utf8')).toBe(newText)
  })

  test('an unfinished operation does not follow it', async () => {
    journal(intent({ path: scratch.path, after: printOf(newText) }))
    moveAway(newText)
    writeFileSync(join(elsewhere(), '.mortise-aaaa.old'), 'old\nevil\n')
    must(await concludeUnfinished(scratch.disk()))
    expect(readdirSync(elsewhere()).sort()).toEqual(['.mortise-aaaa.old', 'session.jsonl'])
    expect(readFileSync(join(elsewhere(), 'session.jsonl'), 'utf8')).toBe(newText)
  })
})

describe('our own folder', () => {
  test.each([0o777, 0o750, 0o701])('open to others (%o) is closed', async (mode) => {
    mkdirSync(scratch.state, { recursive: true })
    chmodSync(scratch.state, mode)
    must(await replaceBy(scratch.disk(), scratch.path, newText))
    expect(statSync(scratch.state).mode & 0o7777).toBe(0o700)
  })

  test.each([
    ['holds other things', 0o777, true],
    ['is shared by all', 0o1777, false],
  ])('that %s is refused, and stays as it is', async (_, mode, isUsed) => {
    mkdirSync(scratch.state, { recursive: true })
    if (isUsed) writeFileSync(join(scratch.state, 'letter.txt'), 'dear')
    chmodSync(scratch.state, mode)
    const error = { code: 'state-open', exit: 3, path: scratch.state }
    expect(await replaceBy(scratch.disk(), scratch.path, newText)).toMatchObject({ ok: false, error })
    expect([scratch.read(), statSync(scratch.state).mode & 0o7777]).toEqual([oldText, mode])
  })

  test('of another user is neither read nor written', async () => {
    must(await replaceBy(scratch.disk(), scratch.path, newText))
    const disk = scratch.disk({ processes: { ...quietProcesses, user: 4711 } })
    const error = { code: 'state-foreign', exit: 3 }
    expect(readLog(disk)).toMatchObject({ ok: false, error })
    expect(await undo(disk, { ...back, allow: ['other-owner'] })).toMatchObject({ ok: false, error })
    expect(scratch.read()).toBe(newText)
  })

  test.each([
    ['junk', (path: string) => writeFileSync(path, 'junk\n')],
    ['nothing', (path: string) => writeFileSync(path, '')],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('with %s for a version can be read, but not written', async (_, make) => {
    mkdirSync(scratch.state, { recursive: true, mode: 0o700 })
    make(join(scratch.state, 'version'))
    const error = { code: 'state-damaged', exit: 3, path: join(scratch.state, 'version') }
    expect(await replaceBy(scratch.disk(), scratch.path, newText)).toMatchObject({ ok: false, error })
    expect(must(readLog(scratch.disk())).isReadOnly).toBe(true)
    expect(scratch.read()).toBe(oldText)
  })

  test('with a folder for a lock says so at once', async () => {
    mkdirSync(join(scratch.state, 'state.lock'), { recursive: true })
    const error = { code: 'not-a-file', exit: 3, path: join(scratch.state, 'state.lock') }
    expect(await replaceBy(scratch.disk(), scratch.path, newText)).toMatchObject({ ok: false, error })
    expect(existsSync(join(scratch.state, 'journal.jsonl'))).toBe(false)
  })
})

test('a folder in the place of an agent’s lock is a lock of nobody knows whom', async () => {
  const lock = lockFile({ waitMs: 0 })
  mkdirSync(`${scratch.path}.lock`)
  expect(lock.holder(scratch.path, scratch.disk())).toEqual({ pid: undefined, name: undefined })
  expect(await replaceBy(scratch.disk(), scratch.path, newText, { lock })).toMatchObject({
    ok: false,
    error: { code: 'locked', exit: 3, path: `${scratch.path}.lock` },
  })
})
