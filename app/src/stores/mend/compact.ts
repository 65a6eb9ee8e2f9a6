import type { CompactOptions, CompactReport, Goal, Stage } from '@mortise/core'
import { bytesOfChange } from '../changes/bytes-of-change.ts'
import { changeOf, isShifting } from '../changes/change.ts'
import { isKept, type Talk } from '../changes/kept.ts'
import { changesIn, namesFrom } from '../changes/record-changes.ts'
import { checkOpened, type OpenedSession, openRecords, senderOf } from '../check/check.ts'
import { lastModel } from '../check/origin.ts'
import { doorOf, rulebookFor } from '../check/rulebook.ts'
import type { Store } from '../contract/store.ts'
import { itemAt } from '../records/lists.ts'
import { fixed, isAccepted, type Mended, type MendOptions, mendSession } from './mend.ts'

/** How small a session is to become. */
export interface SmallerOptions extends MendOptions {
  readonly goal: Goal
}

/** A session made smaller: mended first, as far as it had to be. */
export interface Smaller extends Mended {
  /** The steps and the sizes of its conversation; undefined if it could not be mended. */
  readonly report: CompactReport | undefined
}

/**
 * Makes the conversation of a session smaller.
 *
 * Turns that leave the conversation stay in the file as a branch that is not sent, where records have parents
 * each other or can be hidden; where they only stand in a row it goes from the file.
 */
export function compactSession(opened: OpenedSession, options: SmallerOptions): Smaller {
  const mended = mendSession(opened, options)
  const { before } = mended
  if (!mended.isSound || before.session.readOnly !== undefined)
    return { ...mended, after: before, bytes: before.bytes, changes: [], report: undefined }
  const { goal } = options
  const first = smaller(mended, options, goal)
  if (goal.budget === undefined || !first.isFitting) return first
  // A marker for hidden records takes room, too.
  const more = (first.report?.after.tokens ?? 0) - goal.budget
  return more <= 0 ? first : smaller(mended, options, { budget: Math.max(0, goal.budget - more) })
}

/** A session made smaller, and whether it would be small enough without the markers of hidden records. */
interface Tried extends Smaller {
  readonly isFitting: boolean
}

function smaller(mended: Mended, options: SmallerOptions, goal: SmallerOptions['goal']): Tried {
  const { before, after: opened } = mended
  const { store, path } = opened
  const talk = talkIn(opened)
  const api = options.api ?? before.session.api
  const report = reportOn(store, talk, api, { ...options, goal })
  const isFitting = report.fits
  if (report.plan.edits.length === 0) return { ...mended, report, isFitting }
  const change = changeOf(store, talk.entries, talk.lane, report.plan, { isHiding: true })
  if (store.isNamedByPosition && isShifting(change, talk.entries))
    return {
      ...mended,
      before: fixed(before),
      after: before,
      bytes: before.bytes,
      changes: [],
      isSound: false,
      report: undefined,
      isFitting,
    }
  const made = openRecords(store, path, bytesOfChange(opened.bytes, talk.entries, change, store))
  const checked = checkOpened(made, options)
  const now = talkIn(made)
  const isSound = isKept(store, talk, change, now) && isAccepted(before, checked)
  const changes = [...mended.changes, ...changesIn(change, talk.entries, namesFrom(before))]
  const sized = store.hiding === undefined ? report : measured(store, now, api, options, report)
  const after = isSound ? made : before
  return {
    before,
    after,
    bytes: after.bytes,
    changes,
    left: checked.found,
    isSound,
    report: sized,
    isFitting,
  }
}

/** The same report with the size that a conversation has with its markers. */
function measured(
  store: Store,
  talk: Main,
  api: NonNullable<SmallerOptions['api']>,
  options: SmallerOptions,
  report: CompactReport,
): CompactReport {
  const { before: after } = reportOn(store, talk, api, { ...options, goal: { fraction: 0 } })
  const { budget } = options.goal
  return { ...report, after, fits: budget === undefined ? report.fits : after.tokens <= budget }
}

/** Hidden messages stay in the file; a result that is made shorter loses its words. */
const hidingFirst: readonly Stage[] = ['drop', 'shorten', 'clear']

type Main = Talk & { readonly lane: NonNullable<Talk['lane']>; readonly version: string | undefined }

/** The conversation that the agent goes on with. */
function talkIn({ entries, session: { lanes, version } }: OpenedSession): Main {
  return { entries, version, lane: lanes[0] ?? { name: 'main', turns: [], leaf: -1 } }
}

function reportOn(
  store: Store,
  { entries, lane, version }: Main,
  api: NonNullable<SmallerOptions['api']>,
  wishes: SmallerOptions,
): CompactReport {
  const { goal, tail = 'rest' } = wishes
  const messages = lane.turns.map((index) => store.messageIn(itemAt(entries, index).value)?.message)
  const origin = { model: lastModel(store, entries, lane) }
  const isStandIn = (position: number): boolean => {
    const index = lane.turns[position]
    return index !== undefined && store.hiding?.mayHide(itemAt(entries, index).value) === false
  }
  const options: CompactOptions = {
    ...(store.hiding === undefined ? {} : { stages: hidingFirst, pin: (_, at) => isStandIn(at) }),
    ...goal,
    api: rulebookFor(store, api, { sender: senderOf(wishes), version, lane }),
    tail,
    origin,
  }
  return doorOf(store).compact(messages, options).report
}
