import { isDeepStrictEqual } from 'node:util'
import {
  apply,
  type Deny,
  denying,
  type Edit,
  type Finding,
  type Plan,
  type Policy,
  type Rulebook,
} from '@mortise/core'
import { bytesOfChange } from '../changes/bytes-of-change.ts'
import { type Change, changeOf } from '../changes/change.ts'
import { isAlone, isKept } from '../changes/kept.ts'
import { changesIn, namesFrom, type RecordChange } from '../changes/record-changes.ts'
import { RecordEdits } from '../changes/record-edits.ts'
import { type CheckedSession, type OpenedSession, openRecords } from '../check/check.ts'
import { lastModel, originOf } from '../check/origin.ts'
import { doorOf, refuses, rulebookFor } from '../check/rulebook.ts'
import { pairRules, reasoningNotFirst, toolDenied } from '../contract/core-rules.ts'
import type { Entry, Gone, Lane, Store } from '../contract/store.ts'
import { itemAt } from '../records/lists.ts'
import { isUnread } from '../records/torn.ts'
import { type Census, isCall, partsIn } from './denied-parts.ts'

/** The tools that are cleaned out of a session, and how. */
export interface CleanOptions {
  readonly deny: Deny
  /** Calls and results are kept as labelled text. */
  readonly isText?: boolean
  /** Calls that the model wrote as text go too, and what summaries tell of such calls. */
  readonly withWritten?: boolean
}

/** A session that is to be cleaned. */
export interface Task {
  readonly before: CheckedSession
  readonly census: Census
  readonly options: CleanOptions
}

// A conversation is looked at again after each change, until nothing is found in it.
const mostRounds = 8

/** Cleans one conversation of a file after the other. */
export class Cleaning {
  /** The session as it is by now. */
  opened: OpenedSession
  readonly changes: RecordChange[] = []
  /** The stretches that cannot be read: they stay as they are. */
  private readonly unread: readonly string[]
  private branches: readonly Lane[]
  private readonly task: Task
  private readonly book: Rulebook
  private readonly nameOf: (entry: Entry) => string

  constructor(task: Task) {
    const { before, census, options } = task
    const { store } = before
    this.task = task
    this.opened = before
    this.unread = unreadIn(before)
    this.branches = store.branches(before.entries)
    this.nameOf = namesFrom(before)
    this.book = denying(rulebookFor(store, before.session.api), options.deny, census.elsewhere)
  }

  /** Whether each conversation that is sent has kept all turns that were to stay. */
  run(): boolean {
    const rounds = new Map<string, number>()
    const isDue = ({ name }: Lane): boolean => (rounds.get(name) ?? 0) < mostRounds
    for (let lane = this.branches.find(isDue); lane !== undefined; lane = this.branches.find(isDue)) {
      const plan = this.planFor(lane)
      rounds.set(lane.name, plan === undefined ? mostRounds : (rounds.get(lane.name) ?? 0) + 1)
      if (plan !== undefined && !this.take(lane, plan)) return false
    }
    return this.takeLateReasoning() && this.takeAside()
  }

  /** Removes the reasoning that its agent would now send behind the words of the answer before. */
  private takeLateReasoning(): boolean {
    const { before } = this.task
    const { api } = before.session
    for (const { name } of before.session.lanes) {
      const { store, entries, session } = this.opened
      const lane = session.lanes.find((each) => each.name === name)
      if (lane === undefined || this.changes.length === 0) continue
      if (!refuses(api, reasoningNotFirst, lastModel(store, entries, lane))) continue
      const late = new Set(store.lateReasoning?.(entries, lane) ?? [])
      const edits = lane.turns.flatMap((index, position) =>
        late.has(index) ? this.withoutReasoning(index, position) : [],
      )
      if (edits.length > 0 && !this.take(lane, { edits })) return false
    }
    return true
  }

  private withoutReasoning(index: number, position: number): readonly Edit[] {
    const { store, entries } = this.opened
    const { parts } = store.format.readTurn(store.messageIn(itemAt(entries, index).value)?.message, 0, [], [])
    const isAll = parts.every(({ kind }) => kind === 'reasoning')
    return (isAll ? [] : parts)
      .filter(({ kind }) => kind === 'reasoning')
      .map((part) => ({
        do: 'remove',
        at: [position, part.list, part.index],
        value: part.raw,
        beside: '',
        why: reasoningNotFirst,
      }))
  }

  /** The plan that removes denied tools from a conversation; undefined if there are none in it. */
  private planFor(lane: Lane): Plan | undefined {
    const { store, entries } = this.opened
    const messages = lane.turns.map((index) => store.messageIn(itemAt(entries, index).value)?.message)
    const { scan, plan } = doorOf(store)
    const around = { tail: 'rest', origin: originOf(store, entries, lane, this.book) } as const
    const found = scan(messages, this.book, around)
    if (!found.some((finding) => finding.rule === toolDenied)) return undefined
    const made = plan(messages, this.book, cleaningPolicy(found, this.task.options), around).plan
    return made.edits.length === 0 ? undefined : made
  }

  /** Changes the file, if what is sent keeps all turns that were to stay. */
  private take(lane: Lane, plan: Plan, leaving: ReadonlyMap<number, string> = new Map()): boolean {
    const { store, path, bytes, entries } = this.opened
    const made = changeOf(store, entries, lane, plan, { leaving })
    const change = withoutMentions(store, entries, made)
    const after = openRecords(store, path, bytesOfChange(bytes, entries, change, store))
    if (!this.isWhole(lane, change, after)) return false
    for (const one of changesIn(change, entries, this.nameOf)) this.changes.push(one)
    this.opened = after
    this.branches = store.branches(after.entries)
    return true
  }

  /** Whether the conversations that are sent have all turns that were to stay, and no others. */
  private isWhole(changed: Lane, change: Change, after: OpenedSession): boolean {
    const { store, entries, session } = this.opened
    // A record that was not sent may have got words that are.
    const others = changed.isLeft ? [] : changed.turns
    if (!isDeepStrictEqual(unreadIn(after), this.unread)) return false
    return session.lanes.every((lane) => {
      const talk = { entries, lane }
      const now = { entries: after.entries, lane: after.session.lanes.find(({ name }) => name === lane.name) }
      return isKept(store, talk, { ...change, placed: [] }, now) && isAlone(store, talk, change, now, others)
    })
  }

  /** Removes the records that mention, beside the conversations, calls that are gone. */
  private takeAside(): boolean {
    const { census } = this.task
    const { store, entries } = this.opened
    const isGone = ({ value }: Entry): boolean => {
      const told = store.tells?.(value)
      if (told === undefined) return false
      return told.calls.some((id) => census.ids.has(id)) || partsIn(store, told.message).some(census.isGoing)
    }
    const leaving = new Map(entries.filter(isGone).map(({ index }) => [index, toolDenied]))
    const [lane] = this.branches
    return leaving.size === 0 || lane === undefined || this.take(lane, { edits: [] }, leaving)
  }
}

/** The text of stretches that cannot be read. */
function unreadIn({ bytes, torn }: OpenedSession): readonly string[] {
  return torn
    .filter(({ kind }) => isUnread(kind))
    .map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString('latin1'))
}

/** Faults from before are left as they were, and calls without a result are not touched. */
export function cleaningPolicy(found: readonly Finding[], { isText }: CleanOptions): Policy {
  const left = [...found.map((finding) => finding.rule), ...pairRules].map((name) => [name, 'leave'] as const)
  return {
    name: 'clean',
    rows: { ...Object.fromEntries(left), [toolDenied]: isText ? 'text' : 'mend' },
    otherwise: 'mend',
    asks: [],
  }
}

/** The same change, with edits that remove the mentions, outside of messages, of calls and results that are gone. */
function withoutMentions(store: Store, entries: readonly Entry[], change: Change): Change {
  const { forgets } = store
  if (forgets === undefined) return change
  const links = new RecordEdits()
  for (const index of change.links.indexes) for (const edit of change.links.of(index)) links.add(index, edit)
  for (const index of change.edits.indexes) {
    const { value } = itemAt(entries, index)
    const edits = change.edits.of(index)
    const after = edited(value, edits)
    const why = edits[0]?.why ?? ''
    for (const edit of forgets(after, goneOf(store, value, after))) links.add(index, { ...edit, why })
  }
  return { ...change, links }
}

function goneOf(store: Store, before: Entry['value'], after: Entry['value']): Gone {
  const [had, has] = [before, after].map((value) => {
    const parts = partsIn(store, store.messageIn(value)?.message)
    return { calls: parts.some(isCall), results: parts.some((part) => !isCall(part)) }
  }) as [Gone, Gone]
  return { calls: had.calls && !has.calls, results: had.results && !has.results }
}

function edited(value: Entry['value'], edits: readonly Edit[]): Entry['value'] {
  const outcome = apply(value, { edits })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
