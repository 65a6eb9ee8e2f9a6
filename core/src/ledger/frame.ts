import { isSigned } from '../engine/binding/loosened.ts'
import { boundRule } from '../engine/binding/unbind.ts'
import { apply } from '../engine/diff/apply.ts'
import { sortEdits } from '../engine/diff/invert.ts'
import { usableArguments } from '../engine/for-rules/arguments.ts'
import { walkFrames } from '../engine/match/frame-walk.ts'
import { match } from '../engine/match/match.ts'
import { isOpen } from '../engine/match/match-state.ts'
import { readAll } from '../engine/reading.ts'
import type { Edit } from '../model/edit.ts'
import { type Api, type Format, placeOf } from '../model/format.ts'
import type { Frame as Span } from '../model/joint.ts'
import { addTo } from '../model/lists.ts'
import type { Place } from '../model/place.ts'
import { seatsOf } from '../model/seat.ts'
import type { Call, Turn } from '../model/transcript.ts'
import { type End, isStandIn, renderEnd } from './end.ts'

/** A call of the model's, as tools see it. */
export interface LedgerCall {
  readonly id: string | undefined
  readonly name: string | undefined
  /** The arguments as an object; text of the model that is no object stands under `unparsed`. */
  readonly arguments: unknown
  /** The number of its turn in the ledger, and its position among the calls of that turn: ids may repeat. */
  readonly turn: number
  readonly index: number
}

/** A call and what became of it. */
export interface Slot {
  readonly call: LedgerCall
  /** The call as the format reads it, and the turn that holds it. */
  readonly source: Call
  readonly turn: Turn
  /** Its number among all calls of its frame, those that do not wait too. */
  readonly number: number
  /** The position among the messages of its frame before which its result stands. */
  readonly before: number
  /** Whether its tool was started, or was about to be when the log ends. */
  hasStarted: boolean
  end: End | undefined
}

/** One turn of the model, and the outcome of its calls. */
export interface Frame {
  readonly kind: 'frame'
  readonly number: number
  readonly messages: readonly unknown[]
  readonly slots: readonly Slot[]
  /** The turns before it have changed since the model made it: reasoning that is bound to them goes. */
  isLoose: boolean
}

/** A message of anybody else. */
interface OtherMessage {
  readonly kind: 'said'
  readonly messages: readonly unknown[]
}

export type Entry = Frame | OtherMessage

/** A turn of the model's with those of its calls that wait for a result. */
export function frameOf(
  messages: readonly unknown[],
  number: number,
  { format, rulebook }: Api,
  isLoose = false,
): Frame {
  const { turns } = readAll(messages, format)
  const { layout } = rulebook
  const { joints } = match(turns, layout)
  const homes = new Map<Call, Span>()
  walkFrames(turns, layout, { call: (call, _, span) => homes.set(call, span), result: () => {} })
  const waiting = joints.flatMap((joint, at) => (isOpen(joint) ? [{ joint, at }] : []))
  const slots = waiting.map(({ joint: { call: source, turn }, at }, index): Slot => {
    const { id, name } = source
    const call = { id, name, arguments: usableArguments(source), turn: number, index }
    const before = homes.get(source)?.regionEnd ?? messages.length
    return { call, source, turn, number: at, before, hasStarted: false, end: undefined }
  })
  return { kind: 'frame', number, messages, slots, isLoose }
}

/** Whether nothing more has to happen before the conversation can go on. */
export function isSettled(entry: Entry): boolean {
  return entry.kind === 'said' || entry.slots.every(({ end }) => end !== undefined)
}

/** Whether a call has no end as yet, or one that only stands in for a result. */
function isUnfinished({ end }: Slot): boolean {
  return end === undefined || isStandIn(end)
}

/** The numbers of the calls of an entry that are unfinished. */
export function unfinishedIn(entry: Entry): ReadonlySet<number> {
  const slots = entry.kind === 'said' ? [] : entry.slots
  return new Set(slots.filter(isUnfinished).map(({ number }) => number))
}

/**
 * The conversation as messages: calls of the model's are followed by their results, in the order of those.
 *
 * Each call has one, be it a stand-in, before the model goes on: ids may be missing or repeat, and only then is
 * every result beside its call.
 */
export function renderEntry(
  entry: Entry,
  format: Format,
  leavesOut: boolean,
  binds: boolean,
): readonly unknown[] {
  if (entry.kind === 'said') return entry.messages
  const within: Edit[] = binds && entry.isLoose ? withoutReasoning(entry.messages, format) : []
  const results = new Map<number, unknown[]>()
  for (const slot of entry.slots) {
    const { source, turn, end, before } = slot
    // A result that is written into its call belongs to that call.
    if (source.isInline === true && leavesOut && isUnfinished(slot)) continue
    const value = renderEnd(source, end, format)
    if (source.isInline === true) within.push(inPlace(placeOf(format, [], turn, source), source.raw, value))
    else addTo(results, before, value)
  }
  const messages = withEdits(entry.messages, sortEdits(within))
  return [...messages, undefined].flatMap((message, at) => [
    ...turnsOf(results.get(at) ?? [], format, messages[at - 1]),
    ...(at < messages.length ? [message] : []),
  ])
}

/** The edits that take signed reasoning out of messages. */
function withoutReasoning(messages: readonly unknown[], format: Format): Edit[] {
  const seats = seatsOf(readAll(messages, format).turns, isSigned)
  return seats.map(({ turn, part }) => {
    const at = placeOf(format, [], turn, part)
    return { do: 'remove', at, value: part.raw, beside: '', why: boundRule }
  })
}

/** A call that holds its result takes the place of the one that did not. */
function inPlace(at: Place, from: unknown, value: unknown): Edit {
  return { do: 'replace', at, from, value, why: 'call-without-result' }
}

function withEdits(messages: readonly unknown[], edits: readonly Edit[]): readonly unknown[] {
  const outcome = apply(messages, { edits })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

function turnsOf(results: readonly unknown[], format: Format, beside: unknown): readonly unknown[] {
  const { shape, speaker } = format.results
  if (results.length === 0 || shape === 'self') return results
  return [format.renderTurn(speaker, { parts: results }, beside)]
}
