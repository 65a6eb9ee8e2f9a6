import type { LivenessOptions, ProcessDetails } from '../../disk/index.ts'
import type { Found } from '../find/find.ts'
import type { SessionVerdict } from './verdict.ts'

/** The lock of a session, and the test for processes that may write to it. */
export type Writers = Pick<LivenessOptions, 'lock'> & Required<Pick<LivenessOptions, 'isAgent'>>

/** The lock of a session and the processes that may write to it, as its agent is known to behave. */
export function writersOf(
  { store, target }: Found,
  session: Pick<SessionVerdict, 'id' | 'folder'> | undefined,
): Writers {
  const { lock, isAgent } = store
  const isOwn = (process: ProcessDetails): boolean => {
    if (isAgent === undefined || session === undefined) return false
    const { id, folder } = session
    return isAgent(process, { id, path: target.path, folder, modified: target.stat.modified })
  }
  return lock === undefined ? { isAgent: isOwn } : { lock, isAgent: isOwn }
}
