import type { Rulebook, RuleName, Tail } from '@mortise/core'
import { type Copings, copingsOf, type Sent, type SessionFinding } from '../contract/coping.ts'
import type { Entry, Lane, Session, Store } from '../contract/store.ts'
import { lookOver, type ReadBytes, type Records, readRecords, recordAt } from '../records/entries.ts'
import { itemAt } from '../records/lists.ts'
import type { Torn } from '../records/torn.ts'
import { linkFindings, placed, tornFinding } from './findings.ts'
import { originOf } from './origin.ts'
import { doorOf, rulebookFor, rulebookNamed } from './rulebook.ts'

/** How a session is to be judged. */
export interface CheckOptions {
  /** `rest` unless said otherwise: its writer is gone. `open` where it is still at work. */
  readonly tail?: Tail
  /** Another API than the one that the session names. */
  readonly api?: string | Rulebook
  /** The sender: its agent, unless an API is named. */
  readonly sender?: Sent['sender']
}

/** The sender of a session. A caller that names an API asks what that API refuses, not what the agent would heal. */
export function senderOf({ sender, api }: CheckOptions): 'agent' | 'other' {
  return sender ?? (api === undefined ? 'agent' : 'other')
}

/** A session, and what is wrong with it. */
export interface Checked {
  readonly session: Session
  /** In the order of the file; places begin with the position of the record. */
  readonly found: readonly SessionFinding[]
  readonly torn: readonly Torn[]
  /** If the file was only skimmed, the records hold the members that the store picks. */
  readonly entries: readonly Entry[]
}

/** A session whose bytes were read in full: it is handed on from step to step, so that no step reads them again. */
export interface OpenedSession extends Records {
  readonly store: Store
  readonly path: string
  readonly bytes: Uint8Array
  readonly session: Session
}

/** An opened session, and what is wrong with it. */
export interface CheckedSession extends OpenedSession, Pick<Checked, 'found'> {}

/** Reads the records of a session, and understands them as its agent does. */
export function openRecords(store: Store, path: string, bytes: Uint8Array): OpenedSession {
  const { entries, torn } = readRecords(bytes, store)
  return { store, path, bytes, entries, torn, session: store.open(entries, path) }
}

/** The bytes of a file. */
export interface Source {
  readonly read: ReadBytes
  /** The size when the file was found, if that is known: bytes written since are not read. */
  readonly size?: number
  whole(): Uint8Array
}

/** Whether a file has bytes but not one record, so that no conversation can be resumed. */
export function isLost({ entries, torn }: Records): boolean {
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
  if (entries === undefined) return checkOpened(openRecords(store, path, source.whole()), options)
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
): CheckedSession {
  return checkOpened(openRecords(store, path, bytes), options)
}

/** How opened sessions were judged last: a repair judges the session that was judged when it was chosen. */
const judgements = new WeakMap<
  OpenedSession,
  { readonly by: readonly unknown[]; readonly checked: CheckedSession }
>()

/** Finds the faults of an opened session. */
export function checkOpened(opened: OpenedSession, options: CheckOptions = {}): CheckedSession {
  const by = [options.tail ?? 'rest', options.api, senderOf(options)]
  const known = judgements.get(opened)
  if (known?.by.every((each, index) => each === by[index])) return known.checked
  const { store, session, entries, torn } = opened
  const load = ({ value }: Entry): unknown => store.messageIn(value)?.message
  const faults = faultsOf(store, session, entries, options, load)
  const copings = recordCopings(store, session, options)
  const lost = torn.map((one) => tornFinding(one, store, copings, entries.length))
  const { path, bytes } = opened
  const checked = { store, path, bytes, session, entries, torn, found: sorted([...lost, ...faults]) }
  judgements.set(opened, { by, checked })
  return checked
}

function faultsOf(
  store: Store,
  session: Session,
  entries: readonly Entry[],
  options: CheckOptions,
  load: (entry: Entry) => unknown,
): readonly SessionFinding[] {
  const { tail = 'rest', api = session.api } = options
  const { scanTurns } = doorOf(store)
  const inLane = (lane: Lane): SessionFinding[] => {
    const sent = { sender: senderOf(options), version: session.version, lane }
    const rulebook = rulebookFor(store, api, sent)
    const turnAt = (index: number): Entry => itemAt(entries, index)
    const seen = lane.turns.map((index) => store.messageIn(turnAt(index).value)?.message)
    const loadAt = (turn: number): unknown => load(turnAt(itemAt(lane.turns, turn)))
    const origin = originOf(store, entries, lane, api, sent)
    const found = scanTurns(seen, rulebook, { tail, origin, load: loadAt })
    if (found.length === 0) return []
    return placed(
      found,
      lane.turns.map(turnAt),
      store,
      lane.isDormant === true,
      refusedCopings(store, api, sent),
    )
  }
  const found = [
    ...linkFindings(entries, store, session.lanes, recordCopings(store, session, options)),
    ...session.lanes.flatMap(inLane),
  ]
  return found.length === 0 ? found : sorted(found)
}

/** How the sender of a session copes with faults of its file, whichever conversation they concern. */
function recordCopings(store: Store, session: Session, options: CheckOptions): Copings {
  const { api = session.api } = options
  const sent = { sender: senderOf(options), version: session.version }
  return copingsOf(store, rulebookNamed(api).name, sent)
}

/** The copings with faults that the API would refuse. */
function refusedCopings(store: Store, api: string | Rulebook, sent: Sent): Copings {
  const { name, rows } = rulebookNamed(api)
  const isRefused = ([rule]: readonly [string, unknown]): boolean =>
    Object.hasOwn(rows, rule) && rows[rule as RuleName]?.severity === 'refused'
  return new Map([...copingsOf(store, name, sent)].filter(isRefused))
}

/** In the order of the records; the sort is stable. */
function sorted(found: readonly SessionFinding[]): readonly SessionFinding[] {
  const positionOf = ({ at: [index] }: SessionFinding): number => (typeof index === 'number' ? index : 0)
  return [...found].sort((left, right) => positionOf(left) - positionOf(right))
}
