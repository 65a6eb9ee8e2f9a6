import { type Part, readTranscript, type Turn } from '@mortise/core'
import type { DiskOutcome } from '../../disk/index.ts'
import type { Entry, Lane, Store } from '../../stores/contract/store.ts'
import { itemAt } from '../../stores/records/lists.ts'
import type { SessionContext } from '../find/context.ts'
import type { JudgedSession } from '../judge/judge.ts'
import { openSession } from '../judge/open.ts'
import { isRefused } from '../judge/verdict.ts'
import { type Joint, jointsOf } from './joints.ts'

/** One turn of a conversation: its record, its line, its speaker, its parts, and whether its calls have results. */
export interface ShownTurn {
  /** The position of its record in the file. */
  readonly record: number
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
  readonly joints: readonly Joint[]
}

/** Reads the conversations of a session: its main one, and those of branches that are not sent. */
export function conversationsOf(
  { disk }: SessionContext,
  judged: JudgedSession,
): DiskOutcome<readonly Conversation[]> {
  const opened = openSession(disk, judged)
  if (!opened.ok) return opened
  const { store, session, entries } = opened.value
  const faulty = new Set((judged.verdict?.found ?? []).filter(isRefused).map(({ at: [index] }) => index))
  const value = session.lanes.map((lane) => ({ lane, ...talkOf(store, lane, entries, faulty) }))
  return { ok: true, value }
}

function talkOf(
  store: Store,
  { turns }: Lane,
  entries: readonly Entry[],
  faulty: ReadonlySet<unknown>,
): Pick<Conversation, 'turns' | 'joints'> {
  const own = turns.map((index) => itemAt(entries, index))
  const messages = own.map(({ value }) => store.messageIn(value)?.message)
  const read = readTranscript(messages, store.format).turns.map(({ speaker, parts }) => ({
    speaker,
    parts: parts.filter(isShown),
  }))
  const joints = jointsOf(read)
  const answered = new Map(joints.map(({ call, result }) => [call && `${call.turn} ${call.part}`, result]))
  const lineOf = (turn: number): number => own[turn]?.line ?? 0
  const shown = read.map(({ speaker, parts }, turn) => ({
    record: own[turn]?.index ?? -1,
    line: lineOf(turn),
    speaker,
    parts,
    joints: parts.flatMap((part, position) => {
      if (part.kind !== 'call') return []
      const result = answered.get(`${turn} ${position}`)
      return [{ call: part.id ?? '', result: result === undefined ? null : lineOf(result.turn) }]
    }),
    isFaulty: faulty.has(own[turn]?.index),
  }))
  return { turns: shown, joints }
}

/** Whether a part says anything to a person: notes about a step do not. */
export function isShown(part: Part): boolean {
  return part.kind !== 'other' || part.isSilent !== true
}
