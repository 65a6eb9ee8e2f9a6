import type { Machine } from './around.ts'
import { readWhole, writeAll } from './bytes.ts'
import { errnoOf } from './errno.ts'
import { DiskError, quietly } from './failure.ts'
import { flags } from './files.ts'
import { type Acquired, type Holder, type LockProtocol, tryUntil } from './lock.ts'

/** How a lock file is written and when it counts no longer. */
export interface LockFileOptions {
  /** The ending that makes the name of the lock out of the name of the file: `.lock`. */
  readonly suffix?: string
  /** After this long a lock is void, whoever holds it. */
  readonly staleAfterMs?: number
  /** How long to wait for another's lock. */
  readonly waitMs?: number
}

/** The content of a lock file. */
interface LockNote {
  readonly text: string
  readonly pid: number | undefined
  readonly createdAt: number
  readonly beganAt: number | undefined
}

/** A file that is created only where none is, and holds the pid, the time and when the process began. */
export function lockFile(options: LockFileOptions = {}): LockProtocol {
  const { suffix = '.lock', staleAfterMs = Number.POSITIVE_INFINITY, waitMs = 2000 } = options
  const fileOf = (path: string): string => `${path}${suffix}`
  return {
    fileOf,
    holder: (path, around) => {
      if (!around.files.isThere(fileOf(path))) return undefined
      try {
        const note = noteAt(fileOf(path), around)
        return note === undefined || isStale(note, staleAfterMs, around) ? undefined : holderOf(note, around)
      } catch (thrown) {
        // A folder, or a file that may not be read: somebody holds it, and does not say who.
        if (errnoOf(thrown) === undefined) throw thrown
        return { pid: undefined, name: undefined }
      }
    },
    acquire: (path, around) => tryUntil(around, waitMs, () => take(fileOf(path), staleAfterMs, around)),
  }
}

function take(path: string, staleAfterMs: number, around: Machine): Acquired {
  const ours = create(path, around)
  if (ours !== undefined) return held(path, ours, around)
  const note = noteToTake(path, around)
  if (note === undefined) return nobody
  if (!isStale(note, staleAfterMs, around)) return { isHeld: false, by: holderOf(note, around) }
  discard(path, note, around)
  const second = create(path, around)
  return second === undefined ? nobody : held(path, second, around)
}

/** The lock went away or came while we looked: the next try will tell. */
const nobody: Acquired = { isHeld: false, by: { pid: undefined, name: undefined } }

/** The names that taking a lock needs for a moment, and that a crash may leave behind. */
export function lockTraces(path: string, pid: number): { readonly fresh: string; readonly moved: string } {
  return { fresh: `${path}.${pid}.new`, moved: `${path}.${pid}.void` }
}

/** Creates the lock with all that it says, so that nobody ever sees an empty one; nothing if there is one. */
function create(path: string, around: Machine): string | undefined {
  const { files, processes } = around
  const text = ownNote(around)
  const { fresh } = lockTraces(path, processes.own)
  quietly(() => files.remove(fresh))
  writeLock(fresh, text, around)
  try {
    files.link(fresh, path)
  } catch (thrown) {
    const errno = errnoOf(thrown) ?? ''
    if (errno === 'EEXIST') return undefined
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(errno)) throw thrown
    // A disk without second names.
    return createInPlace(path, text, around)
  } finally {
    quietly(() => files.remove(fresh))
  }
  return text
}

function createInPlace(path: string, text: string, around: Machine): string | undefined {
  try {
    writeLock(path, text, around)
    return text
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') return undefined
    throw thrown
  }
}

function writeLock(path: string, text: string, { files }: Machine): void {
  const handle = files.open(path, flags.create, 0o600)
  try {
    writeAll(files, handle, Buffer.from(text))
  } catch (thrown) {
    quietly(() => files.remove(path))
    throw thrown
  } finally {
    quietly(() => files.close(handle))
  }
}

function ownNote({ processes, now }: Machine): string {
  const pid = processes.own
  const starttime = processes.beganAt(pid)
  const createdAt = new Date(now()).toISOString()
  return JSON.stringify({ pid, createdAt, ...(starttime === undefined ? {} : { starttime }) }, null, 2)
}

function held(path: string, text: string, around: Machine): Acquired {
  const isStillOurs = (): boolean => noteAt(path, around)?.text === text
  return {
    isHeld: true,
    isStillOurs,
    release: () => {
      const removeOurs = (): void => {
        if (isStillOurs()) around.files.remove(path)
      }
      // A lock that stays behind blocks others for as long as we run: worth a second try.
      if (!quietly(removeOurs)) quietly(removeOurs)
    },
  }
}

/**
 * Takes a void lock away.
 *
 * Another process may have done so a moment ago and locked anew. So the lock is moved first and read again:
 * if it is not the one that was void, it goes back to its place.
 */
function discard(path: string, note: LockNote, around: Machine): void {
  const { files, processes } = around
  const { moved } = lockTraces(path, processes.own)
  if (!quietly(() => files.rename(path, moved))) return
  if (noteAt(moved, around)?.text !== note.text) quietly(() => files.link(moved, path))
  quietly(() => files.remove(moved))
}

function noteAt(path: string, { files }: Machine): LockNote | undefined {
  try {
    const text = Buffer.from(readWhole(files, path)).toString()
    return noteOf(text, Number(files.stat(path).modifiedNs / 1_000_000n))
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

/** The content of a lock that stands in our way; a folder in its place never goes away by itself. */
function noteToTake(path: string, around: Machine): LockNote | undefined {
  try {
    return noteAt(path, around)
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EISDIR') throw thrown
    throw new DiskError(
      'not-a-file',
      `\`${path}\` is a folder where a lock file belongs; nothing was changed.`,
      3,
      {
        path,
      },
    )
  }
}

function noteOf(text: string, modifiedAt: number): LockNote {
  const said = parsed(text)
  const time = typeof said.createdAt === 'string' ? Date.parse(said.createdAt) : Number.NaN
  return {
    text,
    pid: typeof said.pid === 'number' && said.pid > 0 ? said.pid : undefined,
    createdAt: Number.isNaN(time) ? modifiedAt : time,
    beganAt: typeof said.starttime === 'number' ? said.starttime : undefined,
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A lock without a pid may be one that is just being written: it has a minute. */
const unwrittenMs = 60_000

/** The time at which a process began is known as well as the clock was set at start-up. */
const clockErrorMs = 10_000

function isStale(note: LockNote, staleAfterMs: number, { processes, now }: Machine): boolean {
  const age = now() - note.createdAt
  if (age > staleAfterMs) return true
  if (note.pid === undefined) return age > unwrittenMs
  if (!processes.isAlive(note.pid)) return true
  const began = processes.beganAt(note.pid)
  if (note.beganAt !== undefined && began !== undefined) return began !== note.beganAt
  // A process that began after the lock was written has only the pid of the one that wrote it.
  const startedAt = processes.startedAt(note.pid)
  return startedAt !== undefined && startedAt > note.createdAt + clockErrorMs
}

function holderOf({ pid }: LockNote, { processes }: Machine): Holder {
  return { pid, name: processes.list()?.find((each) => each.pid === pid)?.name }
}
