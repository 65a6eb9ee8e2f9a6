import { join } from 'node:path'
import { type Fingerprint, fingerprint, fingerprintOfHandle, isSame, readWhole, withHandle } from './bytes.ts'
import { halfWritten, syncFolder, writeOver, writeUnsynced } from './durable.ts'
import { errnoOf } from './errno.ts'
import { DiskError, during, quietly } from './failure.ts'
import { type Files, flags } from './files.ts'

/** Backups by their content: each is named by the sha256 of its bytes. */
export interface Blobs {
  /** Keeps bytes for good, and looks whether they can be read back; tells whether they are new here. */
  keep(pieces: readonly Uint8Array[], print: Fingerprint): boolean
  /** Does the same for many, of which none may count before `sync`. */
  keepUnsynced(pieces: readonly Uint8Array[], print: Fingerprint): boolean
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
  const keepBy =
    (write: typeof writeOver): Blobs['keep'] =>
    (pieces, print) =>
      during({ verb: 'written as a backup', path: pathOf(print.sha256), exit: 3 }, () => {
        if (holds(files, pathOf(print.sha256), print)) return false
        write(files, folder, print.sha256, pieces)
        if (!holds(files, pathOf(print.sha256), print)) throw unreadable(pathOf(print.sha256))
        return true
      })
  return {
    keep: keepBy(writeOver),
    keepUnsynced: keepBy(writeUnsynced),
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
