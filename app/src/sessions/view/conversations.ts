import { type Part, readTranscript, type Turn } from '@mortise/core'
import { type DiskOutcome, readTarget } from '../../disk/index.ts'
import { checkRecords } from '../../stores/check/check.ts'
import type { Entry, Lane, Store } from '../../stores/contract/store.ts'
import { itemAt } from '../../stores/records/lists.ts'
import type { SessionContext } from '../find/context.ts'
import type { JudgedSession } from '../judge/judge.ts'
import { isRefused } from '../judge/verdict.ts'

/** One turn of a conversation: its line, its speaker, its parts, and whether its calls have results. */
export interface ShownTurn {
  readonly line: number
  readonly speaker: Turn['speaker']
  readonly parts: readonly Part[]
  /** Each call of the turn, and the line of its result; null if it has none. */
  readonly joints: readonly { readonly call: string; readonly result: number | null }[]
  /** Whether the API will refuse the conversation because of this turn. */
  readonly isFaulty: boolean
}

/** One conversation of a session, as its agent has it. */
export interface Conversation {
  readonly lane: Lane
  readonly turns: readonly ShownTurn[]
}

/** Reads the conversations of a session: its main one, and those of branches that are not sent. */
export function conversationsOf(
  { disk }: SessionContext,
  { store, target, verdict }: JudgedSession,
): DiskOutcome<readonly Conversation[]> {
  const read = readTarget(disk, target)
  if (!read.ok) return read
  const { session, entries } = checkRecords(store, target.path, read.value.bytes)
  const faulty = new Set((verdict?.found ?? []).filter(isRefused).map(({ at: [index] }) => index))
  const value = session.lanes.map((lane) => ({ lane, turns: turnsOf(store, lane, entries, faulty) }))
  return { ok: true, value }
}

function turnsOf(
  store: Store,
  { turns }: Lane,
  entries: readonly Entry[],
  faulty: ReadonlySet<unknown>,
): readonly ShownTurn[] {
  const own = turns.map((index) => itemAt(entries, index))
  const messages = own.map(({ value }) => store.messageIn(value)?.message)
  const read = readTranscript(messages, store.format).turns
  const results = new Map<string, number>()
  read.forEach(({ parts }, position) => {
    for (const part of parts)
      if (part.kind === 'result' && part.id) results.set(part.id, own[position]?.line ?? 0)
  })
  return read.map(({ speaker, parts }, position) => ({
    line: own[position]?.line ?? 0,
    speaker,
    parts: parts.filter(isShown),
    joints: parts.flatMap((part) => {
      if (part.kind !== 'call') return []
      const { id: call = '', isInline, excused } = part
      // A call that holds its own result says so itself.
      const line = isInline && excused ? own[position]?.line : results.get(call)
      return [{ call, result: line ?? null }]
    }),
    isFaulty: faulty.has(own[position]?.index),
  }))
}

/** Whether a part says anything to a person: notes about a step do not. */
export function isShown(part: Part): boolean {
  return part.kind !== 'other' || part.isSilent !== true
}
