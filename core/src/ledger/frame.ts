import { usableArguments } from '../engine/arguments.ts'
import { isOpen, match } from '../engine/match.ts'
import { readAll } from '../engine/reading.ts'
import type { Api, Format } from '../model/format.ts'
import type { Call } from '../model/transcript.ts'
import { type End, isStandIn, renderEnd } from './end.ts'

/** A call of the model's, as tools see it. */
export interface LedgerCall {
  readonly id: string | undefined
  readonly name: string | undefined
  /** The arguments as an object; what the model wrote that is none stands under `unparsed`. */
  readonly arguments: unknown
  /** The number of its turn in the ledger, and its position among the calls of that turn: ids may repeat. */
  readonly turn: number
  readonly index: number
}

/** A call and what became of it. */
export interface Slot {
  readonly call: LedgerCall
  /** The call as the format reads it. */
  readonly source: Call
  /** Whether its tool was started, or was about to be when the log ends. */
  hasStarted: boolean
  end: End | undefined
}

/** What the model said in one go, and what became of its calls. */
export interface Frame {
  readonly kind: 'frame'
  readonly number: number
  readonly messages: readonly unknown[]
  readonly slots: readonly Slot[]
}

/** What anybody else said. */
export interface Said {
  readonly kind: 'said'
  readonly messages: readonly unknown[]
}

export type Entry = Frame | Said

/** A turn of the model's with those of its calls that wait for a result. */
export function frameOf(messages: readonly unknown[], number: number, { format, rulebook }: Api): Frame {
  const { turns } = readAll(messages, format)
  const waiting = match(turns, rulebook.layout).joints.filter(isOpen)
  const slots = waiting.map(({ call: source }, index): Slot => {
    const { id, name } = source
    const call = { id, name, arguments: usableArguments(source), turn: number, index }
    return { call, source, hasStarted: false, end: undefined }
  })
  return { kind: 'frame', number, messages, slots }
}

/** Whether nothing more has to happen before the conversation can go on. */
export function isSettled(entry: Entry): boolean {
  return entry.kind === 'said' || entry.slots.every(({ end }) => end !== undefined)
}

/** What was said as messages: a turn of the model's is followed by the results of its calls, in the order of those. */
export function renderEntry(entry: Entry, format: Format, answersUnfinished: boolean): readonly unknown[] {
  if (entry.kind === 'said') return entry.messages
  const results = entry.slots.flatMap(({ source, end }) => {
    // A policy that takes unfinished calls out wants them unanswered: the engine does it.
    if (end === undefined || (isStandIn(end) && !answersUnfinished)) return []
    return [renderEnd(source, end, format)]
  })
  if (results.length === 0) return entry.messages
  if (format.results.shape === 'self') return [...entry.messages, ...results]
  const { speaker } = format.results
  return [...entry.messages, format.renderTurn(speaker, { parts: results }, entry.messages.at(-1))]
}
