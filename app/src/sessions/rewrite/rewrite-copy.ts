import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { applyBytes, applySplices, type Splice } from '@mortise/core'
import { type Disk, type DiskOutcome, forkFile, readTarget } from '../../disk/index.ts'
import { memberEdit } from '../../stores/changes/record-edits.ts'
import { openRecords } from '../../stores/check/check.ts'
import type { Naming } from '../../stores/contract/naming.ts'
import type { Entry, Store } from '../../stores/contract/store.ts'
import { newId } from '../../stores/links/new-id.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { memberAt, nonEmpty } from '../../stores/records/json.ts'
import type { Found } from '../find/find.ts'
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

/** A session under another id. */
export interface Copy {
  readonly id: string
  readonly path: string
  readonly bytes: Uint8Array
}

/** Gives a session another id, in its file name and in each record that names its session. */
function copyOf(
  store: Store,
  naming: Naming,
  path: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
): Copy {
  const seed = `copy\n${path}\n${createHash('sha256').update(bytes).digest('hex')}`
  const id = newId(naming.shape ?? 'uuid', seed, (name) => taken.has(basename(naming.fileOf(path, name))))
  const splices = readRecords(bytes, store).entries.flatMap((entry) => renamed(bytes, entry, naming, id))
  return { id, path: naming.fileOf(path, id), bytes: applySplices(bytes, splices) }
}

function renamed(
  bytes: Uint8Array,
  { start, end, value }: Entry,
  { members, isNamed = () => true }: Naming,
  id: string,
): readonly Splice[] {
  if (!isNamed(value)) return []
  const edits = members
    .filter((path) => nonEmpty(memberAt(value, path)) !== undefined)
    .map((path) => memberEdit(value, path, id, 'copy'))
  if (edits.length === 0) return []
  const outcome = applyBytes(bytes.subarray(start, end), { edits })
  if (!outcome.ok) throw outcome.error
  return [{ start, end, insert: outcome.value }]
}
