import type { Finding, Rulebook, Tail } from '@mortise/core'
import type { Entry, Lane, Session, Store } from '../contract/store.ts'
import { lookOver, type ReadBytes, readRecords, recordAt } from '../records/entries.ts'
import { itemAt } from '../records/lists.ts'
import type { Torn } from '../records/torn.ts'
import { linkFindings, placed, tornFinding } from './findings.ts'
import { originOf } from './origin.ts'
import { doorOf, rulebookFor, type Sender } from './rulebook.ts'

/** How a session is to be judged. */
export interface CheckOptions {
  /** `rest` unless said otherwise: its writer is gone. `open` where it is still at work. */
  readonly tail?: Tail
  /** Another API than the one that the session names. */
  readonly api?: string | Rulebook
  /** The sender: its agent, unless an API is named. */
  readonly sender?: Sender
}

/** The sender of a session. A caller that names an API asks what that API refuses, not what the agent would heal. */
export function senderOf({ sender, api }: CheckOptions): Sender {
  return sender ?? (api === undefined ? 'agent' : 'other')
}

/** A session, and what is wrong with it. */
export interface Checked {
  readonly session: Session
  /** In the order of the file; places begin with the position of the record. */
  readonly found: readonly Finding[]
  readonly torn: readonly Torn[]
  /** Of a file that is not torn, only what the store picks. */
  readonly entries: readonly Entry[]
}

/** The bytes of a file. */
export interface Source {
  readonly read: ReadBytes
  /** The size when the file was found, if that is known: bytes written since are not read. */
  readonly size?: number
  whole(): Uint8Array
}

/** Whether a file has bytes but not one record, so that no conversation can be resumed. */
export function isLost({ entries, torn }: Checked): boolean {
  return entries.length === 0 && torn.length > 0
}

/** Finds the faults that the API of a session would refuse; a sound session is skimmed, but not parsed. */
export function checkSession(
  store: Store,
  path: string,
  source: Source,
  options: CheckOptions = {},
): Checked {
  const entries = lookOver(source.read, store, source.size)
  if (entries === undefined) return checkRecords(store, path, source.whole(), options)
  const session = store.open(entries, path)
  const load = (entry: Entry): unknown => store.messageIn(recordAt(source.read, entry))?.message
  return { session, found: faultsOf(store, session, entries, options, load), torn: [], entries }
}

/** Finds the faults of a session whose bytes are at hand, reading all of them. */
export function checkRecords(
  store: Store,
  path: string,
  bytes: Uint8Array,
  options: CheckOptions = {},
): Checked {
  return checkRead(store, path, readRecords(bytes, store), options)
}

/** Finds the faults of a session whose records were read already. */
export function checkRead(
  store: Store,
  path: string,
  { entries, torn }: Pick<Checked, 'entries' | 'torn'>,
  options: CheckOptions = {},
): Checked {
  const session = store.open(entries, path)
  const load = ({ value }: Entry): unknown => store.messageIn(value)?.message
  const faults = faultsOf(store, session, entries, options, load)
  return { session, found: sorted([...torn.map((one) => tornFinding(one, store)), ...faults]), torn, entries }
}

function faultsOf(
  store: Store,
  session: Session,
  entries: readonly Entry[],
  options: CheckOptions,
  load: (entry: Entry) => unknown,
): readonly Finding[] {
  const { tail = 'rest', api = session.api } = options
  const sender = senderOf(options)
  const { scanTurns } = doorOf(store)
  const inLane = (lane: Lane): Finding[] => {
    const rulebook = rulebookFor(store, api, sender, lane)
    const turnAt = (index: number): Entry => itemAt(entries, index)
    const seen = lane.turns.map((index) => store.messageIn(turnAt(index).value)?.message)
    const loadAt = (turn: number): unknown => load(turnAt(itemAt(lane.turns, turn)))
    const origin = originOf(store, entries, lane, api, sender)
    const found = scanTurns(seen, rulebook, { tail, origin, load: loadAt })
    return found.length === 0 ? [] : placed(found, lane.turns.map(turnAt), store, lane.isDormant === true)
  }
  const found = [...linkFindings(entries, store), ...session.lanes.flatMap(inLane)]
  return found.length === 0 ? found : sorted(found)
}

/** In the order of the records; the sort is stable. */
function sorted(found: readonly Finding[]): readonly Finding[] {
  const positionOf = ({ at: [index] }: Finding): number => (typeof index === 'number' ? index : 0)
  return [...found].sort((left, right) => positionOf(left) - positionOf(right))
}
