import { type Finding, type OpenCall, readTranscript, type Turn } from '@mortise/core'
import type { Checked, OpenedSession } from '../../stores/check/check.ts'
import { nameOf } from '../../stores/check/findings.ts'
import { originOf } from '../../stores/check/origin.ts'
import { doorOf, rulebookFor } from '../../stores/check/rulebook.ts'
import type { Entry, Lane, Session, Store } from '../../stores/contract/store.ts'
import { treeOf } from '../../stores/links/links.ts'
import { type Mended, type MendOptions, mendSession } from '../../stores/mend/mend.ts'
import { type JsonObject, memberAt, nonEmpty } from '../../stores/records/json.ts'
import { itemAt } from '../../stores/records/lists.ts'
import { tellLoaded } from './debug-lines.ts'

/** One turn of a conversation, and the record that it stands in. */
export interface SessionTurn {
  /** The record's id; undefined where records have none. */
  readonly id: string | undefined
  /** The whole record. */
  readonly record: JsonObject
  /** The message in it. */
  readonly message: unknown
  readonly speaker: Turn['speaker']
  /** Whether the file does not hold it: it mends the conversation. */
  readonly isMade: boolean
}

/** A call that waits for its result. */
export interface WaitingCall extends OpenCall {
  /** The record that it stands in, as findings name them. */
  readonly record: string
}

/** A record that a conversation goes without, or a stretch that nobody can read. */
export interface LeftOut {
  /** As findings name them: the line, and the id if there is one. */
  readonly record: string
  /** The rules that asked for it. */
  readonly why: readonly string[]
}

/** The conversation of a session, as its agent would go on with it. */
export interface SessionView extends Omit<Session, 'lanes'> {
  /** The agent that wrote it. */
  readonly agent: string
  readonly path: string
  /** The conversation, mended. */
  readonly turns: readonly SessionTurn[]
  /** The same, the messages alone. */
  readonly messages: readonly unknown[]
  /** The conversation as the file has it; the very same lists where nothing had to be mended. */
  readonly raw: Pick<SessionView, 'turns' | 'messages'>
  /** The calls of the file that wait for their results; their places are in `raw.messages`. */
  readonly openCalls: readonly WaitingCall[]
  readonly leftOut: readonly LeftOut[]
  /** The id of the last record of the conversation that is in the file: the parent of the next one. */
  readonly leaf: string | undefined
  readonly found: readonly Finding[]
  /** The findings that are left in the mended conversation. */
  readonly left: readonly Finding[]
  /** Whether nothing is left that the API refuses. */
  readonly isSound: boolean
}

/** Views the bytes of a session: what its agent would send, mended; nothing is written. */
export function viewOf(opened: OpenedSession, options: MendOptions = {}): SessionView {
  const { store, path } = opened
  // The messages go to a program that is not the agent: it sends them as they are, and heals none of them.
  const mended = mendSession(opened, {
    isPartial: true,
    isForReading: true,
    sender: 'other',
    ...options,
  })
  const { before } = mended
  const { lanes, ...session } = before.session
  const raw = talkOf(store, before, lanes[0], () => false)
  const isMended = mended.bytes !== opened.bytes
  const seen = isMended ? mendedTalk(mended) : raw
  const openCalls = waitingIn(store, before, raw.messages, options.api ?? session.api)
  const leftOut = isMended ? leftOutOf(mended) : []
  tellLoaded({ agent: store.name, id: session.id, open: openCalls.map(({ id }) => id ?? '(no id)'), leftOut })
  return {
    agent: store.name,
    path,
    ...session,
    ...seen,
    raw: { turns: raw.turns, messages: raw.messages },
    openCalls,
    leftOut,
    found: before.found,
    left: mended.left,
    isSound: mended.isSound,
  }
}

type Talk = Pick<SessionView, 'turns' | 'messages' | 'leaf'>

function mendedTalk({ before, after, changes }: Mended): Talk {
  const { store, session } = after
  const known = new Set(before.entries.map((entry) => idOf(store, entry)))
  const made = new Set(changes.flatMap(({ value }) => (value === undefined ? [] : [JSON.stringify(value)])))
  const isMade = (entry: Entry): boolean => {
    const id = idOf(store, entry)
    return id === undefined ? made.has(JSON.stringify(entry.value)) : !known.has(id)
  }
  return talkOf(store, after, session.lanes[0], isMade)
}

function talkOf(
  store: Store,
  { entries }: Pick<Checked, 'entries'>,
  lane: Lane | undefined,
  isMade: (entry: Entry) => boolean,
): Talk {
  const own = (lane?.turns ?? []).map((index) => itemAt(entries, index))
  const messages = own.map(({ value }) => store.messageIn(value)?.message)
  const read = readTranscript(messages, store.format).turns
  const turns = own.map((entry, position): SessionTurn => {
    return {
      id: idOf(store, entry),
      record: entry.value,
      message: messages[position],
      speaker: read[position]?.speaker ?? 'unknown',
      isMade: isMade(entry),
    }
  })
  return { turns, messages, leaf: leafIn(store, entries, lane, isMade) }
}

/** The last record of a lane; if that one is not in the file, the nearest record before it that is. */
function leafIn(
  store: Store,
  entries: readonly Entry[],
  lane: Lane | undefined,
  isMade: (entry: Entry) => boolean,
): string | undefined {
  const { links } = store
  if (links === undefined || lane === undefined) return undefined
  const tree = treeOf(entries, links)
  let at: number | undefined = lane.leaf
  for (let steps = 0; at !== undefined && steps < entries.length; steps++) {
    const entry = entries[at]
    if (entry === undefined || !isMade(entry)) break
    at = tree.parentOf(at)
  }
  return at === undefined ? undefined : tree.idOf(at)
}

function waitingIn(
  store: Store,
  { session, entries }: Checked,
  messages: readonly unknown[],
  api: NonNullable<MendOptions['api']>,
): readonly WaitingCall[] {
  const [lane] = session.lanes
  const turns = lane?.turns ?? []
  const origin = lane === undefined ? {} : originOf(store, entries, lane, api)
  return doorOf(store)
    .openCalls(messages, rulebookFor(store, api), { origin })
    .map((call) => {
      const [turn] = call.at
      const entry = typeof turn === 'number' ? entries[turns[turn] ?? -1] : undefined
      return { ...call, record: entry === undefined ? '' : nameOf(entry, store) }
    })
}

/** The records that mending takes out. */
export function leftOutOf({ changes }: Mended): readonly LeftOut[] {
  return changes.flatMap(({ do: act, record, why }) => (act === 'remove' ? [{ record, why }] : []))
}

function idOf({ links }: Store, { value }: Entry): string | undefined {
  return links === undefined ? undefined : nonEmpty(memberAt(value, links.id))
}
