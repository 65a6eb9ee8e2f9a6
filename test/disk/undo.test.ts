import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  forkFile,
  prune,
  type Reversal,
  readLog,
  redo,
  replaceFile,
  restore,
  undo,
} from '../../app/src/disk/index.ts'
import { age, makeScratch, must, newText, oldText, readAt, replaceBy, type Scratch } from './scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.remove())

const back = { command: 'undo' }

describe('undo and redo', () => {
  test('go to and fro, byte for byte', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    for (const round of [1, 2, 3]) {
      expect(must(await undo(disk, back)), `${round}`).toMatchObject({ grown: 0, path: scratch.path })
      expect(scratch.read()).toBe(oldText)
      must(await redo(disk, { command: 'redo' }))
      expect(scratch.read()).toBe(newText)
    }
  })

  test('take back one operation after the other, newest first', async () => {
    const disk = scratch.disk()
    for (const text of ['one\n', 'two\n', 'three\n']) must(await replaceBy(disk, scratch.path, text))
    const seen: string[] = []
    while ((await undo(disk, back)).ok) seen.push(scratch.read())
    expect(seen).toEqual(['two\n', 'one\n', oldText])
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'no-operation', exit: 3 } })
    must(await redo(disk, back))
    expect(scratch.read()).toBe('one\n')
  })

  test('refuse a file that was written to since', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    writeFileSync(scratch.path, 'other words')
    age(scratch.path)
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'changed', exit: 3 } })
    expect(scratch.read()).toBe('other words')
  })

  test('keep what was appended since, and say so', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    appendFileSync(scratch.path, '{"id":4}\n')
    age(scratch.path)
    expect(must(await undo(disk, back))).toMatchObject({ grown: 9 })
    expect(scratch.read()).toBe(`${oldText}{"id":4}\n`)
    must(await redo(disk, back))
    expect(scratch.read()).toBe(`${newText}{"id":4}\n`)
  })

  test('ask whether what was appended can stand behind the earlier bytes', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    appendFileSync(scratch.path, '{"id":4}\n')
    age(scratch.path)
    const asked: unknown[] = []
    const canStand: Reversal['canStand'] = (path, { earlier, current, appended }) => {
      asked.push([path, ...[earlier, current, appended].map((bytes) => Buffer.from(bytes).toString())])
      return false
    }
    expect(await undo(disk, { ...back, canStand })).toMatchObject({ error: { code: 'changed', exit: 3 } })
    expect(scratch.read()).toBe(`${newText}{"id":4}\n`)
    expect(asked).toEqual([[scratch.path, oldText, `${newText}{"id":4}\n`, '{"id":4}\n']])
    must(await undo(disk, { ...back, canStand, allow: ['changed'] }))
    expect(scratch.read()).toBe(`${oldText}{"id":4}\n`)
  })

  test('name the operation that changed a file again since', async () => {
    const disk = scratch.disk({ newId: ids('a1', 'b2', 'c3', 'd4') })
    for (const text of ['one\n', 'two\n']) must(await replaceBy(disk, scratch.path, text))
    const message = `Operation \`b2\` changed \`${scratch.path}\` again since: take that one back first; nothing was changed.`
    expect(await undo(disk, { ...back, id: 'a1' })).toMatchObject({ error: { code: 'changed', message } })
    expect(scratch.read()).toBe('two\n')
  })

  test('see that a file which was put back by hand has not grown', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, oldText.slice(0, 9)))
    writeFileSync(scratch.path, oldText)
    age(scratch.path)
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'no-operation' } })
    expect(scratch.read()).toBe(oldText)
  })

  test('refuse a backup that is not what it was', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    const blobs = join(scratch.state, 'blobs')
    for (const name of readdirSync(blobs)) writeFileSync(join(blobs, name), 'rot')
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'backup-lost', exit: 3 } })
    expect(scratch.read()).toBe(newText)
  })

  test('take a fork away and bring it again', async () => {
    const disk = scratch.disk()
    const path = join(scratch.folder, 'fork.jsonl')
    must(await forkFile(disk, { command: 'repair', path, bytes: Buffer.from(newText) }))
    must(await undo(disk, back))
    expect(existsSync(path)).toBe(false)
    must(await redo(disk, back))
    expect(readFileSync(path, 'utf8')).toBe(newText)
    appendFileSync(path, 'more\n')
    age(path)
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'changed' } })
  })

  test('find an operation by the beginning of its id, or by its file', async () => {
    const disk = scratch.disk({ newId: ids('aa11', 'ab22', 'ac33') })
    const other = join(scratch.folder, 'other.jsonl')
    age(other)
    must(await replaceBy(disk, scratch.path, newText))
    must(await replaceBy(disk, other, 'changed\n'))
    expect(await undo(disk, { ...back, id: 'a' })).toMatchObject({ error: { code: 'no-operation' } })
    expect(await undo(disk, { ...back, id: 'ff' })).toMatchObject({ error: { code: 'no-operation' } })
    must(await undo(disk, { ...back, path: scratch.path }))
    expect([scratch.read(), readFileSync(other, 'utf8')]).toEqual([oldText, 'changed\n'])
  })
})

describe('restore', () => {
  test('brings back the bytes from before any operation', async () => {
    const disk = scratch.disk({ newId: ids('a1', 'b2', 'c3', 'd4') })
    for (const text of ['one\n', 'two\n', 'three\n']) must(await replaceBy(disk, scratch.path, text))
    must(await restore(disk, { command: 'restore', id: 'b2' }))
    expect(scratch.read()).toBe('one\n')
    must(await undo(disk, back))
    expect(scratch.read()).toBe('three\n')
  })

  test('brings back a file that is gone, and over a changed one only if allowed', async () => {
    const disk = scratch.disk({ newId: ids('a1', 'b2', 'c3') })
    must(await replaceBy(disk, scratch.path, newText))
    writeFileSync(scratch.path, 'other words')
    age(scratch.path)
    const request = { command: 'restore', id: 'a1' }
    expect(await restore(disk, request)).toMatchObject({ error: { code: 'changed' } })
    must(await restore(disk, { ...request, allow: ['changed'] }))
    expect(scratch.read()).toBe(oldText)
    rmSync(scratch.path)
    must(await restore(disk, request))
    expect(scratch.read()).toBe(oldText)
  })

  test('brings back bytes although a crash and another program hid what became of the operation', async () => {
    const disk = scratch.disk({ newId: ids('a1', 'b2') })
    must(await replaceBy(disk, scratch.path, newText))
    const journal = join(scratch.state, 'journal.jsonl')
    writeFileSync(journal, `${readFileSync(journal, 'utf8').split('\n')[0]}\n`)
    rmSync(scratch.path)
    writeFileSync(scratch.path, 'other words')
    age(scratch.path)
    must(await prune(scratch.disk(), {}))
    expect(must(readLog(scratch.disk())).operations).toMatchObject([{ op: 'a1', result: 'failed' }])
    must(await restore(scratch.disk(), { command: 'restore', id: 'a1', allow: ['changed'] }))
    expect(scratch.read()).toBe(oldText)
  })
})

describe('the journal', () => {
  test('is understood after a torn line, and goes on after it', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    appendFileSync(join(scratch.state, 'journal.jsonl'), '{"type":"intent","op":"torn')
    const again = scratch.disk()
    must(await undo(again, back))
    expect(scratch.read()).toBe(oldText)
    expect(must(readLog(scratch.disk())).operations.map(({ kind }) => kind)).toEqual(['undo', 'change'])
  })

  test('of a newer Mortise is read, but not written', async () => {
    const disk = scratch.disk()
    must(await replaceBy(disk, scratch.path, newText))
    writeFileSync(join(scratch.state, 'version'), '2\n')
    expect(must(readLog(disk))).toMatchObject({ isReadOnly: true, operations: [{ kind: 'change' }] })
    expect(await undo(disk, back)).toMatchObject({ error: { code: 'state-newer', exit: 3 } })
    expect(scratch.read()).toBe(newText)
  })

  test('is empty where there is none, and nothing is made by looking', () => {
    expect(must(readLog(scratch.disk()))).toEqual({ operations: [], isReadOnly: false, unused: [] })
    expect(existsSync(scratch.state)).toBe(false)
  })

  test('is shared by two at once', async () => {
    const one = scratch.disk()
    const two = scratch.disk()
    const other = join(scratch.folder, 'other.jsonl')
    age(other)
    await Promise.all([
      replaceBy(one, scratch.path, newText).then(must),
      replaceBy(two, other, 'x\n').then(must),
    ])
    must(await replaceBy(one, other, 'y\n'))
    expect(must(readLog(two)).operations.map(({ result }) => result)).toEqual(['done', 'done', 'done'])
  })
})

describe('prune', () => {
  const day = 86_400_000

  test('forgets what is old, but never the newest of a file', async () => {
    let now = 0
    const disk = scratch.disk({ now: () => now })
    const recentMs = 0
    for (const text of ['one\n', 'two\n', 'three\n']) {
      must(await replaceBy(disk, scratch.path, text, { recentMs }))
      now += day
    }
    expect(must(await prune(disk, { olderThanMs: 2.5 * day }))).toEqual({
      operations: 1,
      bytes: oldText.length,
    })
    now += 100 * day
    expect(must(await prune(disk, { olderThanMs: day }))).toMatchObject({ operations: 1 })
    expect(must(readLog(scratch.disk())).operations).toHaveLength(1)
    must(await undo(disk, back))
    expect(scratch.read()).toBe('two\n')
  })

  test('keeps the backups under a size, oldest first', async () => {
    const disk = scratch.disk()
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(1000))
    for (const text of texts) must(await replaceBy(disk, scratch.path, text))
    expect(must(await prune(disk, { maxBytes: 1500 }))).toMatchObject({ operations: 3 })
    expect(readdirSync(join(scratch.state, 'blobs'))).toHaveLength(1)
    must(await undo(disk, back))
    expect(scratch.read()).toBe(texts[2])
  })

  test('removes backups that nobody needs', async () => {
    const disk = scratch.disk()
    const reading = readAt(disk, scratch.path)
    must(await replaceFile(disk, { command: 'x', reading, content: { bytes: Buffer.from(newText) } }))
    writeFileSync(join(scratch.state, 'blobs', 'left'), 'left')
    expect(must(await prune(disk, {}))).toEqual({ operations: 0, bytes: 4 })
  })
})

function ids(...names: readonly string[]): () => string {
  let next = 0
  return () => names[next++] ?? `f${next}`
}
