import type { CompactOptions, CompactReport, Goal } from '@mortise/core'
import { bytesOfChange } from './bytes-of-change.ts'
import { changeOf } from './change.ts'
import { checkRecords, senderOf } from './check.ts'
import { readRecords } from './entries.ts'
import { isKept, type Talk } from './kept.ts'
import { isAccepted, type Mended, type MendOptions, mendSession } from './mend.ts'
import { lastModel } from './origin.ts'
import { changesIn, namesFrom } from './record-changes.ts'
import { doorOf, rulebookFor } from './rulebook.ts'
import type { Entry, Store } from './store.ts'

/** How small a session is to become. */
export interface SmallerOptions extends MendOptions {
  readonly goal: Goal
}

/** A session made smaller: mended first, as far as it had to be. */
export interface Smaller extends Mended {
  /** What was done to its conversation, and its sizes; nothing where it could not be mended. */
  readonly report: CompactReport | undefined
}

/**
 * Makes the conversation of a session smaller.
 *
 * What goes from the conversation stays in the file as a branch that is not sent, where records hang on
 * each other; where they stand in a row it goes from the file.
 */
export function compactSession(
  store: Store,
  path: string,
  bytes: Uint8Array,
  options: SmallerOptions,
): Smaller {
  const mended = mendSession(store, path, bytes, options)
  const { session } = mended.before
  if (!mended.isSound || session.readOnly !== undefined)
    return { ...mended, bytes, changes: [], report: undefined }
  const talk = talkIn(store, path, mended.bytes)
  const report = reportOn(store, talk, options.api ?? session.api, options)
  if (report.plan.edits.length === 0) return { ...mended, report }
  const change = changeOf(store, talk.entries, talk.lane, report.plan, { isHiding: true })
  const made = bytesOfChange(mended.bytes, talk.entries, change)
  const after = checkRecords(store, path, made, options)
  const isSound = isKept(store, talk, change, talkIn(store, path, made)) && isAccepted(mended.before, after)
  const changes = [...mended.changes, ...changesIn(change, talk.entries, namesFrom(mended.before, store))]
  return { before: mended.before, bytes: isSound ? made : bytes, changes, left: after.found, isSound, report }
}

type Main = Talk & { readonly lane: NonNullable<Talk['lane']> }

/** The conversation that the agent goes on with. */
function talkIn(store: Store, path: string, bytes: Uint8Array): Main {
  const { entries } = readRecords(bytes, store)
  const { lanes } = store.open(entries, path)
  return { entries, lane: lanes[0] ?? { name: 'main', turns: [], leaf: -1 } }
}

function reportOn(
  store: Store,
  { entries, lane }: Main,
  api: NonNullable<SmallerOptions['api']>,
  wishes: SmallerOptions,
): CompactReport {
  const { goal, tail = 'rest' } = wishes
  const messages = lane.turns.map((index) => store.messageIn((entries[index] as Entry).value)?.message)
  const origin = { model: lastModel(store, entries, lane) }
  const options: CompactOptions = { ...goal, api: rulebookFor(store, api, senderOf(wishes)), tail, origin }
  return doorOf(store).compact(messages, options).report
}
