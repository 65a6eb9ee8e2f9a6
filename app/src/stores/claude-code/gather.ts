import type { Entry } from '../contract/store.ts'
import type { Tree } from '../links/links.ts'
import { itemAt } from '../records/lists.ts'
import { answerOf, callsIn, isSpeech, isTurn, resultsIn } from './record.ts'

/** The records of a file by what they are pieces of. */
export interface Pieces {
  /** Of each record with a piece of an answer, all of that answer. */
  readonly ofAnswer: ReadonlyMap<number, readonly number[]>
  /** The calls that each record makes. */
  readonly calls: readonly (readonly string[])[]
  /** Results, by the id of their call. */
  readonly ofCall: ReadonlyMap<string, readonly number[]>
}

const none: readonly string[] = []

export function piecesIn(entries: readonly Entry[], tree: Tree): Pieces {
  const named = new Map<string, number[]>()
  const ofCall = new Map<string, number[]>()
  const calls = entries.map(({ index, value }) => {
    if (!isTurn(value)) return none
    const answer = answerOf(value)
    if (answer !== undefined) put(named, answer, index)
    if (value.type === 'assistant') return callsIn(value)
    for (const id of resultsIn(value)) put(ofCall, id, index)
    return none
  })
  const ofAnswer = new Map<number, readonly number[]>()
  // Lines are not always written in the order in which they follow each other.
  const isReversed = entries.some(({ index }) => (tree.parentOf(index) ?? -1) > index)
  const depths = isReversed ? depthsOf(entries, tree) : undefined
  const wordsBefore = wordsIn(entries, tree)
  for (const all of named.values()) {
    if (depths !== undefined) all.sort((left, right) => (depths[left] ?? 0) - (depths[right] ?? 0))
    for (const own of all.length > 1 ? apart(all, wordsBefore) : [all])
      for (const index of own) ofAnswer.set(index, own)
  }
  return { ofAnswer, calls, ofCall }
}

/**
 * The answers of one name: those that follow different words of the user are not the same.
 *
 * Some gateways call every answer the same. Where one follows no words at all, its name is all that tells.
 */
function apart(all: readonly number[], wordsBefore: (index: number) => number): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const index of all) {
    const words = wordsBefore(index)
    const group = groups.get(words)
    if (group === undefined) groups.set(words, [index])
    else group.push(index)
  }
  const known = [...groups.keys()].filter((words) => words >= 0)
  return known.length > 1 ? groups.values() : [all]
}

/** Tells the words of the user that a record follows; -1 where there are none. Answers for other records are reused. */
function wordsIn(entries: readonly Entry[], tree: Tree): (index: number) => number {
  const [unknown, nothing] = [-2, -1]
  const known = new Int32Array(entries.length).fill(unknown)
  return (index) => {
    const way: number[] = []
    let at: number | undefined = index
    for (; at !== undefined && known[at] === unknown; at = tree.parentOf(at)) {
      const isFound = isSpeech(itemAt(entries, at).value)
      known[at] = isFound ? at : nothing
      if (isFound) break
      way.push(at)
    }
    const words = at === undefined ? nothing : (known[at] ?? nothing)
    for (const record of way) known[record] = words
    return words
  }
}

/** How many records each one follows; in a ring, as far as it was passed. */
function depthsOf(entries: readonly Entry[], tree: Tree): Int32Array {
  const depths = new Int32Array(entries.length)
  for (const { index } of entries) {
    const way: number[] = []
    let at: number | undefined = index
    for (; at !== undefined && depths[at] === 0; at = tree.parentOf(at)) {
      depths[at] = 1
      way.push(at)
    }
    let depth = at === undefined ? 0 : (depths[at] ?? 0)
    for (const record of way.reverse()) depths[record] = ++depth
  }
  return depths
}

function put(lists: Map<string, number[]>, name: string, index: number): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [index])
  else list.push(index)
}

/**
 * The turns of a conversation as they are sent, from those on the way to its end.
 *
 * An answer is written in pieces, a block each, and each call is answered by a record of its own, a child of
 * the piece with the call. The way to the end passes only some of them, in an order of its own:
 *
 *     user ── piece 1 ── piece 2 ── piece 3 ── result 3 ── user
 *                │          └ result 2
 *                └ result 1
 */
export function gather(entries: readonly Entry[], way: readonly number[], pieces: Pieces): readonly number[] {
  const turns: number[] = []
  const isTaken = new Uint8Array(entries.length)
  const rounds = roundsOf(entries, way)
  const take = (index: number): void => {
    if (isTaken[index] === 1) return
    isTaken[index] = 1
    turns.push(index)
  }
  for (const index of way) {
    if (isTaken[index] === 1) continue
    const answer = pieces.ofAnswer.get(index)
    const own = answer === undefined ? [index] : withoutCopies(answer, pieces, rounds)
    for (const piece of own) take(piece)
    takeResults(own, pieces, rounds, take)
  }
  return turns
}

/** Of each record, how many answers were begun on the way to it; 0 for what is not on the way. */
type Rounds = Int32Array

function roundsOf(entries: readonly Entry[], way: readonly number[]): Rounds {
  const rounds = new Int32Array(entries.length)
  let round = 1
  let last: string | undefined
  for (const index of way) {
    const { value } = itemAt(entries, index)
    const answer = answerOf(value)
    if (value.type === 'assistant' && (answer === undefined || answer !== last)) round++
    last = isSpeech(value) ? undefined : (answer ?? last)
    rounds[index] = round
  }
  return rounds
}

/** The pieces of an answer without those off the way whose call is on it: a file may hold copies. */
function withoutCopies(all: readonly number[], { calls }: Pieces, rounds: Rounds): readonly number[] {
  if (all.every((index) => rounds[index] !== 0)) return all
  const callsAt = (index: number): readonly string[] => calls[index] ?? none
  const seen = new Set(all.filter((index) => rounds[index] !== 0).flatMap(callsAt))
  return all.filter((index) => {
    const isCopy = rounds[index] === 0 && callsAt(index).some((id) => seen.has(id))
    for (const id of callsAt(index)) seen.add(id)
    return !isCopy
  })
}

/**
 * Takes the results of an answer's calls, in their order.
 *
 * One on the way comes along if no other answer stands before it; one with another parent, if there is none.
 */
function takeResults(
  own: readonly number[],
  { calls, ofCall }: Pieces,
  rounds: Rounds,
  take: (index: number) => void,
): void {
  const [first, last] = spanOf(own, rounds)
  for (const index of own) {
    for (const id of calls[index] ?? none) {
      const results = ofCall.get(id) ?? []
      let isOnWay = false
      for (const result of results) {
        const round = rounds[result] ?? 0
        if (round > 0) isOnWay = true
        if (round >= first && round <= last) take(result)
      }
      const [other] = results
      if (!isOnWay && other !== undefined) take(other)
    }
  }
}

/** The first and the last round of the pieces of an answer that are on the way. */
function spanOf(own: readonly number[], rounds: Rounds): readonly [first: number, last: number] {
  let first = Number.POSITIVE_INFINITY
  let last = 1
  for (const index of own) {
    const round = rounds[index] ?? 0
    if (round === 0) continue
    first = Math.min(first, round)
    last = Math.max(last, round)
  }
  return [first, last]
}
