import { binds } from '../binding/binds.ts'
import type { Leaving } from '../engine/arrange/leaving.ts'
import { leaveOut } from '../engine/leave-out.ts'
import { readAll } from '../engine/reading.ts'
import { repairTask } from '../engine/repair.ts'
import { followWith } from '../follow.ts'
import type { Api, Format } from '../model/format.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { holdsResult } from '../model/transcript.ts'
import type { Book } from './book.ts'
import { type Entry, isSettled, renderEntry, unfinishedIn } from './frame.ts'

/** The conversation as it can be sent. */
export interface View {
  /** Tells that the book has changed; `isPast` if something that was shown before did. */
  changed(isPast: boolean): void
  messages(): readonly unknown[]
  /** The whole request: the body that was given, with the messages in it. */
  request(): JsonObject
  /**
   * Whether what was shown last is no longer what is; with `isChanging` it is about to change.
   *
   * Where nothing was shown since the model's last turn, nobody knows what the next one is an answer to: then it is not.
   */
  isOutdated(isChanging: boolean): boolean
  /** Tells that the model has answered what was shown. */
  answered(): void
}

/** The input of a view besides the book. */
export interface Viewing {
  readonly api: Api
  readonly rules: readonly Rule[]
  readonly policy: Policy
  /** How unfinished calls go; absent where they are answered. */
  readonly leaving: Leaving['remedy'] | undefined
  /** The members of the request besides its messages. */
  readonly body: JsonObject | undefined
}

/** A document, and its list of messages. */
interface MessageList {
  readonly document: unknown
  readonly messages: readonly unknown[]
}

/**
 * Shows a book through the engine, and pays for what is new alone.
 *
 * A turn that was mended once stays as it was mended, and is followed from then on: a request begins as the one
 * before it did. This happens entry by entry, so that it does not depend on when somebody looked.
 */
export function viewOf(book: Book, { api, rules, policy, leaving, body }: Viewing): View {
  const { format } = api
  const member = String(format.rootOf({}).at(-1))
  const documentOf = (list: readonly unknown[]): unknown =>
    body === undefined ? list : { ...body, [member]: list }
  const listOf = (document: unknown): readonly unknown[] => format.turnsOf(document) ?? []
  const isBound = binds(api, documentOf([]))
  const render = (entry: Entry): readonly unknown[] =>
    renderEntry(entry, format, leaving !== undefined, isBound)
  // While more may follow, only faults that no later message can resolve are mended.
  const mendLive = followWith(api, rules, policy, 'open')
  const mendClosed = followWith(api, rules, policy, 'closed')

  /** The messages whose calls all have their results, and how many entries of the book they cover. */
  let list: unknown[] = []
  let document = documentOf(list)
  let count = 0
  /** The list as callers have it: it grows with the other, and if they put something into it, it is theirs. */
  let front: unknown[] = []
  let shown: MessageList | undefined
  /** Whether somebody looked since the model's last turn, and whether something has changed since. */
  let isSeen = false
  let isChanged = false

  const begin = (turns: readonly unknown[]): void => {
    list = [...turns]
    document = documentOf(list)
    front = [...turns]
  }

  /** Takes over what was made of the turns from a position on, which nobody has seen yet. */
  const replace = (turns: readonly unknown[], from: number): void => {
    if (!isSameUntil(from, list, turns)) {
      begin(turns)
      return
    }
    for (const each of [list, front]) {
      each.length = from
      for (let at = from; at < turns.length; at++) each.push(turns[at])
    }
  }

  /** A document without the calls of an entry that are to go; `from`: where the entry begins. */
  const without = (whole: unknown, entry: Entry, from: number): unknown => {
    const calls = leaving === undefined ? noCalls : unfinishedIn(entry)
    if (leaving === undefined || calls.size === 0) return whole
    return leaveOut({ document: whole, api, tail: 'open', rules }, policy, { from, calls, remedy: leaving })
  }

  /** The position after an entry and what has to be seen with it; undefined as long as more of that may come. */
  const endOf = (start: number, entry: Entry): number | undefined => {
    if (!isSettled(entry)) return undefined
    if (leaving === undefined || unfinishedIn(entry).size === 0) return start + 1
    // Somebody may still bring a result by hand.
    let end = start + 1
    for (let next = book.entries[end]; next !== undefined; next = book.entries[++end])
      if (!isResults(next, format)) return end
    return undefined
  }

  const grow = (): void => {
    if (front.length !== list.length) front = [...list]
    for (;;) {
      const entry = book.entries[count]
      const end = entry === undefined ? undefined : endOf(count, entry)
      if (entry === undefined || end === undefined) return
      const from = list.length
      for (const message of book.entries.slice(count, end).flatMap(render)) {
        list.push(message)
        front.push(message)
      }
      const left = without(document, entry, from)
      if (left !== document) replace(listOf(left), from)
      const mended = mendLive(document).document
      if (mended !== document && isSameBody(mended, document, member)) begin(listOf(mended))
      count = end
    }
  }

  const show = (): MessageList => {
    grow()
    const entry = book.entries[count]
    if (entry === undefined) {
      const finished = mendClosed(document).document
      if (finished === document) return { document: documentOf(front), messages: front }
      return { document: finished, messages: listOf(finished) }
    }
    // Calls still wait: for now they are told to have no result.
    const whole = documentOf([...list, ...book.entries.slice(count).flatMap(render)])
    const left = without(whole, entry, list.length)
    const mended = repairTask({ document: left, api, tail: 'closed', rules }, policy).document
    return { document: mended, messages: listOf(mended) }
  }

  const read = (): MessageList => {
    shown ??= show()
    isSeen = true
    isChanged = false
    return shown
  }

  return {
    changed(isPast) {
      shown = undefined
      isChanged = true
      if (!isPast) return
      begin([])
      count = 0
    },
    messages: () => read().messages,
    request: () => {
      const { document: whole, messages } = read()
      return isObject(whole) ? whole : { [member]: messages }
    },
    // Calls that go are neither shown before they are closed nor after.
    isOutdated: (isChanging) => isBound && isSeen && (isChanged || (isChanging && leaving === undefined)),
    answered() {
      isSeen = false
    },
  }
}

const noCalls: ReadonlySet<number> = new Set()

/** Whether an entry is nothing that the model said, and holds results. */
function isResults(entry: Entry, format: Format): boolean {
  return entry.kind === 'said' && readAll(entry.messages, format).turns.some(holdsResult)
}

function isSameUntil(end: number, one: readonly unknown[], other: readonly unknown[]): boolean {
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return false
  return true
}

/** Whether two documents differ in their messages alone. */
function isSameBody(one: unknown, other: unknown, member: string): boolean {
  if (!isObject(one) || !isObject(other)) return true
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  names.delete(member)
  return [...names].every((name) => one[name] === other[name])
}
