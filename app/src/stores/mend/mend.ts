import type { Finding, PolicyChoice, Rulebook } from '@mortise/core'
import { bytesOfChange } from '../changes/bytes-of-change.ts'
import { type Change, changeOf, isShifting } from '../changes/change.ts'
import { isKept } from '../changes/kept.ts'
import { changesIn, namesFrom, type RecordChange, tornChanges } from '../changes/record-changes.ts'
import { RecordEdits } from '../changes/record-edits.ts'
import {
  type Checked,
  type CheckedSession,
  type CheckOptions,
  checkOpened,
  type OpenedSession,
  openRecords,
  senderOf,
} from '../check/check.ts'
import { missingParent } from '../check/findings.ts'
import { originOf } from '../check/origin.ts'
import { doorOf, rulebookFor } from '../check/rulebook.ts'
import { copingsOf, type Sent, type SessionFinding } from '../contract/coping.ts'
import { leftOutRules, resultWithoutCall } from '../contract/core-rules.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { itemAt } from '../records/lists.ts'
import type { Torn } from '../records/torn.ts'
import { mendTorn } from './mend-torn.ts'

/** How a session is to be mended. */
export interface MendOptions extends CheckOptions {
  readonly policy?: PolicyChoice
  /** Accept a repair that leaves refused faults. */
  readonly isPartial?: boolean
  /** Leave stretches that cannot be read, and links that were broken before, as they are. */
  readonly keepsTorn?: boolean
  /** Mend also the faults that the agent copes with by itself. */
  readonly mendsCoped?: boolean
  /** Nothing is written: records may come and go also where other files name them by position. */
  readonly isForReading?: boolean
}

/** A mended session. */
export interface Mended {
  readonly before: CheckedSession
  /** The session in `bytes`. */
  readonly after: OpenedSession
  /** The very same buffer where nothing changes, or where the change is refused. */
  readonly bytes: Uint8Array
  readonly changes: readonly RecordChange[]
  /** The findings that are left once it is mended; lines are those of the mended file. */
  readonly left: readonly SessionFinding[]
  /** Whether nothing that the API refuses is left. */
  readonly isSound: boolean
}

/** Mends a session: its torn stretches first, then each of its conversations; judges the outcome anew. */
export function mendSession(opened: OpenedSession, options: MendOptions = {}): Mended {
  const before = checkOpened(opened, options)
  if (before.session.readOnly !== undefined || options.policy === 'report') return untouched(before)
  const { mended, changes, isWhole, isShifted } = mendAll(before, options)
  if (isShifted && options.isForReading !== true) {
    // Without the faults that the agent copes with by itself, perhaps no record moves.
    if (options.mendsCoped) return mendSession(opened, { ...options, mendsCoped: false })
    return untouched(fixed(before))
  }
  const checked = mended === before ? before : checkOpened(mended, options)
  const isSound = isWhole && isAccepted(before, checked)
  // Faults may be left where that is asked for; turns may not be lost.
  const after = isSound || (isWhole && options.isPartial === true) ? mended : before
  const left = isWhole ? checked.found : before.found
  return { before, after, bytes: after.bytes, changes, left, isSound }
}

/** A session whose records cannot come or go, and the reason. */
export function fixed(before: CheckedSession): CheckedSession {
  const readOnly = `Other files of ${before.store.title} name its messages by position, and this would move some of them.`
  return { ...before, session: { ...before.session, readOnly } }
}

function untouched(before: CheckedSession): Mended {
  const { bytes, found } = before
  return { before, after: before, bytes, changes: [], left: found, isSound: isAccepted(before, before) }
}

/** Whether nothing refused is left, and no record that was a parent is missing. */
export function isAccepted(before: Checked, after: Checked): boolean {
  // The missing parents are compared: their children may be other records now.
  const missing = new Set(missingParents(before))
  return (
    !after.found.some(({ severity }) => severity === 'refused') &&
    missingParents(after).every((id) => missing.has(id))
  )
}

function missingParents({ found, entries }: Checked): readonly string[] {
  return found.flatMap((finding) => missingParent(finding, entries) ?? [])
}

interface MendAttempt {
  readonly mended: OpenedSession
  readonly changes: readonly RecordChange[]
  /** Whether each conversation has all turns that it should. */
  readonly isWhole: boolean
  /** Whether records would move that are named by their position. */
  readonly isShifted: boolean
}

// The rest of a conversation may show another one, which is mended in its turn.
const mostRounds = 8

function mendAll(before: CheckedSession, options: MendOptions): MendAttempt {
  const { store, path, bytes } = before
  const nameOf = namesFrom(before)
  const whole = options.keepsTorn ? { bytes, relinked: new Map() } : mendTorn(before, options.mendsCoped)
  const changes = options.keepsTorn ? [] : tornChanges(before, whole, nameOf)
  let mended: OpenedSession = whole.bytes === bytes ? before : openRecords(store, path, whole.bytes)
  let isWhole = true
  let isShifted = options.keepsTorn !== true && losesPlaces(store, before)
  const sender = options.mendsCoped ? 'other' : senderOf(options)
  const names = mended.session.lanes.map(({ name }) => name)
  const laneOf = (name: string | undefined): Lane | undefined =>
    mended.session.lanes.find((lane) => lane.name === name)
  for (let number = 0, round = 0; number < names.length; round++) {
    const lane = laneOf(names[number])
    const isDone = lane === undefined || round === mostRounds
    const { entries, session } = mended
    const { api, version } = session
    const change = isDone
      ? undefined
      : changeFor(store, entries, lane, { sender, version, lane }, { ...options, api: options.api ?? api })
    if (isDone || change === undefined) {
      number++
      round = -1
      continue
    }
    const talk = { entries, lane }
    isShifted ||= store.isNamedByPosition === true && isShifting(change, entries)
    for (const one of changesIn(change, entries, nameOf)) changes.push(one)
    mended = openRecords(store, path, bytesOfChange(mended.bytes, entries, change, store))
    isWhole &&= isKept(store, talk, change, { entries: mended.entries, lane: laneOf(lane.name) })
  }
  return { mended, changes, isWhole, isShifted }
}

/** Whether an array element that is no record goes: it has a position, too. */
function losesPlaces({ isNamedByPosition }: Store, { entries, torn }: Checked): boolean {
  const isInside = ({ kind, after }: Torn): boolean => kind === 'stray' && after < entries.length
  return isNamedByPosition === true && torn.some(isInside)
}

/** The change that mends one conversation; undefined if nothing has to change. */
function changeFor(
  store: Store,
  entries: readonly Entry[],
  lane: Lane,
  sent: Sent,
  { api, tail = 'rest', policy = 'keep' }: MendOptions & Required<Pick<CheckOptions, 'api'>>,
): Change | undefined {
  if (lane.isDormant) return undefined
  const messages = lane.turns.map((index) => store.messageIn(itemAt(entries, index).value)?.message)
  const rulebook = rulebookFor(store, api, sent)
  const around = originOf(store, entries, lane, api, sent)
  const origin = { ...around, sentAs: sentBy(store, messages, rulebook, { ...sent, sender: 'agent' }) }
  const { plan, found } = doorOf(store).plan(messages, rulebook, policy, { tail, origin })
  if (plan.edits.length === 0) return undefined
  return uncutChange(store, entries, lane, found) ?? changeOf(store, entries, lane, plan)
}

/** Brings back the call of a result, where it is in the file and only not sent: the next round sees to the rest. */
function uncutChange(
  store: Store,
  entries: readonly Entry[],
  lane: Lane,
  found: readonly Finding[],
): Change | undefined {
  for (const { rule, severity, at } of found) {
    const [turn] = at
    if (rule !== resultWithoutCall || severity !== 'refused' || typeof turn !== 'number') continue
    const uncut = store.uncut?.(entries, lane, turn)
    if (uncut === undefined) continue
    const links = new RecordEdits()
    links.add(uncut.index, uncut.edit)
    return { edits: new RecordEdits(), links, removed: new Map(), placed: [] }
  }
  return undefined
}

/**
 * Tells the conversation as its agent sends it: without the parts that the agent itself leaves out.
 *
 * Bound reasoning was made for what was sent. Where a repair removes nothing but such parts, the reasoning stays.
 * Only faults count that the repair mends: advice stays in the file, and then nothing has to be left out.
 */
function sentBy(store: Store, messages: readonly unknown[], rulebook: Rulebook, agent: Sent): () => unknown {
  const healed = copingsOf(store, rulebook.name, agent)
  const rows = Object.entries(rulebook.rows).filter(
    ([rule, row]) => leftOut.has(rule) && healed.get(rule)?.does === 'heals' && row?.severity !== 'advice',
  )
  let sent: unknown
  return () => {
    if (rows.length === 0) return messages
    const api = { ...rulebook, rows: Object.fromEntries(rows) }
    sent ??= doorOf(store).repair(messages, { api, policy: 'drop', tail: 'open' }).document
    return sent
  }
}

const leftOut: ReadonlySet<string> = new Set(leftOutRules)
