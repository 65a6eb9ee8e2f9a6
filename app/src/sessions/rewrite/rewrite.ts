import type { CompactReport } from '@mortise/core'
import {
  type Allowed,
  type Disk,
  DiskError,
  type DiskOutcome,
  type Errand,
  outcomeOf,
  type Replaced,
  type Replacement,
  readTarget,
  rewriteFile,
  targetIn,
  valueIn,
} from '../../disk/index.ts'
import { checkRecords, isLost } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { compactSession, type Smaller, type SmallerOptions } from '../../stores/mend/compact.ts'
import { type Mended, type MendOptions, mendSession } from '../../stores/mend/mend.ts'
import { isUnread } from '../../stores/records/torn.ts'
import { engineLimit } from '../../text/engine-limit.ts'
import type { Found } from '../find/find.ts'
import { isBroken } from '../judge/verdict.ts'
import { withTables } from '../judge/with-tables.ts'
import { writersOf } from '../judge/writers.ts'
import { tellLeftOut } from '../view/debug-lines.ts'
import { leftOutOf } from '../view/view.ts'

/** A way to make new bytes of a session: mended, made smaller, or cleaned. */
export interface Rewrite<Made extends Mended = Mended> extends MendOptions {
  /** The command that asks for it, for the log. */
  readonly command: string
  readonly allow?: readonly Allowed[]
  /** Makes the new bytes out of the bytes that a file holds. */
  make(store: Store, path: string, bytes: Uint8Array): Made
  /** Whether the new bytes are worth writing, and may be written. */
  isDue(made: Made): boolean
  /** More for the log than the changes of records; left out if there is no more. */
  counts?(made: Made): Readonly<Record<string, number>>
  /** Whether the bytes read back after writing are good; if left out, they may hold nothing that would be refused. */
  isFine?(store: Store, path: string, bytes: Uint8Array, made: Made): boolean
}

/** The rewrite that mends a session, and does no more. */
export function mendRewrite(how: Omit<Rewrite, 'make' | 'isDue'>): Rewrite {
  return {
    ...how,
    make: (store, path, bytes) => {
      const mended = mendSession(store, path, bytes, how)
      const { id } = mended.before.session
      tellLeftOut({ agent: store.name, id, leftOut: leftOutOf(mended) })
      return mended
    },
    isDue: ({ before, changes, isSound }) =>
      changes.length > 0 && before.session.readOnly === undefined && (isSound || how.isPartial === true),
  }
}

/** The rewrite that makes a session smaller. */
export function compactRewrite(how: Omit<Rewrite, 'make' | 'isDue'> & SmallerOptions): Rewrite<Smaller> {
  return {
    ...how,
    make: (store, path, bytes) => compactSession(store, path, bytes, how),
    isDue: ({ changes, isSound }) => changes.length > 0 && isSound,
    counts: ({ report }) => (report === undefined ? {} : sizesOf(report)),
  }
}

/** The messages and tokens before and after a compaction and each of its stages, as the log says them. */
function sizesOf({ before, after, stages }: CompactReport): Readonly<Record<string, number>> {
  const all = [{ name: '', before, after }, ...stages.map((one) => ({ ...one, name: `-${one.stage}` }))]
  const rows = all.flatMap((one) =>
    (['before', 'after'] as const).flatMap((when) => [
      [`messages-${when}${one.name}`, one[when].messages] as const,
      [`tokens-${when}${one.name}`, one[when].tokens] as const,
    ]),
  )
  return Object.fromEntries(rows)
}

/** Makes the new bytes of a session; nothing is written. */
export function planRewrite<Made extends Mended>(
  disk: Disk,
  { store, target }: Found,
  how: Pick<Rewrite<Made>, 'make'>,
): DiskOutcome<Made> {
  const { path } = target
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => {
    const { bytes } = valueIn(readTarget(withTables(disk, store), target))
    return madeOf(how, store, path, bytes)
  })
}

/** Makes the new bytes; a session beyond the limits of Node is an expected failure of this session alone. */
function madeOf<Made extends Mended>(
  how: Pick<Rewrite<Made>, 'make'>,
  store: Store,
  path: string,
  bytes: Uint8Array,
): Made {
  try {
    return how.make(store, path, bytes)
  } catch (thrown) {
    const limit = engineLimit(thrown)
    if (limit === undefined) throw thrown
    throw new DiskError('too-large', limit, 4, { path, cause: thrown })
  }
}

/** A session that was rewritten, or left as it was because nothing had to change or faults would be left. */
export interface Rewritten<Made extends Mended = Mended> {
  readonly made: Made
  readonly replaced: Replaced
}

/** Rewrites a session in place; `undo` brings its earlier bytes back. */
export async function rewriteInPlace<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): Promise<DiskOutcome<Rewritten<Made>>> {
  const { store, target } = found
  let made: Made | undefined
  const outcome = await rewriteFile(withTables(disk, store), target.path, ({ bytes, stat }) => {
    made = madeOf(how, store, target.path, bytes)
    // A file without any record is not mended by emptying it.
    if (made.bytes === bytes || isLost(made.before)) return undefined
    return replacementOf({ ...found, target: targetIn(target.folder, target.name, stat) }, made, how)
  })
  if (!outcome.ok) return outcome
  // It was read at least once, or there would be no outcome.
  return { ok: true, value: { made: made as Made, replaced: outcome.value } }
}

/** The new bytes of a session, and how its file is replaced if it has to change. */
export interface Planned<Made extends Mended = Mended> {
  readonly made: Made
  readonly replacement: Replacement | undefined
}

/** Reads a session and plans its rewrite; nothing is written. */
export function planReplacement<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): DiskOutcome<Planned<Made>> {
  const { store, target } = found
  return outcomeOf({ verb: 'read', path: target.path, exit: 4 }, () => {
    const reading = valueIn(readTarget(disk, target))
    const made = madeOf(how, store, target.path, reading.bytes)
    if (made.bytes === reading.bytes || isLost(made.before)) return { made, replacement: undefined }
    const now = { ...found, target: targetIn(target.folder, target.name, reading.stat) }
    return { made, replacement: { ...replacementOf(now, made, how), reading } }
  })
}

function replacementOf<Made extends Mended>(
  found: Found,
  made: Made,
  how: Rewrite<Made>,
): Omit<Replacement, 'reading'> {
  const { session, torn } = made.before
  return {
    ...errandOf(found.store, found.target.path, made, how),
    ...writersOf(found, {
      id: session.id,
      ...(session.folder === undefined ? {} : { folder: session.folder }),
    }),
    content: { bytes: made.bytes },
    cut: how.keepsTorn ? [] : torn.filter(({ kind }) => isUnread(kind)),
  }
}

/** The part of a replacement that the rewrite decides: command, check, counts and permissions. */
export function errandOf<Made extends Mended>(
  store: Store,
  path: string,
  made: Made,
  how: Rewrite<Made>,
): Pick<Errand, 'command' | 'check' | 'counts' | 'allow'> {
  const counts: Record<string, number> = {}
  for (const { do: act } of made.changes) counts[act] = (counts[act] ?? 0) + 1
  Object.assign(counts, how.counts?.(made))
  const isSound = (bytes: Uint8Array): boolean =>
    how.isPartial === true || !isBroken(checkRecords(store, path, bytes, how))
  const check = (bytes: Uint8Array): string | undefined => {
    const isFine = how.isFine?.(store, path, bytes, made) ?? isSound(bytes)
    return isFine ? undefined : `What was written for \`${path}\` would be refused; nothing was changed.`
  }
  return { command: how.command, check, counts, ...(how.allow === undefined ? {} : { allow: how.allow }) }
}
