import { dirname } from 'node:path'
import {
  type Allowed,
  type Disk,
  type DiskOutcome,
  type Errand,
  forkFile,
  type Replaced,
  type Replacement,
  readTarget,
  rewriteFile,
  targetIn,
} from '../../disk/index.ts'
import { checkRecords, isLost } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { type Mended, type MendOptions, mendSession } from '../../stores/mend/mend.ts'
import { isUnread } from '../../stores/records/torn.ts'
import type { Found } from '../find/find.ts'
import { isBroken, writersOf } from '../judge/judge.ts'
import { withTables } from '../judge/with-tables.ts'
import { type Copy, copyOf } from './copy.ts'

/** How a session is to be treated, and what is allowed for it. */
export interface Rewrite<Made extends Mended = Mended> extends MendOptions {
  /** The command that asks for it, for the log. */
  readonly command: string
  readonly allow?: readonly Allowed[]
  /** What makes other bytes of those that a file holds. */
  make(store: Store, path: string, bytes: Uint8Array): Made
  /** Whether bytes that were written may count; left out, what would be refused may not. */
  isFine?(store: Store, path: string, bytes: Uint8Array, made: Made): boolean
}

/** The treatment that mends, and does no more. */
export function mendRewrite(how: Omit<Rewrite, 'make'>): Rewrite {
  return { ...how, make: (store, path, bytes) => mendSession(store, path, bytes, how) }
}

/** What would be done; nothing is written. */
export function planRewrite<Made extends Mended>(
  disk: Disk,
  { store, target }: Found,
  how: Rewrite<Made>,
): DiskOutcome<Made> {
  const outcome = readTarget(withTables(disk, store), target)
  if (!outcome.ok) return outcome
  return { ok: true, value: how.make(store, target.path, outcome.value.bytes) }
}

/** A session that was treated, or left as it was because nothing had to change or something would be left. */
export interface Rewritten<Made extends Mended = Mended> {
  readonly mended: Made
  readonly replaced: Replaced
}

/** Treats a session where it is; what the file held before can be brought back. */
export async function rewriteInPlace<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): Promise<DiskOutcome<Rewritten<Made>>> {
  const { store, target } = found
  let mended: Made | undefined
  const outcome = await rewriteFile(withTables(disk, store), target.path, ({ bytes, stat }) => {
    mended = how.make(store, target.path, bytes)
    // What holds no record is not mended by emptying it.
    if (mended.bytes === bytes || isLost(mended.before)) return undefined
    return replacementOf({ ...found, target: targetIn(target.folder, target.name, stat) }, mended, how)
  })
  if (!outcome.ok) return outcome
  // It was read at least once, or there would be no outcome.
  return { ok: true, value: { mended: mended as Made, replaced: outcome.value } }
}

/** A session that is to be treated: what would be made of it, and how its file is replaced if it has to change. */
export interface Planned<Made extends Mended = Mended> {
  readonly mended: Made
  readonly replacement: Replacement | undefined
}

/** Reads a session and plans its treatment; nothing is written. */
export function planReplacement<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): DiskOutcome<Planned<Made>> {
  const { store, target } = found
  const read = readTarget(disk, target)
  if (!read.ok) return read
  const reading = read.value
  const mended = how.make(store, target.path, reading.bytes)
  if (mended.bytes === reading.bytes || isLost(mended.before))
    return { ok: true, value: { mended, replacement: undefined } }
  const now = { ...found, target: targetIn(target.folder, target.name, reading.stat) }
  return { ok: true, value: { mended, replacement: { ...replacementOf(now, mended, how), reading } } }
}

function replacementOf<Made extends Mended>(
  found: Found,
  mended: Made,
  how: Rewrite<Made>,
): Omit<Replacement, 'reading'> {
  const { session, torn } = mended.before
  return {
    ...errandOf(found.store, found.target.path, mended, how),
    ...writersOf(found, {
      id: session.id,
      ...(session.folder === undefined ? {} : { folder: session.folder }),
    }),
    content: { bytes: mended.bytes },
    cut: how.keepsTorn ? [] : torn.filter(({ kind }) => isUnread(kind)),
  }
}

/** A treated copy of a session, and what it is called. */
export interface Copied<Made extends Mended = Mended> {
  readonly mended: Made
  readonly copy: Copy
  readonly operation: string
  /** The command that goes on with the copy. */
  readonly resume: string | undefined
}

/** Writes a treated copy beside a session, which stays as it is; undefined where its agent's cannot be copied. */
export async function rewriteCopy<Made extends Mended>(
  disk: Disk,
  { store, target }: Found,
  how: Rewrite<Made>,
): Promise<DiskOutcome<Copied<Made>> | undefined> {
  const { naming } = store
  if (naming === undefined) return undefined
  const outcome = readTarget(disk, target)
  if (!outcome.ok) return outcome
  const mended = how.make(store, target.path, outcome.value.bytes)
  const copy = copyOf(store, naming, target.path, mended.bytes, namesIn(disk, target.path))
  const { mode, owner, group } = target.stat
  const forked = await forkFile(disk, {
    ...errandOf(store, copy.path, mended, how),
    path: copy.path,
    bytes: copy.bytes,
    like: { mode, owner, group },
  })
  if (!forked.ok) return forked
  const { session } = checkRecords(store, copy.path, copy.bytes)
  return { ok: true, value: { mended, copy, operation: forked.value.operation, resume: session.resume } }
}

function errandOf<Made extends Mended>(
  store: Store,
  path: string,
  mended: Made,
  how: Rewrite<Made>,
): Pick<Errand, 'command' | 'check' | 'counts' | 'allow'> {
  const counts: Record<string, number> = {}
  for (const { do: act } of mended.changes) counts[act] = (counts[act] ?? 0) + 1
  const isSound = (bytes: Uint8Array): boolean =>
    how.isPartial === true || !isBroken(checkRecords(store, path, bytes, how))
  const check = (bytes: Uint8Array): string | undefined => {
    const isFine = how.isFine?.(store, path, bytes, mended) ?? isSound(bytes)
    return isFine ? undefined : `What was written for \`${path}\` would be refused; nothing was changed.`
  }
  return { command: how.command, check, counts, ...(how.allow === undefined ? {} : { allow: how.allow }) }
}

function namesIn(disk: Disk, path: string): ReadonlySet<string> {
  return new Set(disk.files.list(dirname(path)))
}
