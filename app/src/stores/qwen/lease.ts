import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Holder, type LockProtocol, type Machine, noLock } from '../../disk/index.ts'
import { memberAt, nonEmpty } from '../records/json.ts'

/**
 * The lease of Qwen Code's writers: a file beside the projects, which names the process.
 *
 * It is read and not taken: a lease of ours that a crash leaves behind would keep Qwen Code out of the session.
 */
export const lock: LockProtocol = {
  ...noLock,
  fileOf: leaseOf,
  holder: holderOf,
}

/** Where the lease of a session is kept; undefined for a file that lies elsewhere. */
function leaseOf(path: string): string | undefined {
  const [, base, id] = /^(.*)[\\/]projects[\\/][^\\/]+[\\/]chats[\\/]([^\\/]+)\.jsonl$/.exec(path) ?? []
  if (base === undefined || id === undefined) return undefined
  return join(base, 'tmp', 'session-writer-locks', `${encodeURIComponent(id)}.lock`)
}

/** The process that holds the lease, if it still runs. */
function holderOf(path: string, { files, processes }: Machine): Holder | undefined {
  const file = leaseOf(path)
  if (file === undefined || !files.isThere(file)) return undefined
  const lease = leaseAt(file)
  if (memberAt(lease, ['state']) === 'sealed') return undefined
  const pid = memberAt(lease, ['pid'])
  // A lease that nobody can read holds, as it does for Qwen Code.
  if (typeof pid !== 'number') return { pid: undefined, name: undefined }
  if (memberAt(lease, ['hostname']) !== hostname()) return { pid, name: undefined }
  const isLater = (processes.startedAt(pid) ?? 0) > timeOf(memberAt(lease, ['acquired_at'])) + aMoment
  return processes.isAlive(pid) && !isLater ? { pid, name: 'qwen' } : undefined
}

// Clocks of processes are not as exact as those of leases.
const aMoment = 2000

function timeOf(time: unknown): number {
  const read = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(read) ? Number.POSITIVE_INFINITY : read
}

/**
 * The reason why a session is not written to whose writer handed it over.
 *
 * The lease holds a checksum of the file then: Qwen Code would not go on with another one.
 */
export function sealedReason(path: string, id: string): string | undefined {
  const file = leaseOf(path)
  const lease = file === undefined ? undefined : leaseAt(file)
  if (memberAt(lease, ['state']) !== 'sealed' || nonEmpty(memberAt(lease, ['session_id'])) !== id)
    return undefined
  return 'Qwen Code has sealed it with a checksum, to hand it over: open it there once first.'
}

function leaseAt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
