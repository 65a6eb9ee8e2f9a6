import { type Change, firstChangeIn } from '../engine/binding/loosened.ts'
import type { Format } from '../model/format.ts'
import { startOf, type Trail, trailOf } from './trail.ts'

/** A conversation whose past was changed on its way to the API. */
export interface Conversation {
  /** The place of its first change. */
  change: Change
  /** The digests of the requests that were sent since; the newest last. Reasoning that was made for one of them stays. */
  readonly sent: Set<string>
  /** The digests of the reasoning that was taken out; it stays out. */
  readonly removed: Set<string>
  /** Tools that were taken from the model among the turns, each with the digest of the turns before that. */
  withdrawn: ReadonlyMap<string, string>
  /** Something was changed in front of the turns. */
  isHeadEdited: boolean
}

/** Conversations by the turns before their first change; at most so many, the oldest out first. */
export interface Conversations {
  isEmpty(): boolean
  /** Whether a document begins like one of them. */
  mayHold(format: Format, document: unknown): boolean
  find(client: string, format: Format, document: unknown): Conversation | undefined
  /** Keeps a conversation that is changed there for the first time. */
  add(client: string, format: Format, document: unknown, change: Change, isHead: boolean): Conversation
}

interface Kept {
  readonly conversation: Conversation
  readonly start: string
}

export function newConversations(limit: number): Conversations {
  const kept = new Map<string, Kept>()
  /** How many conversations begin with a turn. */
  const starts = new Map<string, number>()

  const forget = (key: string): void => {
    const start = kept.get(key)?.start
    if (start === undefined) return
    kept.delete(key)
    const count = (starts.get(start) ?? 1) - 1
    if (count > 0) starts.set(start, count)
    else starts.delete(start)
  }

  const keep = (key: string, entry: Kept): void => {
    forget(key)
    kept.set(key, entry)
    starts.set(entry.start, (starts.get(entry.start) ?? 0) + 1)
    const oldest = kept.keys().next().value
    if (kept.size > limit && oldest !== undefined) forget(oldest)
  }

  const mayHold: Conversations['mayHold'] = (format, document) =>
    kept.size > 0 && starts.has(startOf(format, document))

  return {
    isEmpty: () => kept.size === 0,
    mayHold,
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
      const conversation: Conversation = {
        change,
        sent: new Set(),
        removed: new Set(),
        withdrawn: new Map(),
        isHeadEdited: isHead,
      }
      const key = keyOf(client, trailOf(format, document), count, isHead)
      keep(key, { conversation, start: startOf(format, document) })
      return conversation
    },
  }
}

/** A conversation is known by its turns up to the change; if that is in the head, by its head too. */
function keyOf(client: string, { head, upTo }: Trail, count: number, isHead: boolean): string {
  return `${isHead ? head : ''} ${upTo[count] ?? ''} ${client}`
}

/** How many turns tell a conversation: those before its change, unless others may begin with the same. */
function countOf(format: Format, turns: readonly unknown[], { turn }: Change): number {
  const isTelling = turns.slice(0, turn).some((raw) => format.isModelTurn(raw) !== false)
  return isTelling ? turn : Math.min(turn + 1, turns.length)
}

/** The earlier of two changes. */
export function earlier(one: Change, other: Change | undefined): Change {
  if (other === undefined || one.turn < other.turn) return one
  return other.turn < one.turn || other.kept < one.kept ? other : one
}

/** The first change that a repair made in a document, and whether it stands before the turns. */
export function changeIn(
  format: Format,
  before: unknown,
  after: unknown,
): { readonly change: Change; readonly isHead: boolean } | undefined {
  const change =
    before === after ? undefined : (firstChangeIn(format, before, after) ?? cutIn(format, before, after))
  if (change === undefined) return undefined
  const isFirst = change.turn === 0 && change.kept === 0
  return { change, isHead: isFirst && trailOf(format, before).head !== trailOf(format, after).head }
}

/** The change of a document that only lost its last turns: what comes next is made without them. */
function cutIn(format: Format, before: unknown, after: unknown): Change | undefined {
  const turn = format.turnsOf(after)?.length ?? 0
  return turn < (format.turnsOf(before)?.length ?? 0) ? { turn, kept: 0 } : undefined
}
