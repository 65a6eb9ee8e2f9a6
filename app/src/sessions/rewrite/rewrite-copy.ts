import { dirname } from 'node:path'
import { type Disk, type DiskOutcome, forkFile, readTarget } from '../../disk/index.ts'
import { openRecords } from '../../stores/check/check.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Found } from '../find/find.ts'
import { type Copy, copyOf } from './copy.ts'
import { errandOf, type PlanBefore, planAnew, type Rewrite } from './rewrite.ts'

/** A rewritten copy of a session, and its name. */
export interface Copied<Made extends Mended = Mended> {
  readonly made: Made
  readonly copy: Copy
  readonly operation: string
  /** The command that resumes the copy. */
  readonly resume: string | undefined
}

/**
 * Writes a rewritten copy beside a session, which stays as it is.
 *
 * Undefined if sessions of its agent cannot be copied; `stale` if the plan that may be written is another one.
 */
export async function rewriteCopy<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
  before: PlanBefore<Made>,
): Promise<DiskOutcome<Copied<Made> | 'stale'> | undefined> {
  const { store, target } = found
  const { naming } = store
  if (naming === undefined) return undefined
  const outcome = readTarget(disk, target)
  if (!outcome.ok) return outcome
  const { made, isStale } = planAnew(how, found, outcome.value.bytes, before)
  if (isStale) return { ok: true, value: 'stale' }
  const copy = copyOf(store, naming, target.path, made.bytes, namesIn(disk, target.path))
  const { mode, owner, group } = target.stat
  const forked = await forkFile(disk, {
    ...errandOf(store, copy.path, made, how),
    path: copy.path,
    bytes: copy.bytes,
    like: { mode, owner, group },
  })
  if (!forked.ok) return forked
  const { session } = openRecords(store, copy.path, copy.bytes)
  return { ok: true, value: { made, copy, operation: forked.value.operation, resume: session.resume } }
}

function namesIn(disk: Disk, path: string): ReadonlySet<string> {
  return new Set(disk.files.list(dirname(path)))
}
