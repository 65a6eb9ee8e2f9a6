import { errnoOf } from './errno.ts'
import type { Acquired, LockProtocol } from './lock.ts'

/**
 * A lock of the operating system on a file of its own: the file alone means nothing, because a crash leaves it behind.
 *
 * Node cannot take such a lock. It is looked at before a write and after it, so that who took it meanwhile is noticed.
 */
export function systemLock(fileOf: (path: string) => string | undefined): LockProtocol {
  const holder: LockProtocol['holder'] = (path, { files, processes }) => {
    const file = fileOf(path)
    if (file === undefined || !files.isThere(file)) return undefined
    try {
      return processes.lockedBy(files.stat(file).inode)
    } catch (thrown) {
      // Its holder has just taken the file away.
      if (errnoOf(thrown) !== 'ENOENT') throw thrown
      return undefined
    }
  }
  return {
    // It names nobody by its text.
    fileOf: () => undefined,
    holder,
    acquire: async (path, around): Promise<Acquired> => {
      const by = holder(path, around)
      if (by !== undefined) return { isHeld: false, by }
      return { isHeld: true, isStillOurs: () => holder(path, around) === undefined, release: () => {} }
    },
  }
}
