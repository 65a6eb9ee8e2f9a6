import type { Seat } from '@mortise/core'
import type { Store } from '../contract/store.ts'

type Turn = ReturnType<Store['format']['readTurn']>
type Part = Turn['parts'][number]

/** Which neighbours an agent makes one message of: those of one side, results in a row, or none. */
export type Joining = 'sides' | 'results' | 'none'

/** How an agent makes a request of its turns. */
export interface Sending {
  /** The format of the API. */
  readonly wire: string
  readonly joins: Joining
  /** Whether it gives a result to calls that have none. */
  readonly isAnswering: boolean
}

/**
 * The place of each turn and each part in the request, as the API counts.
 *
 * It counts what it is sent: joined neighbours are one message there, and where instructions are a message they
 * come first.
 */
export function seatsOf(
  turns: readonly Turn[],
  sending: Sending,
): (position: number, part: Part | undefined) => Seat | undefined {
  const count = counters[sending.wire] ?? inBlocks
  const starts = startsOf(turns, sending, count)
  return (position, part) => {
    const [turn, start] = [turns[position], starts[position]]
    if (turn === undefined || start === undefined) return undefined
    return count.seatOf(
      start,
      part === undefined ? [] : turn.parts.filter(({ index }) => index < part.index),
      part,
    )
  }
}

/** How one family of formats lays turns out. */
interface Counter {
  /** How many messages stand before the first turn. */
  readonly lead: number
  /** Whether results of one run share a message. */
  readonly isShared: boolean
  /** How many messages a turn becomes. */
  messagesOf(turn: Turn): number
  /** Where a part stands, if its turn starts there and these parts stand before it. */
  seatOf(start: Seat, before: readonly Part[], part: Part | undefined): Seat
}

const isOf =
  (kind: Part['kind']) =>
  (part: Part | undefined): boolean =>
    part?.kind === kind
const isCall = isOf('call')
const isResult = isOf('result')

/** Calls and results are blocks among others. */
const inBlocks: Counter = {
  lead: 0,
  isShared: true,
  messagesOf: () => 1,
  seatOf: ({ message, part: blocks }, before) => ({ message, part: blocks + before.length }),
}

/** Each result is a message, and calls have a list of their own. */
const inMessages: Counter = {
  lead: 1,
  isShared: false,
  messagesOf: ({ parts }) => Math.max(parts.filter(isResult).length, 1),
  seatOf({ message }, before, part) {
    if (isResult(part)) return { message: message + before.filter(isResult).length, part: 0 }
    return { message, part: isCall(part) ? before.filter(isCall).length : before.length }
  },
}

/** Each part is an item. */
const inItems: Counter = {
  lead: 1,
  isShared: false,
  messagesOf: ({ parts }) => parts.length,
  seatOf: ({ message }, before) => ({ message: message + before.length, part: 0 }),
}

const counters: Readonly<Record<string, Counter>> = {
  'openai-chat': inMessages,
  'openai-responses': inItems,
}

/** The message number at which each turn starts. */
function startsOf(turns: readonly Turn[], { joins, isAnswering }: Sending, count: Counter): readonly Seat[] {
  let next = count.lead
  let [last, blocks, open]: [Turn | undefined, number, Set<unknown>] = [undefined, 0, new Set()]
  return turns.map((turn) => {
    const answers = turn.parts.some(isResult)
    if (!answers && isAnswering && open.size > 0) {
      // Where results share a message, it is there already if one of them was recorded.
      next += !count.isShared ? open.size : last?.parts.some(isResult) ? 0 : 1
      last = undefined
    }
    if (!answers) open = new Set(turn.parts.flatMap((part) => (part.kind === 'call' ? [part.id] : [])))
    for (const part of turn.parts) if (part.kind === 'result') open.delete(part.id)
    const isJoined = count.isShared && last !== undefined && areJoined(last, turn, joins)
    const start = isJoined ? { message: next - 1, part: blocks } : { message: next, part: 0 }
    if (!isJoined) next += count.messagesOf(turn)
    blocks = start.part + turn.parts.length
    last = turn
    return start
  })
}

function areJoined(last: Turn, turn: Turn, joins: Joining): boolean {
  if (joins === 'sides') return (last.speaker === 'model') === (turn.speaker === 'model')
  return joins === 'results' && last.parts.some(isResult) && turn.parts.some(isResult)
}
