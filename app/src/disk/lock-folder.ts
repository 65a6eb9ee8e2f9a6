import type { Machine } from './around.ts'
import { errnoOf } from './errno.ts'
import { quietly } from './failure.ts'
import { type Acquired, type LockProtocol, tryUntil } from './lock.ts'

/** When a lock folder counts no longer, and how long to wait for one. */
export interface LockFolderOptions {
  readonly suffix?: string
  readonly staleAfterMs?: number
  readonly waitMs?: number
}

/** A folder beside the file, whose time its holder refreshes: what the package `proper-lockfile` does. */
export function lockFolder(options: LockFolderOptions = {}): LockProtocol {
  const { suffix = '.lock', staleAfterMs = 10_000, waitMs = 2000 } = options
  const unknown = { pid: undefined, name: undefined }
  return {
    // It names nobody: after a crash its time runs out by itself.
    fileOf: () => undefined,
    holder: (path, around) => {
      const time = modifiedAt(`${path}${suffix}`, around)
      return time === undefined || isStale(time, staleAfterMs, around) ? undefined : unknown
    },
    acquire: (path, around) => tryUntil(around, waitMs, () => take(`${path}${suffix}`, staleAfterMs, around)),
  }
}

function take(path: string, staleAfterMs: number, around: Machine): Acquired {
  if (!create(path, around)) {
    const time = modifiedAt(path, around)
    if (time !== undefined && isStale(time, staleAfterMs, around)) {
      quietly(() => around.files.removeFolder(path))
    }
    if (!create(path, around)) return { isHeld: false, by: { pid: undefined, name: undefined } }
  }
  return held(path, staleAfterMs, around)
}

function create(path: string, { files }: Machine): boolean {
  try {
    files.makeFolder(path, 0o777)
    return true
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') return false
    throw thrown
  }
}

function held(path: string, staleAfterMs: number, around: Machine): Acquired {
  const { files, now } = around
  let time = modifiedAt(path, around)
  const isStillOurs = (): boolean => time !== undefined && modifiedAt(path, around) === time
  const refresh = setInterval(() => {
    if (!isStillOurs()) return
    quietly(() => files.touch(path, now()))
    time = modifiedAt(path, around)
  }, staleAfterMs / 2)
  refresh.unref()
  return {
    isHeld: true,
    isStillOurs,
    release: () => {
      clearInterval(refresh)
      if (isStillOurs()) quietly(() => files.removeFolder(path))
    },
  }
}

function isStale(time: number, staleAfterMs: number, { now }: Machine): boolean {
  return now() - time > staleAfterMs
}

function modifiedAt(path: string, { files }: Machine): number | undefined {
  try {
    return Number(files.stat(path).modifiedNs / 1_000_000n)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
