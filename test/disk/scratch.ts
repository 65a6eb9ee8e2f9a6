import {
  constants as access,
  accessSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import {
  type Disk,
  type DiskOutcome,
  type FileReading,
  type Files,
  nodeFiles,
  nodeProcesses,
  openDisk,
  type Processes,
  type Replaced,
  type Replacement,
  readTarget,
  replaceFile,
  resolveTarget,
} from '../../app/src/disk/index.ts'

/** A folder with one session and a neighbour, and a state folder beside it. */
export interface Scratch {
  readonly root: string
  readonly folder: string
  readonly path: string
  readonly state: string
  read(): string
  /** The names beside the session. */
  names(): readonly string[]
  disk(around?: Partial<Disk>): Disk
  remove(): void
}

/** The session as it is broken, and as it is mended. */
export const oldText = `${['{"id":1}', '{"id":2,"call":"a"}', '{"id":3}'].join('\n')}\n`
export const newText = `${['{"id":1}', '{"id":2,"call":"a"}', '{"result":"a"}', '{"id":3}'].join('\n')}\n`

/** Nobody else has any file open. */
export const quietProcesses: Processes = { ...nodeProcesses, writers: () => new Map(), list: () => [] }

/** A place in memory, for tests that write very often; a disk where there is none. */
export const memory: string = isWritable('/dev/shm') ? '/dev/shm' : tmpdir()

export function makeScratch(text: string = oldText, place: string = tmpdir()): Scratch {
  const root = realpathSync(mkdtempSync(join(place, 'mortise-disk-')))
  const folder = join(root, 'sessions')
  const path = join(folder, 'session.jsonl')
  const state = join(root, 'home', 'state')
  mkdirSync(folder)
  writeFileSync(path, text, { mode: 0o640 })
  writeFileSync(join(folder, 'other.jsonl'), 'other\n')
  age(path)
  return {
    root,
    folder,
    path,
    state,
    read: () => readFileSync(path, 'utf8'),
    names: () => readdirSync(folder).sort(),
    disk: (around = {}) => openDisk(state, { processes: quietProcesses, ...around }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Makes a file look as if it was written an hour ago. */
export function age(path: string): void {
  const hourAgo = Date.now() / 1000 - 3600
  utimesSync(path, hourAgo, hourAgo)
}

export function must<Value>(outcome: DiskOutcome<Value>): Value {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

export function readAt(disk: Disk, path: string): FileReading {
  return must(readTarget(disk, must(resolveTarget(disk, path))))
}

/** Replaces a session by other text. */
export function replaceBy(
  disk: Disk,
  path: string,
  text: string,
  more: Partial<Replacement> = {},
): Promise<DiskOutcome<Replaced>> {
  const content = { bytes: Buffer.from(text) }
  return replaceFile(disk, { command: 'repair', content, reading: readAt(disk, path), ...more })
}

/** The names of the calls, as `Files` has them. */
export const callNames = Object.keys(nodeFiles) as readonly (keyof Files)[]

/** Watches each call before it is made. */
export function watched(
  before: (name: keyof Files, count: number, words: readonly unknown[]) => void,
): Files {
  let count = 0
  const wrap = (name: keyof Files): unknown => {
    const call = nodeFiles[name] as (...words: readonly unknown[]) => unknown
    return (...words: readonly unknown[]): unknown => {
      before(name, count++, words)
      return call(...words)
    }
  }
  return Object.fromEntries(callNames.map((name) => [name, wrap(name)])) as unknown as Files
}

/** The numbers of errors; Linux knows one that Node has no name for at all. */
const errorNumbers: Readonly<Record<string, number>> = { ...constants.errno, EUCLEAN: 117 }

const namedErrors = new Set([...getSystemErrorMap().values()].map(([name]) => name))

/** A failure as Node reports it: by its number alone where libuv has no name for it. */
export function errno(name: string): Error {
  const number = errorNumbers[name] ?? 5
  const code = namedErrors.has(name) ? name : `Unknown system error -${number}`
  return Object.assign(new Error(`${code}: made up`), { code, errno: -number, syscall: 'made up' })
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, access.W_OK)
    return true
  } catch {
    return false
  }
}
