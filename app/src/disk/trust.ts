import { join } from 'node:path'
import type { Machine } from './around.ts'
import { withHandle } from './bytes.ts'
import { errnoOf } from './errno.ts'
import { DiskError, during } from './failure.ts'
import { type Files, flags, type Stat } from './files.ts'

/** Our folder, and the machine that it lies on. */
type OwnFolder = Pick<Machine, 'files' | 'processes'> & { readonly folder: string }

const othersBits = 0o077
const stickyBit = 0o1000

/** The names of all that Mortise keeps in its folder. */
const ownNames =
  /^(?:version|index|journal\.jsonl|blobs|homes|\.new|\.index|\.?transition-[0-9a-f]+\.json|state\.lock(?:\.\d+\.(?:new|void))?)$/

/**
 * Refuses a folder that somebody else owns: its journal could name any file of this user.
 *
 * Systems that do not tell whose a file is are taken at their word.
 */
export function refuseForeignFolder({ files, processes, folder }: OwnFolder): void {
  if (processes.user === undefined) return
  for (const path of [folder, join(folder, 'journal.jsonl'), join(folder, 'blobs')]) {
    const stat = statOf(files, path)
    if (stat === undefined || stat.owner === processes.user) continue
    throw new DiskError(
      'state-foreign',
      `\`${path}\` belongs to another user (uid ${stat.owner}), so what it says is not to be trusted; nothing was changed.`,
      3,
      { path },
    )
  }
}

/** Takes the permissions of others from our folder; refuses one that evidently has another use. */
export function closeToOthers(place: OwnFolder): void {
  const { files, processes, folder } = place
  refuseForeignFolder(place)
  const stat = statOf(files, folder)
  if (processes.user === undefined || stat === undefined || (stat.mode & othersBits) === 0) return
  const isOwn = (stat.mode & stickyBit) === 0 && files.list(folder).every((name) => ownNames.test(name))
  if (!isOwn) {
    throw new DiskError(
      'state-open',
      `\`${folder}\` is open to other users and holds more than what Mortise keeps; nothing was changed.`,
      3,
      { path: folder },
    )
  }
  during({ verb: 'closed to other users', path: folder, exit: 3 }, () =>
    withHandle(files, folder, flags.read, (handle) => files.setMode(handle, stat.mode & ~othersBits)),
  )
}

function statOf(files: Files, path: string): Stat | undefined {
  try {
    return files.stat(path)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
