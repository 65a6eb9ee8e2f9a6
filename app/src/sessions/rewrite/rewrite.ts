import { createHash } from 'node:crypto'
import type { CompactReport } from '@mortise/core'
import {
  type Allowed,
  type Disk,
  type DiskOutcome,
  outcomeOf,
  type Replaced,
  type Replacement,
  type ReplaceRequest,
  readTarget,
  rewriteFile,
  targetIn,
  valueIn,
} from '../../disk/index.ts'
import { checkRecords, isLost, type OpenedSession, openRecords } from '../../stores/check/check.ts'
import { type Cleaned, cleanSession, isCleanNow } from '../../stores/clean/clean.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { Store } from '../../stores/contract/store.ts'
import { compactSession, type Smaller, type SmallerOptions } from '../../stores/mend/compact.ts'
import { type Mended, type MendOptions, mendSession } from '../../stores/mend/mend.ts'
import { isUnread } from '../../stores/records/torn.ts'
import type { Found } from '../find/find.ts'
import { type MaybeOpened, openSession, withinLimits, withTables } from '../judge/open.ts'
import { isBroken } from '../judge/verdict.ts'
import { writersOf } from '../judge/writers.ts'
import { tellLeftOut } from '../view/debug-lines.ts'
import { leftOutOf } from '../view/view.ts'

/** A way to make new bytes of a session: mended, made smaller, or cleaned. */
export interface Rewrite<Made extends Mended = Mended> extends MendOptions {
  /** The command that asks for it, for the log. */
  readonly command: string
  readonly allow?: readonly Allowed[]
  /** Makes the new bytes of a session. */
  make(opened: OpenedSession): Made
  /** Whether the new bytes are worth writing, and may be written. */
  isDue(made: Made): boolean
  /** More for the log than the changes of records; left out if there is no more. */
  counts?(made: Made): Readonly<Record<string, number>>
  /** Whether the bytes read back after writing are good; if left out, they may hold nothing that would be refused. */
  isFine?(bytes: Uint8Array, made: Made): boolean
}

/** The rewrite that mends a session, and does no more. */
export function mendRewrite(how: Omit<Rewrite, 'make' | 'isDue'>): Rewrite {
  return {
    ...how,
    make: (opened) => {
      const mended = mendSession(opened, how)
      const { id } = mended.before.session
      tellLeftOut({ agent: opened.store.name, id, leftOut: leftOutOf(mended) })
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
    make: (opened) => compactSession(opened, how),
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
  session: MaybeOpened,
  { make }: Pick<Rewrite<Made>, 'make'>,
): DiskOutcome<Made> {
  const opened = openSession(disk, session)
  if (!opened.ok) return opened
  const { path } = session.target
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => withinLimits(path, () => make(opened.value)))
}

/** The name of a plan: the same for the same session, before and after. */
export function planDigest({ before, bytes }: Mended): string {
  const hash = createHash('sha256')
  for (const each of [before.bytes, bytes]) hash.update(`${each.length}:`).update(each)
  return hash.digest('hex').slice(0, 16)
}

/** The plan that was made before something is written. */
export interface PlanBefore<Made extends Mended> {
  /** It is not made again while the session has the same bytes. */
  readonly planned?: Made | undefined
  /** The digest of the only plan that may be written. */
  readonly plan?: string | undefined
}

/** The plan for the bytes that a session has now; stale if another plan is the only one that may be written. */
export function planAnew<Made extends Mended>(
  how: Pick<Rewrite<Made>, 'make'>,
  { store, target: { path } }: Found,
  bytes: Uint8Array,
  { planned, plan }: PlanBefore<Made>,
): { readonly made: Made; readonly isStale: boolean } {
  const isSame = planned !== undefined && Buffer.compare(planned.before.bytes, bytes) === 0
  const made = isSame ? planned : withinLimits(path, () => how.make(openRecords(store, path, bytes)))
  return { made, isStale: plan !== undefined && planDigest(made) !== plan }
}

/** A session that was rewritten, or left as it was because nothing had to change or faults would be left. */
export interface Rewritten<Made extends Mended = Mended> {
  readonly made: Made
  readonly replaced: Replaced
  /** Whether nothing was written because the session has changed since its plan was shown. */
  readonly isStale?: boolean
}

/** Rewrites a session in place; `undo` brings its earlier bytes back. */
export async function rewriteInPlace<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
  before: PlanBefore<Made> = {},
): Promise<DiskOutcome<Rewritten<Made>>> {
  const { store, target } = found
  let last: ReturnType<typeof planAnew<Made>> | undefined
  const outcome = await rewriteFile(withTables(disk, store), target.path, ({ bytes, stat }) => {
    last = planAnew(how, found, bytes, before)
    const { made, isStale } = last
    // A file without any record is not mended by emptying it.
    if (isStale || made.bytes === made.before.bytes || isLost(made.before)) return undefined
    return replacementOf({ ...found, target: targetIn(target.folder, target.name, stat) }, made, how)
  })
  if (!outcome.ok) return outcome
  // It was read at least once, or there would be no outcome.
  const { made, isStale } = last as NonNullable<typeof last>
  return { ok: true, value: { made, replaced: outcome.value, isStale } }
}

/** Reads a session and plans its new bytes, and how its file is replaced if it has to change; nothing is written. */
export function planReplacement<Made extends Mended>(
  disk: Disk,
  found: Found,
  how: Rewrite<Made>,
): DiskOutcome<{ readonly made: Made; readonly replacement: Replacement | undefined }> {
  const { store, target } = found
  return outcomeOf({ verb: 'read', path: target.path, exit: 4 }, () => {
    const reading = valueIn(readTarget(disk, target))
    const made = withinLimits(target.path, () => how.make(openRecords(store, target.path, reading.bytes)))
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
): Pick<ReplaceRequest, 'command' | 'check' | 'counts' | 'allow'> {
  const counts: Record<string, number> = {}
  for (const { do: act } of made.changes) counts[act] = (counts[act] ?? 0) + 1
  Object.assign(counts, how.counts?.(made))
  const isSound = (bytes: Uint8Array): boolean =>
    how.isPartial === true || !isBroken(checkRecords(store, path, bytes, how))
  const check = (bytes: Uint8Array): string | undefined => {
    const isFine = how.isFine?.(bytes, made) ?? isSound(bytes)
    return isFine ? undefined : `What was written for \`${path}\` would be refused; nothing was changed.`
  }
  return { command: how.command, check, counts, ...(how.allow === undefined ? {} : { allow: how.allow }) }
}

/** The rewrite that removes the calls and results of denied tools, and does no more. */
export function cleanRewrite(
  order: Pick<Rewrite, 'command' | 'allow'>,
  options: CleanOptions,
): Rewrite<Cleaned> {
  return {
    ...order,
    keepsTorn: true,
    make: (opened) => cleanSession(opened, options),
    isDue: ({ isClean, census: { calls, results }, unwritten }) =>
      isClean && calls + results + unwritten.calls + unwritten.summaries > 0,
    // Bytes that read back as they were made were judged when they were made.
    isFine: (bytes, cleaned) =>
      Buffer.compare(bytes, cleaned.bytes) === 0 || isCleanNow(bytes, cleaned, options),
  }
}
