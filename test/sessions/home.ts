import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { age } from '../disk/scratch.ts'
import { call, type Json, piece, result, text, user } from '../stores/claude-records.ts'

/** A home on disk with sessions in it, removed after the tests; to be called outside of them. */
export interface TestHome {
  readonly folder: string
  path(name: string): string
  /** Writes a session that looks an hour old. */
  write(name: string, records: readonly Json[] | string): string
  read(name: string): string
  /** Every file below it with its bytes, without those of Mortise. */
  all(): Readonly<Record<string, string>>
}

let written = 0

export function makeHome(): TestHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-home-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, '.claude/projects', name)
  return {
    folder,
    path,
    write: (name, records) => {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), typeof records === 'string' ? records : linesOf(records))
      age(path(name))
      // Each is a second older than the one before it, so that the newest comes first however fast they are written.
      const { mtimeMs } = statSync(path(name))
      utimesSync(path(name), mtimeMs / 1000 - ++written, mtimeMs / 1000 - written)
      return path(name)
    },
    read: (name) => readFileSync(path(name), 'utf8'),
    all: () => filesIn(folder),
  }
}

export function linesOf(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/** A sound session. */
export const sound: readonly Json[] = [
  user('u1', null, 'list the files'),
  piece('a1', 'u1', 'm1', call('toolu_1')),
  result('r1', 'a1', 'toolu_1'),
  piece('a2', 'r1', 'm2', text('done with it')),
]

/** One whose call was never answered, though the conversation went on. */
export const broken: readonly Json[] = [
  user('u1', null, 'list the files'),
  piece('a1', 'u1', 'm1', call('toolu_1')),
  user('u2', 'a1', 'and now?'),
  piece('a2', 'u2', 'm2', text('I am sorry')),
]

/** One that ends on a call: broken if its agent is gone, at work if not. */
export const waiting: readonly Json[] = [
  user('u1', null, 'list the files'),
  piece('a1', 'u1', 'm1', call('toolu_9')),
]

function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.local/state/'))
    .sort()
  return Object.fromEntries(names.map((path) => [path, readFileSync(path, 'utf8')]))
}
