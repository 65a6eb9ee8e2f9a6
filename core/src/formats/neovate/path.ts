import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { addTo, at } from '../../model/lists.ts'
import { badOption } from '../../model/options.ts'
import { callsIn, hasFailed, isAnswer, resultsIn } from './words.ts'

/** Results of one turn of the model with one parent: Neovate sees the last one only. */
export interface SiblingResults {
  /** The turn that calls, its results in the order of the list, and the turn that follows them, if one does. */
  readonly records: readonly number[]
  /** The results that are not on the path. */
  readonly unseen: readonly number[]
}

/** How the messages of a list follow each other. */
export interface NeovatePaths {
  /** The position of the last message of the active path; -1 if there is none. */
  readonly leaf: number
  /** The messages from the root to one of them, first to last; a cycle of parents is left at the point that closes it. */
  wayTo(leaf: number): readonly number[]
  /** The results beside the calls of a path that a call still waits for. */
  siblingsOn(way: readonly number[]): readonly SiblingResults[]
  /** The messages that are sent, in the order of the list. */
  sent(): readonly number[]
}

/** Where records stand: in a session file as Neovate reads it, or in a list in memory. */
export type Whereabouts = 'file' | 'memory'

/**
 * Reads how messages follow each other by their `uuid` and `parentUuid`.
 *
 * The last message and its ancestors are the active path. In a file, only records of the type `message` are messages, and
 * a path ends where no parent is named or found. In memory, a message may have neither type nor names, and its parent
 * may have been filtered out: such a message follows the one before it. What is twice in the list is sent twice.
 */
export function neovatePaths(records: readonly unknown[], where: Whereabouts = 'memory'): NeovatePaths {
  if (!Array.isArray(records)) throw badOption('`neovatePaths` takes a list of messages.')
  const isMessage = where === 'file' ? isTyped : messagesAmong(records)
  const parents = parentsIn(records, isMessage, where)
  const leaf = records.findLastIndex(isMessage)
  const priorTo = (position: number): number => {
    let at = position - 1
    while (at >= 0 && !isMessage(records[at])) at--
    return at
  }
  const wayTo = (from: number): readonly number[] => {
    const way = new Set<number>()
    let first = from
    for (let at = from; at >= 0; at = parents[at] ?? -1) {
      // In memory a cycle is no end: what stands before all of it is read on.
      if (way.has(at)) at = where === 'memory' ? priorTo(first) : -1
      if (at < 0) break
      first = Math.min(first, at)
      way.add(at)
    }
    return [...way].reverse()
  }
  const siblingsOn = (way: readonly number[]): readonly SiblingResults[] => siblings(records, parents, way)
  return {
    leaf,
    wayTo,
    siblingsOn,
    sent() {
      const own = sentIn(records, isMessage, wayTo(leaf))
      const unseen = siblingsOn(own).flatMap((run) => run.unseen)
      return unseen.length === 0 ? own : sentIn(records, isMessage, [...own, ...unseen])
    },
  }
}

/** The messages of a list that Neovate sends: those on the active path. Where that is all of them, the list itself. */
export function neovatePath<Message>(messages: readonly Message[]): readonly Message[] {
  if (!Array.isArray(messages)) throw badOption('`neovatePath` takes a list of messages.')
  const sent = sentPositions(messages)
  return sent === undefined ? messages : sent.map((position) => at(messages, position))
}

/** The positions of the messages that are sent; undefined where all of them are. */
export function sentPositions(records: readonly unknown[]): readonly number[] | undefined {
  const line = new ParentChain()
  if (records.every((record) => line.goesOn(record))) return undefined
  const sent = neovatePaths(records).sent()
  return sent.length === records.length ? undefined : sent
}

/** Tells whether each message follows the one before it, so that all of them are on one path. */
class ParentChain {
  private last: string | undefined
  private hasBegun = false

  reset(): void {
    this.last = undefined
    this.hasBegun = false
  }

  goesOn(record: unknown): boolean {
    const { type, uuid, parentUuid: parent }: JsonObject = isObject(record) ? record : {}
    if (type !== undefined && type !== 'message') return false
    if (this.hasBegun && (parent === null || (isName(parent) && parent !== this.last))) return false
    this.last = nonEmpty(uuid) ?? this.last
    this.hasBegun = true
    return true
  }
}

type IsMessage = (record: unknown) => boolean

function isTyped(record: unknown): boolean {
  return isObject(record) && record.type === 'message'
}

/** In a list that says of each record what it is, whatever has another type and no role is a note. */
function messagesAmong(records: readonly unknown[]): IsMessage {
  const areTyped = records.some(isTyped)
  return (record) =>
    !areTyped ||
    !isObject(record) ||
    typeof record.type !== 'string' ||
    record.type === 'message' ||
    'role' in record
}

function isName(value: unknown): value is string {
  return nonEmpty(value) !== undefined
}

function idOf(record: unknown): string | undefined {
  return isObject(record) ? nonEmpty(record.uuid) : undefined
}

/** The position of each message's parent, or -1. */
function parentsIn(records: readonly unknown[], isMessage: IsMessage, where: Whereabouts): Int32Array {
  const parents = new Int32Array(records.length).fill(-1)
  const found = positionsOf(records, isMessage)
  let [before, named] = [-1, -1]
  records.forEach((record, index) => {
    if (!isMessage(record)) return
    const parent = isObject(record) ? record.parentUuid : undefined
    const other = where === 'memory' && parent !== null ? before : -1
    // Where an id is used twice, the message right before is meant.
    const isBefore = isName(parent) && parent === idOf(records[named])
    parents[index] = isBefore ? named : isName(parent) ? (found.get(parent) ?? other) : other
    before = index
    if (idOf(record) !== undefined) named = index
  })
  return parents
}

function positionsOf(records: readonly unknown[], isMessage: IsMessage): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  records.forEach((record, index) => {
    const id = isMessage(record) ? idOf(record) : undefined
    if (id !== undefined && !found.has(id)) found.set(id, index)
  })
  return found
}

/** The messages of a path with those that have the same ids, and those without an id that follow one of them. */
function sentIn(
  records: readonly unknown[],
  isMessage: IsMessage,
  path: readonly number[],
): readonly number[] {
  const positions = new Set(path)
  const ids = new Set(path.map((position) => idOf(records[position])))
  const sent: number[] = []
  // Before any message that has an id, nothing tells of another branch.
  let isAfterSent = true
  records.forEach((record, index) => {
    if (!isMessage(record)) return
    const id = idOf(record)
    isAfterSent = positions.has(index) || (id === undefined ? isAfterSent : ids.has(id))
    if (isAfterSent) sent.push(index)
  })
  return sent
}

/**
 * Finds results that hang beside each other on the turn that calls.
 *
 * To cancel, Neovate answers each call that waits by a message of its own, and gives all of them the same parent:
 *
 *     user ── calls ── result 3            user ── calls ── result 1 ── result 2 ── result 3
 *               ├ result 2          →
 *               └ result 1
 */
function siblings(
  records: readonly unknown[],
  parents: Int32Array,
  way: readonly number[],
): readonly SiblingResults[] {
  const onWay = new Set(way)
  const answers = new Map<number, number[]>()
  const owners = new Int32Array(records.length).fill(-1)
  records.forEach((record, index) => {
    const parent = parents[index] ?? -1
    if (parent < 0 || parent >= index || !isAnswer(record)) return
    // Results may follow each other: all of them are of the turn that the first one follows.
    const owner = isAnswer(records[parent]) ? (owners[parent] ?? -1) : parent
    owners[index] = owner
    if (onWay.has(owner) && !onWay.has(index)) addTo(answers, owner, index)
  })
  if (answers.size === 0) return []
  return way.flatMap((caller, position): SiblingResults[] => {
    const beside = answers.get(caller)
    if (beside === undefined) return []
    const own = answersAfter(records, way, position)
    const unseen = wanted(records, caller, own, beside)
    if (unseen.length === 0) return []
    const next = way[position + 1 + own.length]
    const found = [caller, ...[...own, ...unseen].sort((left, right) => left - right)]
    return [{ records: next === undefined ? found : [...found, next], unseen }]
  })
}

/** The answers on the way right after a message. */
function answersAfter(
  records: readonly unknown[],
  way: readonly number[],
  position: number,
): readonly number[] {
  const after = way.slice(position + 1)
  const end = after.findIndex((index) => !isAnswer(records[index]))
  return end < 0 ? after : after.slice(0, end)
}

/** Those of the answers beside the way that a call still waits for; what failed or was cancelled is asked last. */
function wanted(
  records: readonly unknown[],
  caller: number,
  own: readonly number[],
  beside: readonly number[],
): readonly number[] {
  const waiting = new Set(callsIn(records[caller]))
  for (const id of own.flatMap((index) => resultsIn(records[index]))) waiting.delete(id)
  const failures = (index: number): number => Number(hasFailed(records[index]))
  const ranked = [...beside].sort((left, right) => failures(left) - failures(right))
  return ranked.filter((index) => {
    const answered = resultsIn(records[index]).filter((id) => waiting.has(id))
    for (const id of answered) waiting.delete(id)
    return answered.length > 0
  })
}
