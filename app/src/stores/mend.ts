import type { Finding, PolicyChoice } from '@mortise/core'
import { bytesOfChange } from './bytes-of-change.ts'
import { type Change, changeOf } from './change.ts'
import { type Checked, type CheckOptions, checkRecords } from './check.ts'
import { readRecords } from './entries.ts'
import { mendTorn } from './mend-torn.ts'
import { changesIn, namesFrom, type RecordChange, tornChanges } from './record-changes.ts'
import { doorOf, rulebookFor } from './rulebook.ts'
import type { Entry, Lane, Store } from './store.ts'

/** How a session is to be mended. */
export interface MendOptions extends CheckOptions {
  readonly policy?: PolicyChoice
  /** Take what can be mended also where something refused is left. */
  readonly isPartial?: boolean
}

/** A mended session. */
export interface Mended {
  readonly before: Checked
  /** The very same buffer where nothing changes, or where the change is refused. */
  readonly bytes: Uint8Array
  readonly changes: readonly RecordChange[]
  /** What is still found once it is mended; lines are those of the mended file. */
  readonly left: readonly Finding[]
  /** Whether nothing that the API refuses is left. */
  readonly isSound: boolean
}

/** Mends a session: what is torn first, then what each conversation in it lacks; judges the outcome anew. */
export function mendSession(
  store: Store,
  path: string,
  bytes: Uint8Array,
  options: MendOptions = {},
): Mended {
  const before = checkRecords(store, path, bytes, options)
  if (before.session.readOnly !== undefined || options.policy === 'report') return untouched(before, bytes)
  const { mended, changes, isWhole } = mendAll(store, path, bytes, before, options)
  const after = mended === bytes ? before : checkRecords(store, path, mended, options)
  const isSound = isWhole && isAccepted(before, after)
  const isTaken = isSound || options.isPartial === true
  return { before, bytes: isTaken ? mended : bytes, changes, left: after.found, isSound }
}

function untouched(before: Checked, bytes: Uint8Array): Mended {
  return { before, bytes, changes: [], left: before.found, isSound: isAccepted(before, before) }
}

/** Whether nothing refused is left, and no record has lost its parent. */
function isAccepted(before: Checked, { found }: Checked): boolean {
  const strays = (findings: readonly Finding[]): number =>
    findings.filter(({ rule }) => rule === 'parent-missing').length
  return !found.some(({ severity }) => severity === 'refused') && strays(found) <= strays(before.found)
}

interface Work {
  readonly mended: Uint8Array
  readonly changes: readonly RecordChange[]
  /** Whether each conversation has as many turns as it should. */
  readonly isWhole: boolean
}

function mendAll(store: Store, path: string, bytes: Uint8Array, before: Checked, options: MendOptions): Work {
  const name = namesFrom(before, store)
  const whole = mendTorn(bytes, before, store)
  const changes = tornChanges(before, whole, name)
  let mended = whole.bytes
  let entries = mended === bytes ? before.entries : readRecords(mended, store).entries
  let { lanes, api } = store.open(entries, path)
  let isWhole = true
  for (let number = 0; number < lanes.length; number++) {
    const lane = lanes[number] as Lane
    const change = lane.isDormant ? undefined : changeFor(store, entries, lane, { api, ...options })
    if (change === undefined) continue
    changes.push(...changesIn(change, entries, name))
    mended = bytesOfChange(mended, entries, change)
    entries = readRecords(mended, store).entries
    ;({ lanes, api } = store.open(entries, path))
    const length = lane.turns.length + growthOf(change)
    // One of which nothing is left gives way to another.
    if (length === 0) number--
    else isWhole &&= lanes[number]?.turns.length === length
  }
  return { mended, changes, isWhole }
}

/** What mends one conversation; undefined where nothing has to change. */
function changeFor(
  store: Store,
  entries: readonly Entry[],
  lane: Lane,
  { api, tail = 'rest', policy = 'keep' }: MendOptions & { readonly api: NonNullable<CheckOptions['api']> },
): Change | undefined {
  const messages = lane.turns.map((index) => store.messageIn((entries[index] as Entry).value)?.message)
  const { plan } = doorOf(store).plan(messages, rulebookFor(store, api), policy, { tail })
  return plan.edits.length === 0 ? undefined : changeOf(store, entries, lane, plan)
}

function growthOf({ placed, removed }: Change): number {
  return placed.filter(({ moved }) => moved === undefined).length - removed.size
}
