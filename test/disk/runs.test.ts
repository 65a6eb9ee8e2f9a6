import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DiskOutcome, readLog, reverseRun, undo, whileBusy } from '../../app/src/disk/index.ts'
import { age, makeScratch, must, newText, quietProcesses, replaceBy, type Scratch } from './scratch.ts'

const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}.jsonl`)
const back = { command: 'undo', writersOf: () => ({ recentMs: 0 }) }

let scratch: Scratch
let paths: readonly string[]
beforeEach(() => {
  scratch = makeScratch()
  paths = names.map((name) => join(scratch.folder, name))
  for (const path of paths) write(path, `old ${path}\n`)
})
afterEach(() => scratch.remove())

function write(path: string, text: string): void {
  writeFileSync(path, text)
  age(path)
}

const isNew = (): readonly boolean[] => paths.map((path) => readFileSync(path, 'utf8') === newText)
const all = (state: boolean): readonly boolean[] => paths.map(() => state)

/** Changes all files in one run, after one file in a run of its own. */
async function changeAll(): Promise<void> {
  must(await replaceBy(scratch.disk({ run: 'f00d' }), scratch.path, newText))
  const disk = scratch.disk({ run: 'beef' })
  for (const path of paths) must(await replaceBy(disk, path, newText, { recentMs: 0 }))
}

describe('a run', () => {
  test('is taken back and done again as one thing, as often as one likes', async () => {
    await changeAll()
    for (const round of [1, 2]) {
      const undone = must(await reverseRun(scratch.disk(), back, 'undo'))
      expect([undone.reversed.length, undone.left], `${round}`).toEqual([5, []])
      expect([isNew(), scratch.read()]).toEqual([all(false), newText])
      expect(must(await reverseRun(scratch.disk(), back, 'redo')).reversed).toHaveLength(5)
      expect(isNew()).toEqual(all(true))
    }
  })

  test('is followed by the run before it', async () => {
    await changeAll()
    must(await reverseRun(scratch.disk(), back, 'undo'))
    expect(must(await reverseRun(scratch.disk(), back, 'undo')).reversed).toMatchObject([
      { path: scratch.path },
    ])
    expect(await reverseRun(scratch.disk(), back, 'undo')).toMatchObject({ error: { code: 'no-operation' } })
  })

  test('is found by its name or the beginning of it', async () => {
    await changeAll()
    expect(must(await reverseRun(scratch.disk(), { ...back, run: 'f0' }, 'undo')).reversed).toHaveLength(1)
    expect(isNew()).toEqual(all(true))
  })

  test('may be taken back but for one file, and then for that one too', async () => {
    await changeAll()
    const [operation] = must(readLog(scratch.disk())).operations.filter(({ path }) => path === paths[2])
    must(await undo(scratch.disk(), { ...back, id: operation?.op ?? '' }))
    expect(isNew()).toEqual([true, true, false, true, true])
    expect(must(await reverseRun(scratch.disk(), back, 'undo')).reversed).toHaveLength(4)
    expect(isNew()).toEqual(all(false))
  })

  test('with a file that was rewritten since is taken back but for that file, which is told', async () => {
    await changeAll()
    write(paths[1] ?? '', 'other words')
    const { reversed, left } = must(await reverseRun(scratch.disk(), back, 'undo'))
    expect([reversed.length, left]).toEqual([
      4,
      [
        {
          operation: expect.any(String),
          path: paths[1],
          error: expect.objectContaining({ code: 'changed' }),
        },
      ],
    ])
    expect(readFileSync(paths[1] ?? '', 'utf8')).toBe('other words')
  })

  test('of one file fails as that file does', async () => {
    must(await replaceBy(scratch.disk(), scratch.path, newText))
    write(scratch.path, 'other words')
    expect(await reverseRun(scratch.disk(), back, 'undo')).toMatchObject({
      ok: false,
      error: { code: 'changed' },
    })
  })
})

describe('a busy file', () => {
  test.each([
    ['is waited for', 60_000, true],
    ['is refused at once unless it is to be waited for', 0, false],
  ])('%s', async (_, waitMs, isDone) => {
    let looks = 0
    const isAgent = (): boolean => ++looks < 3
    const processes = {
      ...quietProcesses,
      list: () => [{ pid: 7, name: 'agent', words: [], folder: undefined, began: undefined }],
    }
    const disk = scratch.disk({ processes })
    const told: string[] = []
    const outcome: DiskOutcome<unknown> = await whileBusy(
      disk,
      { waitMs, onWait: ({ code }) => told.push(code) },
      () => replaceBy(disk, scratch.path, newText, { isAgent }),
    )
    expect([outcome.ok, told]).toEqual([isDone, isDone ? ['live'] : []])
  })

  test('is refused as ever when the time is up, and other failures are not waited for', async () => {
    let now = 0
    const fails = (code: string) => async () => {
      now += 100
      return { ok: false, error: Object.assign(new Error(code), { code }) } as never
    }
    const around = { now: () => now }
    expect(await whileBusy(around, { waitMs: 100 }, fails('locked'))).toMatchObject({
      error: { code: 'locked' },
    })
    expect(await whileBusy(around, { waitMs: 60_000 }, fails('changed'))).toMatchObject({
      error: { code: 'changed' },
    })
    expect(now).toBe(200)
  })
})
