import { join } from 'node:path'
import { writeAll } from './bytes.ts'
import { errnoOf } from './errno.ts'
import { quietly } from './failure.ts'
import { type Files, flags, type Stat } from './files.ts'

/** The name of what is being written into our own folders; one process writes there at a time. */
export const halfWritten = '.new'

/** The owner of a new file, and its time of modification. */
export type Likeness = Partial<Pick<Stat, 'mode' | 'owner' | 'group' | 'modifiedNs'>>

/**
 * Writes a new file down to the disk and gives back its handle, still open.
 *
 * Fails where something of that name is there; what was begun is removed on any failure.
 */
export function writeNew(
  files: Files,
  path: string,
  pieces: readonly Uint8Array[],
  like: Likeness | undefined,
): number {
  const handle = writeNewUnsynced(files, path, pieces, like)
  try {
    files.sync(handle)
    return handle
  } catch (thrown) {
    quietly(() => files.close(handle))
    quietly(() => files.remove(path))
    throw thrown
  }
}

/** Does the same, but the bytes last only once they are synced: several files are synced at the same time. */
export function writeNewUnsynced(
  files: Files,
  path: string,
  pieces: readonly Uint8Array[],
  like: Likeness | undefined,
): number {
  const handle = files.open(path, flags.create, 0o600)
  try {
    let size = 0
    for (const piece of pieces) {
      writeAll(files, handle, piece)
      size += piece.length
    }
    if (like !== undefined) makeLike(files, handle, like)
    if (files.statHandle(handle).size !== size) throw tooShort()
    return handle
  } catch (thrown) {
    quietly(() => files.close(handle))
    quietly(() => files.remove(path))
    throw thrown
  }
}

function makeLike(files: Files, handle: number, like: Likeness): void {
  const own = files.statHandle(handle)
  const { owner = own.owner, group = own.group, mode = own.mode } = like
  if (own.owner !== owner || own.group !== group) files.setOwner(handle, owner, group)
  if (own.mode !== mode) files.setMode(handle, mode)
  if (like.modifiedNs !== undefined) files.setModified(handle, like.modifiedNs)
}

function tooShort(): Error {
  return Object.assign(new Error('The file is not as long as what was written.'), { code: 'EIO' })
}

/** Makes the names in a folder last. */
export function syncFolder(files: Files, folder: string): void {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === 'win32') return
  const handle = files.open(folder, flags.read)
  try {
    files.sync(handle)
  } catch (thrown) {
    // Some network and FUSE disks cannot sync a folder.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(thrown) ?? '')) throw thrown
  } finally {
    quietly(() => files.close(handle))
  }
}

/** Writes a file of our own so that a reader sees the old one or the new one. */
export function writeOver(
  files: Files,
  folder: string,
  name: string,
  pieces: readonly Uint8Array[],
  tempName: string = halfWritten,
): void {
  const temp = join(folder, tempName)
  quietly(() => files.remove(temp))
  files.close(writeNew(files, temp, pieces, undefined))
  try {
    files.rename(temp, join(folder, name))
  } catch (thrown) {
    quietly(() => files.remove(temp))
    throw thrown
  }
  syncFolder(files, folder)
}
