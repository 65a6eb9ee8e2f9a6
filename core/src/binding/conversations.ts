import type { ChangedPlace } from '../engine/binding/loosened.ts'
import type { Format } from '../model/format.ts'
import { earlier } from './change.ts'
import { startOf, type Trail, trailOf } from './trail.ts'

/** A conversation whose past was changed on its way to the API. */
export interface ChangedConversation {
  /** The name by which it is kept. */
  readonly key: string
  /** The place of its first change. */
  change: ChangedPlace
  /** The digests of the requests that were sent since; the newest last. Reasoning that was made for one of them stays. */
  readonly sent: Set<string>
  /** The digests of the reasoning that was taken out; it stays out. */
  readonly removed: Set<string>
  /** Tools that were taken from the model among the turns, each with the digest of the turns before that. */
  withdrawn: ReadonlyMap<string, string>
  /** Something was changed in front of the turns. */
  isHeadEdited: boolean
}

/** News of a conversation for memories of other processes: plain JSON, digests and no text. */
export interface ConversationNote extends Pick<ChangedConversation, 'key' | 'change' | 'isHeadEdited'> {
  /** The digest of its first turn. */
  readonly start: string
  readonly client: string
  /** The digests that were not told before. */
  readonly sent: readonly string[]
  readonly removed: readonly string[]
  readonly withdrawn: readonly (readonly [string, string])[]
}

/** The most memory, in bytes. */
export interface MemoryBytes {
  /** A conversation that is larger loses its oldest notes. */
  readonly conversation: number
  /** A client with more loses its oldest conversations. */
  readonly client: number
}

/** Conversations by the turns before their first change, within limits. */
export interface Conversations {
  isEmpty(): boolean
  /** Whether a document begins like one of them. */
  mayHold(format: Format, document: unknown): boolean
  find(client: string, format: Format, document: unknown): ChangedConversation | undefined
  /** Keeps a conversation that is changed there for the first time. */
  add(
    client: string,
    format: Format,
    document: unknown,
    change: ChangedPlace,
    isHead: boolean,
  ): ChangedConversation
  /** Holds a conversation that has grown, and its client, to their limits, and tells what is new in it. */
  confine(conversation: ChangedConversation): void
  /** Takes over what another memory told. */
  learn(note: ConversationNote): void
}

interface KeptConversation {
  readonly conversation: ChangedConversation
  readonly start: string
  readonly client: string
  bytes: number
  /** The digests that were told. */
  readonly told: Set<string>
}

/** The conversations of one client, the oldest first, and their size. */
interface Share {
  readonly keys: Set<string>
  bytes: number
}

/** Roughly the size of a digest in a set, and of a conversation without any. */
const [digestBytes, emptyBytes] = [128, 1024]

/** `tell` hears of every change of a conversation, for memories of other processes. */
export function newConversations(
  limit: number,
  most: MemoryBytes,
  tell?: (note: ConversationNote) => void,
): Conversations {
  const kept = new Map<string, KeptConversation>()
  const shares = new Map<string, Share>()
  /** How many conversations begin with a turn. */
  const starts = new Map<string, number>()

  const forget = (key: string | undefined): void => {
    const entry = kept.get(key ?? '')
    if (key === undefined || entry === undefined) return
    kept.delete(key)
    const share = shares.get(entry.client)
    share?.keys.delete(key)
    if (share !== undefined) share.bytes -= entry.bytes
    if (share?.keys.size === 0) shares.delete(entry.client)
    const count = (starts.get(entry.start) ?? 1) - 1
    if (count > 0) starts.set(entry.start, count)
    else starts.delete(entry.start)
  }

  const keep = (key: string, entry: KeptConversation): void => {
    forget(key)
    kept.set(key, entry)
    const share = shares.get(entry.client) ?? { keys: new Set(), bytes: 0 }
    shares.set(entry.client, share)
    share.keys.add(key)
    share.bytes += entry.bytes
    starts.set(entry.start, (starts.get(entry.start) ?? 0) + 1)
    if (kept.size > limit) forget(kept.keys().next().value)
  }

  const confine = (conversation: ChangedConversation): void => {
    const entry = kept.get(conversation.key)
    if (entry?.conversation !== conversation) return
    if (tell !== undefined) tell(newsOf(entry))
    hold(entry)
  }

  const hold = (entry: KeptConversation): void => {
    const { conversation } = entry
    trim(conversation, most.conversation)
    const share = shares.get(entry.client)
    const bytes = sizeOf(conversation)
    if (share === undefined) return
    share.bytes += bytes - entry.bytes
    entry.bytes = bytes
    while (share.bytes > most.client && share.keys.size > 0) forget(share.keys.values().next().value)
  }

  const mayHold: Conversations['mayHold'] = (format, document) =>
    kept.size > 0 && starts.has(startOf(format, document))

  return {
    isEmpty: () => kept.size === 0,
    mayHold,
    confine,
    learn(note) {
      const { key, start, client, change, isHeadEdited, sent, removed, withdrawn } = note
      const own = kept.get(key)
      const conversation = own?.conversation ?? {
        key,
        change,
        isHeadEdited,
        sent: new Set<string>(),
        removed: new Set<string>(),
        withdrawn: new Map<string, string>(),
      }
      for (const digest of sent) conversation.sent.add(digest)
      for (const digest of removed) conversation.removed.add(digest)
      conversation.change = earlier(conversation.change, change)
      conversation.isHeadEdited ||= isHeadEdited
      conversation.withdrawn = new Map([...conversation.withdrawn, ...withdrawn])
      const entry = own ?? { conversation, start, client, bytes: emptyBytes, told: new Set<string>() }
      for (const digest of [...sent, ...removed]) entry.told.add(digest)
      keep(key, entry)
      hold(entry)
    },
    find(client, format, document) {
      if (!mayHold(format, document)) return undefined
      const trail = trailOf(format, document)
      for (let count = trail.upTo.length - 1; count > 0; count--) {
        for (const isHead of [false, true]) {
          const key = keyOf(client, trail, count, isHead)
          const entry = kept.get(key)
          if (entry === undefined) continue
          keep(key, entry)
          return entry.conversation
        }
      }
      return undefined
    },
    add(client, format, document, change, isHead) {
      const count = countOf(format, format.turnsOf(document) ?? [], change)
      const key = keyOf(client, trailOf(format, document), count, isHead)
      const conversation: ChangedConversation = {
        key,
        change,
        sent: new Set(),
        removed: new Set(),
        withdrawn: new Map(),
        isHeadEdited: isHead,
      }
      keep(key, {
        conversation,
        start: startOf(format, document),
        client,
        bytes: emptyBytes,
        told: new Set(),
      })
      return conversation
    },
  }
}

/** The changes of a conversation since it was told last. */
function newsOf({ conversation, start, client, told }: KeptConversation): ConversationNote {
  const { key, change, isHeadEdited, sent, removed, withdrawn } = conversation
  const news = (digests: ReadonlySet<string>): readonly string[] => {
    const fresh = [...digests].filter((digest) => !told.has(digest))
    for (const digest of fresh) told.add(digest)
    return fresh
  }
  const lists = { sent: news(sent), removed: news(removed), withdrawn: [...withdrawn] }
  return { key, start, client, change, isHeadEdited, ...lists }
}

/** The size of a conversation in memory, roughly. */
function sizeOf({ key, sent, removed, withdrawn }: ChangedConversation): number {
  const names = [...withdrawn.keys()].reduce((sum, name) => sum + 2 * name.length + digestBytes, 0)
  return emptyBytes + key.length + (sent.size + removed.size) * digestBytes + names
}

/** Takes the oldest notes out of a conversation that is too large; names that alone are too large go all. */
function trim(conversation: ChangedConversation, most: number): void {
  const { sent, removed } = conversation
  let over = sizeOf(conversation) - most
  for (const notes of [sent, removed])
    for (const digest of notes) {
      if (over <= 0) return
      notes.delete(digest)
      over -= digestBytes
    }
  if (over > 0) conversation.withdrawn = new Map()
}

/** A conversation is known by its turns up to the change; if that is in the head, by its head too. */
function keyOf(client: string, { head, upTo }: Trail, count: number, isHead: boolean): string {
  return `${isHead ? head : ''} ${upTo[count] ?? ''} ${client}`
}

/** How many turns tell a conversation: those before its change, unless others may begin with the same. */
function countOf(format: Format, turns: readonly unknown[], { turn }: ChangedPlace): number {
  const isTelling = turns.slice(0, turn).some((raw) => format.isModelTurn(raw) !== false)
  return isTelling ? turn : Math.min(turn + 1, turns.length)
}
