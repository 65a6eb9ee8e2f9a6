import { deniedBy, type Finding } from '@mortise/core'
import {
  type Checked,
  type CheckedSession,
  checkOpened,
  checkRecords,
  type OpenedSession,
} from '../check/check.ts'
import { missingParent } from '../check/findings.ts'
import type { Store } from '../contract/store.ts'
import { fixed, type Mended, mendSession } from '../mend/mend.ts'
import { isUnread } from '../records/torn.ts'
import { Cleaning, type CleanOptions, type Task } from './cleaning.ts'
import { type Census, takeCensus } from './denied-parts.ts'
import { unwrite, type Written, writtenIn } from './text-cleaning.ts'

/** A session without the calls and results of denied tools. */
export interface Cleaned extends Mended {
  /** The calls and results that went, or had to. */
  readonly census: Census
  /** The records and thoughts that go with them. */
  readonly along: Along
  /** Counts what is written of denied tools as plain text in the session as it was. */
  readonly written: () => Written
  /** The part of it that went. */
  readonly unwritten: Written
  /** Stretches that cannot be read: they stay as they are. */
  readonly unread: number
  /** Whether nothing that has to go is left, and nothing is worse than before. */
  readonly isClean: boolean
}

/** The parts that go from a session together with calls and results. */
export interface Along {
  /** Records that go whole. */
  readonly records: number
  /** Those of them that only told of a call beside the conversation, such as its progress. */
  readonly notes: number
  /** Reasoning that led to nothing but calls that go. */
  readonly thoughts: number
}

/**
 * Removes the calls and results of denied tools from every conversation in a file, sent or not.
 *
 * Faults from before stay as they were; faults that the cleaning would cause are mended.
 */
export function cleanSession(opened: OpenedSession, options: CleanOptions): Cleaned {
  const before = checkOpened(opened)
  const { store, bytes } = before
  const denied = deniedBy(options.deny)
  const census = takeCensus(store, before.entries, denied)
  const written = (): Written => writtenIn(store, before.entries, denied)
  const unread = before.torn.filter(({ kind }) => isUnread(kind)).length
  const facts = { census, written, unread, along: nothingAlong, unwritten: nothingWritten }
  const left = (isClean: boolean, seen = before): Cleaned => {
    const isSound = !isBroken(before)
    return { ...facts, before: seen, after: seen, bytes, changes: [], isClean, left: before.found, isSound }
  }
  const isToBeUnwritten = options.withWritten === true && sumOf(written()) > 0
  if (census.calls + census.results === 0 && !isToBeUnwritten) return left(true)
  if (before.session.readOnly !== undefined) return left(false)
  const called = withoutCalls({ before, census, options })
  if (called === undefined) return left(false)
  const { after, changes: unwrites } = isToBeUnwritten
    ? unwrite(called.after, denied)
    : { after: called.after, changes: [] }
  const changes = [...called.changes, ...unwrites]
  if (store.isNamedByPosition && after.entries.length !== before.entries.length)
    return left(false, fixed(before))
  if (!isCleanAfter(after, census, before, options)) return left(false)
  return {
    ...facts,
    before,
    after,
    bytes: after.bytes,
    changes,
    along: alongOf(before, after, changes),
    unwritten: isToBeUnwritten ? less(written(), writtenIn(store, after.entries, denied)) : nothingWritten,
    isClean: true,
    left: after.found,
    isSound: !isBroken(after),
  }
}

/** The session without calls and results; undefined where it would lose something else. */
function withoutCalls(task: Task): ReturnType<typeof mendedAnew> | undefined {
  const { before, census } = task
  if (census.calls + census.results === 0) return { changes: [], after: before }
  const cleaning = new Cleaning(task)
  return cleaning.run() ? mendedAnew(before, cleaning) : undefined
}

const nothingAlong: Along = { records: 0, notes: 0, thoughts: 0 }
const nothingWritten: Written = { calls: 0, summaries: 0 }

function less(one: Written, other: Written): Written {
  return { calls: one.calls - other.calls, summaries: one.summaries - other.summaries }
}

function sumOf({ calls, summaries }: Written): number {
  return calls + summaries
}

function alongOf(before: CheckedSession, after: Checked, changes: Cleaned['changes']): Along {
  const { store } = before
  const notesIn = ({ entries }: Checked): number =>
    entries.filter(({ value }) => store.tells?.(value) !== undefined).length
  const thoughtsIn = ({ entries }: Checked): number =>
    entries.reduce((sum, { value }) => sum + reasoningIn(store, store.messageIn(value)?.message), 0)
  return {
    records: changes.filter((change) => change.do === 'remove').length,
    notes: notesIn(before) - notesIn(after),
    thoughts: thoughtsIn(before) - thoughtsIn(after),
  }
}

function reasoningIn({ format }: Store, message: unknown): number {
  if (message === undefined) return 0
  return format.readTurn(message, 0, [], []).parts.filter(({ kind }) => kind === 'reasoning').length
}

function isBroken({ found }: Checked): boolean {
  return found.some(({ severity }) => severity === 'refused')
}

/** Faults that a cleaning would cause are mended, as a repair mends them. */
function mendedAnew(
  before: Checked,
  { opened, changes }: Cleaning,
): Pick<Cleaned, 'changes'> & { readonly after: CheckedSession } {
  const after = checkOpened(opened)
  if (newFaults(before, after).length === 0) return { changes, after }
  const mended = mendSession(opened, { isPartial: true, keepsTorn: true })
  return { changes: [...changes, ...mended.changes], after: checkOpened(mended.after) }
}

/** Whether a session holds nothing more that has to go, and no fault that was not there before. */
export function isCleanNow(bytes: Uint8Array, { before, census }: Cleaned, options: CleanOptions): boolean {
  const { store, path } = before
  return isCleanAfter(checkRecords(store, path, bytes), census, before, options)
}

function isCleanAfter(
  after: CheckedSession,
  { elsewhere }: Census,
  before: Checked,
  { deny }: CleanOptions,
): boolean {
  const { calls, results } = takeCensus(after.store, after.entries, {
    ...deniedBy(deny),
    calls: elsewhere.calls,
  })
  return calls + results === 0 && newFaults(before, after).length === 0
}

/**
 * The faults that are new: refused findings and missing parents that were not there before.
 *
 * A call or result that was faulty before may have another fault once its neighbours are gone.
 */
function newFaults(before: Checked, after: Checked): readonly Finding[] {
  const missingIn = (checked: Checked, one: Finding): string | undefined =>
    missingParent(one, checked.entries)
  const faultsIn = (checked: Checked): readonly Finding[] =>
    checked.found.filter((one) => one.severity === 'refused' || missingIn(checked, one) !== undefined)
  const nameIn = (checked: Checked, one: Finding): string => missingIn(checked, one) ?? one.rule
  const faults = faultsIn(before)
  const ids = new Set(faults.flatMap(({ calls }) => calls))
  const names = new Set(faults.filter(({ calls }) => calls.length === 0).map((one) => nameIn(before, one)))
  return faultsIn(after).filter((one) =>
    one.calls.length === 0 ? !names.has(nameIn(after, one)) : !one.calls.every((id) => ids.has(id)),
  )
}
