import type { Finding, PolicyChoice } from '@mortise/core'
import { bytesOfChange } from './bytes-of-change.ts'
import { type Change, changeOf } from './change.ts'
import { type Checked, type CheckOptions, checkRecords } from './check.ts'
import { readRecords } from './entries.ts'
import { nameOf } from './findings.ts'
import type { JsonObject } from './json.ts'
import { mendTorn } from './mend-torn.ts'
import type { RecordEdits } from './record-edits.ts'
import { doorOf, rulebookFor } from './rulebook.ts'
import type { Entry, Lane, Store } from './store.ts'

/** How a session is to be mended. */
export interface MendOptions extends CheckOptions {
  readonly policy?: PolicyChoice
  /** Take what can be mended also where something refused is left. */
  readonly isPartial?: boolean
}

/** What happens to one record, for people. */
export interface RecordChange {
  readonly do: 'insert' | 'remove' | 'move' | 'edit' | 'relink'
  /** The record, or for a new one the record that it is put beside. */
  readonly record: string
  /** The rules that asked for it. */
  readonly why: readonly string[]
  /** The new record. */
  readonly value?: JsonObject
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
  if (before.session.readOnly !== undefined) return untouched(before, bytes)
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

function mendAll(
  store: Store,
  path: string,
  bytes: Uint8Array,
  { entries: found, torn }: Checked,
  options: MendOptions,
): Work {
  const changes: RecordChange[] = []
  let mended = mendTorn(bytes, { entries: found, torn }, store)
  let entries = mended === bytes ? found : readRecords(mended, store).entries
  let { lanes, api } = store.open(entries, path)
  let isWhole = true
  for (let number = 0; number < lanes.length; number++) {
    const lane = lanes[number] as Lane
    const change = lane.isDormant ? undefined : changeFor(store, entries, lane, { api, ...options })
    if (change === undefined) continue
    changes.push(...described(change, entries, store))
    mended = bytesOfChange(mended, entries, change)
    entries = readRecords(mended, store).entries
    ;({ lanes, api } = store.open(entries, path))
    isWhole &&= lanes[number]?.turns.length === lane.turns.length + growthOf(change)
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

/** A change, record by record. */
function described(change: Change, entries: readonly Entry[], store: Store): RecordChange[] {
  const { edits, links, removed, placed } = change
  const named = (index: number | undefined): string =>
    index === undefined ? 'the end' : nameOf(entries[index] as Entry, store)
  const rules = (list: RecordEdits, index: number): string[] => [
    ...new Set(list.of(index).map(({ why }) => why)),
  ]
  return [
    ...placed.map(({ moved, value, why, after, before }): RecordChange => {
      if (moved !== undefined) return { do: 'move', record: named(moved), why: [why] }
      return { do: 'insert', record: named(after ?? before), why: [why], ...(value && { value }) }
    }),
    ...[...removed].map(([index, why]): RecordChange => ({ do: 'remove', record: named(index), why: [why] })),
    ...[...edits.indexes].map(
      (index): RecordChange => ({ do: 'edit', record: named(index), why: rules(edits, index) }),
    ),
    ...[...links.indexes].map(
      (index): RecordChange => ({ do: 'relink', record: named(index), why: rules(links, index) }),
    ),
  ]
}
