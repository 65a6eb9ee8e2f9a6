import { join } from 'node:path'
import { type Fingerprint, fingerprint, fingerprintOfHandle, isSame, readWhole, withHandle } from './bytes.ts'
import { halfWritten, syncFolder, writeNewUnsynced, writeOver } from './durable.ts'
import { errnoOf } from './errno.ts'
import { DiskError, during, quietly } from './failure.ts'
import { type Files, flags } from './files.ts'

/** Backups by their content: each is named by the sha256 of its bytes. */
export interface Blobs {
  /** Keeps bytes for good, and looks whether they can be read back; tells whether they are new here. */
  keep(pieces: readonly Uint8Array[], print: Fingerprint): boolean
  /**
   * Begins to keep bytes, and gives an open handle that the caller syncs and closes; undefined where they are kept already.
   *
   * The name is the final one: a crash may leave it with other bytes, which nothing refers to yet, and which the next one
   * that keeps them replaces.
   */
  begin(pieces: readonly Uint8Array[], print: Fingerprint): number | undefined
  /** Looks whether bytes that were begun can be read back. */
  check(print: Fingerprint): void
  /** Makes the names of all blobs last. */
  sync(): void
  /** The bytes of a blob, checked against its name. */
  read(sha256: string): Uint8Array
  remove(sha256: string): boolean
  /** The blobs that there are, with their sizes. */
  list(): ReadonlyMap<string, number>
  /** Removes what a crash left half-written. */
  tidy(): boolean
}

/** The blobs in a folder. */
export function blobsIn(files: Files, folder: string): Blobs {
  const pathOf = (sha256: string): string => join(folder, sha256)
  const keeping = <Value>({ sha256 }: Fingerprint, step: (path: string) => Value): Value =>
    during({ verb: 'written as a backup', path: pathOf(sha256), exit: 3 }, () => step(pathOf(sha256)))
  const check: Blobs['check'] = (print) =>
    keeping(print, (path) => {
      if (!holds(files, path, print)) throw unreadable(path)
    })
  return {
    keep: (pieces, print) =>
      keeping(print, (path) => {
        if (holds(files, path, print)) return false
        writeOver(files, folder, print.sha256, pieces)
        check(print)
        return true
      }),
    begin: (pieces, print) =>
      keeping(print, (path) => {
        if (holds(files, path, print)) return undefined
        quietly(() => files.remove(path))
        return writeNewUnsynced(files, path, pieces, undefined)
      }),
    check,
    sync: () =>
      during({ verb: 'written', path: folder, exit: 3 }, () => {
        syncFolder(files, folder)
      }),
    read: (sha256) => readChecked(files, pathOf(sha256), sha256),
    remove: (sha256) => quietly(() => files.remove(pathOf(sha256))),
    list: () => {
      const names = namesIn(files, folder).filter((name) => !name.startsWith('.'))
      return new Map(names.map((name) => [name, files.stat(pathOf(name)).size]))
    },
    tidy: () => quietly(() => files.remove(join(folder, halfWritten))),
  }
}

function holds(files: Files, path: string, print: Fingerprint): boolean {
  try {
    return withHandle(files, path, flags.read, (handle) => {
      const { size } = files.statHandle(handle)
      return size === print.size && isSame(fingerprintOfHandle(files, handle, size), print)
    })
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return false
    throw thrown
  }
}

function readChecked(files: Files, path: string, sha256: string): Uint8Array {
  const bytes = during({ verb: 'read back', path, exit: 3 }, () => readWhole(files, path))
  if (fingerprint([bytes]).sha256 === sha256) return bytes
  throw unreadable(path)
}

function unreadable(path: string): DiskError {
  return new DiskError(
    'backup-lost',
    `The backup \`${path}\` does not hold the bytes it should; nothing was changed.`,
  )
}

function namesIn(files: Files, folder: string): readonly string[] {
  try {
    return files.list(folder)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return []
    throw thrown
  }
}
