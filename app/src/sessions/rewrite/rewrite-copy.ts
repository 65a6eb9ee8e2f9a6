import { dirname } from 'node:path'
import { type Disk, type DiskOutcome, forkFile, readTarget } from '../../disk/index.ts'
import { checkRecords } from '../../stores/check/check.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Found } from '../find/find.ts'
import { type Copy, copyOf } from './copy.ts'
import { errandOf, type Rewrite } from './rewrite.ts'

/** A rewritten copy of a session, and its name. */
export interface Copied<Made extends Mended = Mended> {
  readonly made: Made
  readonly copy: Copy
  readonly operation: string
  /** The command that resumes the copy. */
  readonly resume: string | undefined
}

/** Writes a rewritten copy beside a session, which stays as it is; undefined if sessions of its agent cannot be copied. */
export async function rewriteCopy<Made extends Mended>(
  disk: Disk,
  { store, target }: Found,
  how: Rewrite<Made>,
): Promise<DiskOutcome<Copied<Made>> | undefined> {
  const { naming } = store
  if (naming === undefined) return undefined
  const outcome = readTarget(disk, target)
  if (!outcome.ok) return outcome
  const made = how.make(store, target.path, outcome.value.bytes)
  const copy = copyOf(store, naming, target.path, made.bytes, namesIn(disk, target.path))
  const { mode, owner, group } = target.stat
  const forked = await forkFile(disk, {
    ...errandOf(store, copy.path, made, how),
    path: copy.path,
    bytes: copy.bytes,
    like: { mode, owner, group },
  })
  if (!forked.ok) return forked
  const { session } = checkRecords(store, copy.path, copy.bytes)
  return { ok: true, value: { made, copy, operation: forked.value.operation, resume: session.resume } }
}

function namesIn(disk: Disk, path: string): ReadonlySet<string> {
  return new Set(disk.files.list(dirname(path)))
}
