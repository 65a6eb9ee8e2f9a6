import { MortiseError } from '../model/outcome.ts'
import type { Book } from './book.ts'
import { type End, isStandIn, mayEnd } from './end.ts'
import { type Frame, isSettled, type Slot } from './frame.ts'
import type { SinkJournal } from './journal.ts'
import { type LedgerRecord, printLine } from './record.ts'
import { wordsOf } from './value.ts'
import type { View } from './view.ts'

/** The one place where something happens to a ledger: it is entered in the book, written down, and told. */
export interface Desk {
  readonly book: Book
  readonly view: View
  /** Notes what was said, by someone who waits for no calls if told so. Throws where it cannot be noted. */
  say(messages: readonly unknown[], interrupts: boolean): void
  /** Notes what the model said, and gives its turn; it waits for no earlier calls. */
  turn(messages: readonly unknown[]): Frame
  /** The newest call of an id that has no result of its tool yet. */
  find(id: string): Slot | undefined
  /** Takes a call for a tool to be run: false if somebody has. */
  claim(slot: Slot): boolean
  /** Notes that a tool is about to run; resolves once that is durable. */
  start(slot: Slot): Promise<void>
  /** Is told that a tool runs now. */
  begin(slot: Slot): void
  /** Whether a tool of a turn runs, and its call has not ended without it. */
  isRunning(frame: Frame): boolean
  /** Ends a call, unless it has ended; a stand-in gives way to a result. True if this is its end now. */
  end(slot: Slot, end: End): boolean
  /** Is told how a call ended, once. */
  watch(slot: Slot, told: (end: End) => void): void
  /** Ends the calls of a turn that wait. */
  stop(frame: Frame, as: 'cancelled' | 'interrupted'): void
  flush(): Promise<void>
  close(): Promise<void>
}

export function makeDesk(book: Book, journal: SinkJournal, view: View): Desk {
  /** The calls that somebody has taken, and whether their tools run. */
  const claimed = new Map<Slot, boolean>()
  const watchers = new Map<Slot, ((end: End) => void)[]>()
  let isClosed = false

  const enter = (record: LedgerRecord, isPast = false, line = printLine(record)): boolean => {
    if (isClosed || !book.enter(record)) return false
    journal.add(line)
    // That a tool starts is nothing that anybody says.
    if (record.do !== 'start') view.changed(isPast)
    return true
  }

  const enterSaid = (record: LedgerRecord, interrupts: boolean): void => {
    if (isClosed) throw closed()
    // Printed first: what is no JSON changes nothing.
    const line = printLine(record)
    if (interrupts) for (const frame of book.open()) stop(frame, 'cancelled')
    enter(record, false, line)
  }

  const end = (slot: Slot, how: End): boolean => {
    if (isClosed || !mayEnd(slot.end, how)) return false
    const { turn, index } = slot.call
    const frame = book.frames.get(turn)
    const isPast = frame !== undefined && isSettled(frame)
    const isEntered = enterEnd((as) => enter({ do: 'end', turn, call: index, ...as }, isPast), how)
    if (isEntered) tell(slot)
    return isEntered
  }

  const tell = (slot: Slot): void => {
    const told = watchers.get(slot) ?? []
    watchers.delete(slot)
    claimed.delete(slot)
    for (const each of told) if (slot.end !== undefined) each(slot.end)
  }

  const stop = (frame: Frame, as: 'cancelled' | 'interrupted'): void => {
    const isRun = frame.slots.some((slot) => slot.hasStarted || claimed.has(slot))
    for (const slot of frame.slots) {
      // A caller that runs tools without telling the ledger may have run any of them.
      const ran = claimed.get(slot) ?? (slot.hasStarted || !isRun)
      if (slot.end === undefined) end(slot, { as, ran })
    }
  }

  return {
    book,
    view,
    say: (messages, interrupts) => enterSaid({ do: 'say', messages }, interrupts),
    turn(messages) {
      const turn = book.next()
      // Calls that still wait are closed by this turn, in other words than were shown.
      const isLoose = view.isOutdated(book.open().length > 0)
      enterSaid({ do: 'turn', turn, messages, ...(isLoose ? { isLoose } : {}) }, true)
      view.answered()
      const frame = book.frames.get(turn)
      if (frame === undefined) throw closed()
      return frame
    },
    find(id) {
      const slots = [...book.frames.values()].flatMap((frame) => frame.slots)
      return slots.findLast(({ call, end: now }) => call.id === id && (now === undefined || isStandIn(now)))
    },
    claim(slot) {
      if (isClosed || slot.end !== undefined || claimed.has(slot)) return false
      claimed.set(slot, false)
      return true
    },
    start(slot) {
      enter({ do: 'start', turn: slot.call.turn, call: slot.call.index })
      return journal.flush()
    },
    begin: (slot) => void claimed.set(slot, true),
    isRunning: ({ slots }) => slots.some((slot) => claimed.get(slot) === true),
    end,
    watch(slot, told) {
      const others = watchers.get(slot)
      if (others === undefined) watchers.set(slot, [told])
      else others.push(told)
    },
    stop,
    flush: () => journal.flush(),
    close() {
      if (!isClosed) for (const frame of book.open()) stop(frame, 'cancelled')
      isClosed = true
      return journal.close()
    },
  }
}

/** Ends a call; where what its tool gave is too much for one line, it is told that it ran all the same. */
function enterEnd(enter: (end: End) => boolean, end: End): boolean {
  try {
    return enter(end)
  } catch (error) {
    return enter({ as: 'failed', why: `the tool ran, but its result cannot be kept: ${wordsOf(error)}` })
  }
}

function closed(): MortiseError {
  return new MortiseError('ledger-closed', 'This ledger is closed.', { hint: 'Open it again.' })
}
