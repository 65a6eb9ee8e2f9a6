import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forkFile, readLog, replaceFile, rewriteFile } from '../../app/src/disk/index.ts'
import {
  makeScratch,
  must,
  newText,
  oldText,
  quietProcesses,
  readAt,
  replaceBy,
  type Scratch,
} from './scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.remove())

describe('replaceFile', () => {
  test('gives the file its new bytes and keeps the old ones', async () => {
    const disk = scratch.disk()
    const replaced = must(await replaceBy(disk, scratch.path, newText, { counts: { edits: 1 } }))
    expect(replaced).toMatchObject({ state: 'replaced', carried: 0 })
    expect(scratch.read()).toBe(newText)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
    const [operation] = must(readLog(disk)).operations
    expect(operation).toMatchObject({
      command: 'repair',
      result: 'done',
      counts: { edits: 1 },
      path: scratch.path,
    })
    expect(readFileSync(join(scratch.state, 'blobs', operation!.before!.sha256), 'utf8')).toBe(oldText)
  })

  test('keeps mode and time, and makes its own files for nobody else', async () => {
    chmodSync(scratch.path, 0o604)
    const before = statSync(scratch.path)
    must(await replaceBy(scratch.disk(), scratch.path, newText))
    const after = statSync(scratch.path)
    expect(after.mode).toBe(before.mode)
    expect(Math.abs(after.mtimeMs - before.mtimeMs)).toBeLessThan(1)
    expect(after.ino).not.toBe(before.ino)
    expect(statSync(scratch.state).mode & 0o777).toBe(0o700)
    for (const name of ['journal.jsonl', 'version']) {
      expect(statSync(join(scratch.state, name)).mode & 0o777, name).toBe(0o600)
    }
  })

  test.runIf(process.getuid?.() === 0)('keeps the owner', async () => {
    chownSync(scratch.path, 1234, 2345)
    must(await replaceBy(scratch.disk(), scratch.path, newText, { allow: ['other-owner'] }))
    const { uid, gid, mode } = statSync(scratch.path)
    expect([uid, gid, mode & 0o777]).toEqual([1234, 2345, 0o640])
  })

  test('takes splices, and untouched bytes stay', async () => {
    const disk = scratch.disk()
    const at = oldText.indexOf('{"id":3}')
    const insert = Buffer.from('{"result":"a"}\n')
    const splices = [
      { start: 0, end: 0, insert: Buffer.from('\n') },
      { start: at, end: at, insert },
    ]
    must(await replaceFile(disk, { command: 'x', content: { splices }, reading: readAt(disk, scratch.path) }))
    expect(scratch.read()).toBe(`\n${newText}`)
  })

  test('writes nothing at all where the bytes are the same', async () => {
    const times = (): readonly bigint[] => {
      const { mtimeNs, ctimeNs, ino } = statSync(scratch.path, { bigint: true })
      return [mtimeNs, ctimeNs, ino]
    }
    const before = times()
    expect(must(await replaceBy(scratch.disk(), scratch.path, oldText))).toEqual({ state: 'unchanged' })
    expect(times()).toEqual(before)
    expect(() => statSync(scratch.state)).toThrow('ENOENT')
  })

  test('says where the file has grown since it was read', async () => {
    const disk = scratch.disk()
    const reading = readAt(disk, scratch.path)
    appendFileSync(scratch.path, '{"id":4}\n')
    const grown = await replaceBy(disk, scratch.path, newText, { reading })
    expect(must(grown)).toEqual({ state: 'grown', by: 9 })
    expect(scratch.read()).toBe(`${oldText}{"id":4}\n`)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  const changes: readonly [string, () => void][] = [
    ['rewritten in place', () => writeFileSync(scratch.path, oldText.replace('1', '9'))],
    ['rewritten and grown', () => writeFileSync(scratch.path, `${oldText.replace('1', '9')}more\n`)],
    ['cut', () => writeFileSync(scratch.path, oldText.slice(0, -5))],
    [
      'replaced',
      () => {
        unlinkSync(scratch.path)
        writeFileSync(scratch.path, oldText)
      },
    ],
  ]
  test.each(changes)('refuses a file that was %s since it was read', async (_, change) => {
    const disk = scratch.disk()
    const reading = readAt(disk, scratch.path)
    change()
    const now = scratch.read()
    const outcome = await replaceBy(disk, scratch.path, newText, { reading })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'changed', exit: 3 } })
    expect(scratch.read()).toBe(now)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  test('asks the caller about the bytes as they were written', async () => {
    const check = (bytes: Uint8Array): string | undefined =>
      Buffer.from(bytes).toString() === newText ? 'It would be refused again.' : undefined
    const outcome = await replaceBy(scratch.disk(), scratch.path, newText, { check })
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'check-failed', message: 'It would be refused again.' },
    })
    expect(scratch.read()).toBe(oldText)
  })

  test('leaves alone what belongs to others, has other names, or is our own', async () => {
    const disk = scratch.disk({ processes: { ...quietProcesses, user: 77 } })
    const foreign = await replaceBy(disk, scratch.path, newText)
    expect(foreign).toMatchObject({ error: { code: 'other-owner', exit: 3 } })
    linkSync(scratch.path, join(scratch.root, 'second'))
    expect(await replaceBy(scratch.disk(), scratch.path, newText)).toMatchObject({
      error: { code: 'hard-linked' },
    })
    mkdirSync(scratch.state, { recursive: true })
    const own = join(scratch.state, 'own')
    writeFileSync(own, 'x')
    expect(await replaceBy(scratch.disk(), own, newText)).toMatchObject({ error: { code: 'own-file' } })
  })

  test('follows links to the file and leaves them links', async () => {
    const link = join(scratch.root, 'link.jsonl')
    symlinkSync(scratch.path, link)
    must(await replaceBy(scratch.disk(), link, newText))
    expect(scratch.read()).toBe(newText)
    expect(readFileSync(link, 'utf8')).toBe(newText)
  })

  test('writes down the bytes that were cut out', async () => {
    const disk = scratch.disk()
    const cut = [{ start: 0, end: 8 }]
    must(await replaceBy(disk, scratch.path, oldText.slice(9), { cut }))
    const base64 = Buffer.from('{"id":1}').toString('base64')
    expect(must(readLog(disk)).operations[0]?.cut).toEqual([{ at: 0, length: 8, base64 }])
  })
})

describe('rewriteFile', () => {
  test('plans again while the file grows', async () => {
    let seen = 0
    const outcome = await rewriteFile(scratch.disk(), scratch.path, ({ bytes }) => {
      seen += 1
      if (seen < 3) appendFileSync(scratch.path, `more ${seen}\n`)
      return {
        command: 'repair',
        allow: ['live'],
        content: { bytes: Buffer.concat([Buffer.from('first\n'), bytes]) },
      }
    })
    expect(must(outcome)).toMatchObject({ state: 'replaced' })
    expect(scratch.read()).toBe(`first\n${oldText}more 1\nmore 2\n`)
  })
})

describe('forkFile', () => {
  test('writes a new file beside, with the mode of the other', async () => {
    const disk = scratch.disk()
    const path = join(scratch.folder, 'fork.jsonl')
    const like = readAt(disk, scratch.path).stat
    must(await forkFile(disk, { command: 'repair', path, bytes: Buffer.from(newText), like }))
    expect(readFileSync(path, 'utf8')).toBe(newText)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(scratch.names()).toEqual(['fork.jsonl', 'other.jsonl', 'session.jsonl'])
  })

  test('never writes over anything, not even over a link to nowhere', async () => {
    const bytes = Buffer.from(newText)
    const over = await forkFile(scratch.disk(), { command: 'repair', path: scratch.path, bytes })
    expect(over).toMatchObject({ ok: false, error: { code: 'exists', exit: 3 } })
    const link = join(scratch.folder, 'link.jsonl')
    symlinkSync(join(scratch.root, 'nowhere'), link)
    expect(await forkFile(scratch.disk(), { command: 'repair', path: link, bytes })).toMatchObject({
      ok: false,
    })
    expect(scratch.read()).toBe(oldText)
    expect(scratch.names()).toEqual(['link.jsonl', 'other.jsonl', 'session.jsonl'])
  })
})
