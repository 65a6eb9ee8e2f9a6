import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  concludeUnfinished,
  lockFile,
  type Replacement,
  readLog,
  replaceFiles,
  reverseRun,
} from '../../app/src/disk/index.ts'
import { bundleProgram, inParallel, type Program } from './crash.ts'
import type { ManyTask } from './many-child.ts'
import {
  age,
  makeScratch,
  memory,
  must,
  newText,
  oldText,
  quietProcesses,
  readAt,
  type Scratch,
  watched,
} from './scratch.ts'

const names = ['a.jsonl', 'b.jsonl', 'c.jsonl']
const back = { command: 'undo', writersOf: () => ({ recentMs: 0 }) }

/** Three files, of which two hold the same bytes. */
function threeFiles(scratch: Scratch): readonly string[] {
  return names.map((name) => {
    const path = join(scratch.folder, name)
    writeFileSync(path, name === 'c.jsonl' ? oldText : `${oldText}{"file":"${name.slice(0, 1)}"}\n`, {
      mode: 0o600,
    })
    age(path)
    return path
  })
}

const textsOf = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => readFileSync(path, 'utf8'))

describe('files that are replaced together', () => {
  let scratch: Scratch
  let paths: readonly string[]
  let before: readonly string[]
  beforeEach(() => {
    scratch = makeScratch()
    paths = [...threeFiles(scratch), scratch.path]
    before = textsOf(paths)
  })
  afterEach(() => scratch.remove())

  const request = (path: string, more: Partial<Replacement> = {}): Replacement => ({
    command: 'clean',
    reading: readAt(scratch.disk(), path),
    content: { bytes: Buffer.from(newText) },
    ...more,
  })
  const statesOf = async (requests: readonly Replacement[], disk = scratch.disk({ run: 'beef' })) =>
    must(await replaceFiles(disk, requests)).map((each) => (each.ok ? each.value.state : each.error.code))

  test('hold their new bytes, keep their modes, leave nothing beside them, and come back as one run', async () => {
    expect(await statesOf(paths.map((path) => request(path)))).toEqual(paths.map(() => 'replaced'))
    expect(textsOf(paths)).toEqual(paths.map(() => newText))
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o640])
    expect(readdirSync(scratch.folder).filter((name) => name.startsWith('.'))).toEqual([])
    expect(must(readLog(scratch.disk())).operations.map(({ result, run }) => [result, run])).toEqual(
      paths.map(() => ['done', 'beef']),
    )
    expect(must(await reverseRun(scratch.disk(), back, 'undo')).reversed).toHaveLength(4)
    expect(textsOf(paths)).toEqual(before)
  })

  test('do not hinder each other: locked, changed, unsound and unchanged ones stay as they are', async () => {
    const [locked = '', changed = '', unsound = '', fine = ''] = paths
    writeFileSync(`${locked}.lock`, JSON.stringify({ pid: process.pid, createdAt: new Date().toISOString() }))
    const requests = [
      request(locked, { lock: lockFile({ waitMs: 0 }) }),
      request(changed),
      request(unsound, { check: () => 'It would be refused.' }),
      request(fine),
    ]
    writeFileSync(changed, 'other words\n')
    age(changed)
    expect(await statesOf(requests)).toEqual(['locked', 'changed', 'check-failed', 'replaced'])
    expect(textsOf(paths)).toEqual([before[0], 'other words\n', before[2], newText])
    // The third and the fourth held the same bytes: their backup stays for the one that was replaced.
    expect(must(await reverseRun(scratch.disk(), back, 'undo')).reversed).toHaveLength(1)
    expect(textsOf(paths)).toEqual([before[0], 'other words\n', before[2], before[3]])
    expect(await statesOf([request(fine, { content: { bytes: Buffer.from(oldText) } })])).toEqual([
      'unchanged',
    ])
  })

  test('a file that grows before its swap is told to have grown, and a line that comes during it is carried over', async () => {
    const [grown = '', late = '', ...others] = paths
    const files = watched((name, _, words) => {
      if (name === 'rename' && words[1] === late) appendFileSync(late, '{"late":1}\n')
    })
    const requests = paths.map((path) => request(path))
    appendFileSync(grown, '{"more":1}\n')
    age(grown)
    const states = await statesOf(requests, scratch.disk({ files, run: 'beef', processes: quietProcesses }))
    expect(states).toEqual(['grown', 'replaced', 'replaced', 'replaced'])
    expect(textsOf([grown, late])).toEqual([`${before[0]}{"more":1}\n`, `${newText}{"late":1}\n`])
    expect(textsOf(others)).toEqual(others.map(() => newText))
  })
})

describe('killed at any call', () => {
  let program: Program
  beforeAll(async () => {
    program = await bundleProgram('many-child.ts')
  })
  afterAll(() => program.remove())

  const run = (task: ManyTask): Promise<string> =>
    new Promise((resolve) => {
      execFile(process.execPath, [program.file, JSON.stringify(task)], (_, stdout) => resolve(stdout))
    })

  async function dieAt(at: number | undefined): Promise<number> {
    const scratch = makeScratch(oldText, memory)
    try {
      const paths = threeFiles(scratch)
      const before = textsOf(paths)
      const said = await run({ paths, state: scratch.state, ...(at === undefined ? {} : { at }) })
      const where = `at call ${at}`
      for (const [index, text] of textsOf(paths).entries())
        expect([before[index], newText], where).toContain(text)
      must(await concludeUnfinished(scratch.disk()))
      expect(scratch.names(), where).toEqual([...names, 'other.jsonl', 'session.jsonl'])
      const { operations } = must(readLog(scratch.disk()))
      expect(
        operations.map(({ result }) => result),
        where,
      ).not.toContain('unfinished')
      if (operations.some(({ result }) => result === 'done'))
        must(await reverseRun(scratch.disk(), back, 'undo'))
      expect(textsOf(paths), where).toEqual(before)
      expect(existsSync(join(scratch.state, 'blobs', '.new')), where).toBe(false)
      return at === undefined ? (JSON.parse(said) as { readonly total: number }).total : 0
    } finally {
      scratch.remove()
    }
  }

  test('files that are replaced together hold old bytes or new bytes, and all come back', async () => {
    const total = await dieAt(undefined)
    expect(total).toBeGreaterThan(60)
    await inParallel(
      // One call in two: a single file dies at every call of the same swap.
      [...Array(total).keys()].filter((at) => at % 2 === 0),
      async (at) => void (await dieAt(at)),
    )
  })
})
