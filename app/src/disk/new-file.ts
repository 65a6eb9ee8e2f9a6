import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Machine } from './around.ts'
import { type Likeness, syncFolder, writeNew } from './durable.ts'
import { errnoOf } from './errno.ts'
import { type DiskOutcome, outcomeOf, quietly } from './failure.ts'
import type { Files } from './files.ts'
import { sideNames } from './swap.ts'

/** A file that is not there yet, and the name that its bytes are written under first. */
export interface NewFile {
  readonly path: string
  readonly fresh: string
  readonly bytes: Uint8Array
  readonly likeness: Likeness
}

/**
 * Writes a file that is not there yet: whole or not at all, and never over another one.
 *
 * There are no earlier bytes, so this is no operation of the journal: `undo` has nothing to bring back.
 */
export function writeNewFile(
  { files }: Machine,
  path: string,
  bytes: Uint8Array,
  likeness: Likeness = {},
): DiskOutcome<void> {
  const { fresh } = sideNames(path, randomBytes(4).toString('hex'))
  return outcomeOf({ verb: 'written', path, exit: 3 }, () => {
    try {
      placeNew(files, { path, fresh, bytes, likeness })
    } finally {
      quietly(() => files.remove(fresh))
    }
  })
}

/** Writes the bytes under the fresh name, then gives them their own name, which must be free. */
export function placeNew(files: Files, { path, fresh, bytes, likeness }: NewFile): void {
  files.close(writeNew(files, fresh, [bytes], likeness))
  try {
    files.link(fresh, path)
  } catch (thrown) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(thrown) ?? '')) throw thrown
    // A disk without second names: written in place, still never over another file.
    files.close(writeNew(files, path, [bytes], likeness))
  }
  try {
    syncFolder(files, dirname(path))
  } catch (thrown) {
    quietly(() => files.remove(path))
    throw thrown
  }
}
