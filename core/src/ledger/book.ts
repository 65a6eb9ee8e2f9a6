import type { Leaving } from '../engine/arrange/leaving.ts'
import type { Api } from '../model/format.ts'
import { mayEnd } from './end.ts'
import { type Entry, type Frame, frameOf, isSettled, type Slot, unfinishedIn } from './frame.ts'
import type { LedgerRecord } from './record.ts'

/** The entries of a ledger so far, in order. */
export interface Book {
  readonly entries: readonly Entry[]
  /** Turns of the model's, by number. */
  readonly frames: ReadonlyMap<number, Frame>
  /** The number of the next turn. */
  next(): number
  /**
   * Takes in what happened; false where it changes nothing.
   *
   * The live ledger and the reading of a log go through this alone, so that what is read back is what was lived.
   */
  enter(record: LedgerRecord): boolean
  /** The turns whose calls still wait. */
  open(): readonly Frame[]
}

/** A book that nothing has been written in. */
export function newBook(api: Api, leaving?: Leaving['remedy']): Book {
  const entries: Entry[] = []
  const frames = new Map<number, Frame>()
  let waiting: Frame[] = []
  let number = 0

  const enterTurn = ({ turn, messages, isLoose }: Extract<LedgerRecord, { do: 'turn' }>): boolean => {
    if (frames.has(turn)) return false
    const frame = frameOf(messages, turn, api, isLoose === true)
    frames.set(turn, frame)
    entries.push(frame)
    number = Math.max(number, turn + 1)
    if (!isSettled(frame)) waiting.push(frame)
    return true
  }

  /** Turns after a call were made for what stood in for its result, unless its turn is still left out. */
  const loosen = (turn: number): void => {
    const home = frames.get(turn)
    if (home === undefined || (leaving === 'drop-turn' && unfinishedIn(home).size > 0)) return
    for (const frame of frames.values()) frame.isLoose ||= frame.number > turn
  }

  return {
    entries,
    frames,
    next: () => number,
    enter(record) {
      if (record.do === 'say') {
        entries.push({ kind: 'said', messages: record.messages })
        return true
      }
      if (record.do === 'turn') return enterTurn(record)
      const slot = frames.get(record.turn)?.slots[record.call]
      if (slot === undefined) return false
      const isPast = slot.end !== undefined
      const isNews = record.do === 'start' ? start(slot) : finish(slot, record)
      if (isNews && isPast) loosen(record.turn)
      if (isNews && record.do === 'end') waiting = waiting.filter((frame) => !isSettled(frame))
      return isNews
    },
    open: () => waiting,
  }
}

function start(slot: Slot): boolean {
  if (slot.hasStarted || slot.end !== undefined) return false
  slot.hasStarted = true
  return true
}

function finish(slot: Slot, record: Extract<LedgerRecord, { readonly do: 'end' }>): boolean {
  const { do: _deed, turn: _turn, call: _call, ...end } = record
  if (!mayEnd(slot.end, end)) return false
  slot.end = end
  return true
}
