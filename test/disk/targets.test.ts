import { spawnSync } from 'node:child_process'
import { linkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTarget, resolveTarget } from '../../app/src/disk/index.ts'
import { errno, makeScratch, must, type Scratch, watched } from './scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.remove())

test('two paths to one file are one target', () => {
  const disk = scratch.disk()
  const linked = join(scratch.root, 'linked')
  const second = join(scratch.root, 'second')
  symlinkSync(scratch.folder, linked)
  linkSync(scratch.path, second)
  const paths = [scratch.path, join(linked, 'session.jsonl'), second]
  const targets = paths.map((path) => must(resolveTarget(disk, path)))
  expect(new Set(targets.map(({ stat }) => stat.key)).size).toBe(1)
  expect(targets.map(({ path }) => path)).toEqual([scratch.path, scratch.path, second])
})

test.each([
  [
    'missing',
    (path: string) => rmSync(path),
    'not-found',
    /could not be read: there is no such file or folder\.$/,
  ],
  [
    'folder',
    (path: string) => {
      rmSync(path)
      symlinkSync(scratch.folder, path)
    },
    'not-a-file',
    /is a folder, not a file\.$/,
  ],
  [
    'fifo',
    (path: string) => {
      rmSync(path)
      spawnSync('mkfifo', [path])
    },
    'not-a-file',
    /is a fifo, not a file\.$/,
  ],
  [
    'circle',
    (path: string) => {
      rmSync(path)
      symlinkSync(path, path)
    },
    'not-found',
    /its links go round in a circle\.$/,
  ],
] as const)('a %s is refused in one sentence', (_, make, code, sentence) => {
  make(scratch.path)
  const outcome = resolveTarget(scratch.disk(), scratch.path)
  expect(outcome).toMatchObject({ ok: false, error: { code, exit: 4 } })
  if (!outcome.ok) expect(outcome.error.message).toMatch(sentence)
})

test.each([
  ['EACCES', 'no-permission', 'permission denied'],
  ['EMFILE', 'too-many-open', 'too many files are open'],
  ['EIO', 'disk-failed', 'the machine says EIO'],
])('%s while reading is told', (errnoCode, code, reason) => {
  const target = must(resolveTarget(scratch.disk(), scratch.path))
  const files = watched(() => {
    throw errno(errnoCode)
  })
  const outcome = readTarget(scratch.disk({ files }), target)
  const message = `\`${scratch.path}\` could not be read: ${reason}.`
  expect(outcome).toMatchObject({ ok: false, error: { code, exit: 4, message } })
})
