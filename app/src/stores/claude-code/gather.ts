import type { Entry } from '../store.ts'
import { answerOf, callsIn, isTurn, resultsIn } from './record.ts'

/** The records of a file by what they are pieces of. */
export interface Pieces {
  /** By the name of the answer. */
  readonly ofAnswer: ReadonlyMap<string, readonly number[]>
  /** Results, by the id of their call. */
  readonly ofCall: ReadonlyMap<string, readonly number[]>
}

export function piecesIn(entries: readonly Entry[]): Pieces {
  const ofAnswer = new Map<string, number[]>()
  const ofCall = new Map<string, number[]>()
  for (const { index, value } of entries) {
    if (!isTurn(value)) continue
    const answer = answerOf(value)
    if (answer !== undefined) put(ofAnswer, answer, index)
    for (const id of resultsIn(value)) put(ofCall, id, index)
  }
  return { ofAnswer, ofCall }
}

function put(lists: Map<string, number[]>, name: string, index: number): void {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [index])
  else list.push(index)
}

/**
 * The turns of a conversation as they are sent, from those on the way to its end.
 *
 * An answer is written in pieces, a block each, and each call is answered by a record of its own that hangs
 * on the piece with the call. The way to the end passes only some of them, in an order of its own:
 *
 *     user ── piece 1 ── piece 2 ── piece 3 ── result 3 ── user
 *                │          └ result 2
 *                └ result 1
 */
export function gather(entries: readonly Entry[], way: readonly number[], pieces: Pieces): readonly number[] {
  const turns: number[] = []
  const taken = new Set<number>()
  const rounds = roundsOf(entries, way)
  const take = (index: number): void => {
    if (taken.has(index)) return
    taken.add(index)
    turns.push(index)
  }
  for (const index of way) {
    if (taken.has(index)) continue
    const answer = answerOf((entries[index] as Entry).value)
    const all = answer === undefined ? [index] : (pieces.ofAnswer.get(answer) ?? [])
    const own = withoutCopies(entries, all, rounds)
    for (const piece of own) take(piece)
    for (const result of resultsOf(entries, own, pieces, rounds)) take(result)
  }
  return turns
}

/** Of each record on the way, how many answers were begun before it. */
function roundsOf(entries: readonly Entry[], way: readonly number[]): ReadonlyMap<number, number> {
  const rounds = new Map<number, number>()
  let round = 0
  let last: string | undefined
  for (const index of way) {
    const { value } = entries[index] as Entry
    const answer = answerOf(value)
    if (value.type === 'assistant' && (answer === undefined || answer !== last)) round++
    last = answer ?? last
    rounds.set(index, round)
  }
  return rounds
}

/** The pieces of an answer without those off the way whose call is on it: a file may hold copies. */
function withoutCopies(
  entries: readonly Entry[],
  all: readonly number[],
  rounds: ReadonlyMap<number, number>,
): readonly number[] {
  const callsAt = (index: number): string[] => callsIn((entries[index] as Entry).value)
  const onWay = new Set(all.filter((index) => rounds.has(index)).flatMap(callsAt))
  const seen = new Set<string>()
  return all.filter((index) => {
    const calls = callsAt(index)
    const isCopy = !rounds.has(index) && calls.some((id) => onWay.has(id) || seen.has(id))
    for (const id of calls) seen.add(id)
    return !isCopy
  })
}

/**
 * The results of an answer's calls, in their order.
 *
 * One on the way comes along if no other answer stands before it; one that hangs elsewhere, if there is none.
 */
function resultsOf(
  entries: readonly Entry[],
  own: readonly number[],
  { ofCall }: Pieces,
  rounds: ReadonlyMap<number, number>,
): readonly number[] {
  const ownRounds = own.flatMap((index) => rounds.get(index) ?? []).sort((left, right) => left - right)
  const [first = 0, last = 0] = [ownRounds[0], ownRounds.at(-1)]
  return own.flatMap((index) =>
    callsIn((entries[index] as Entry).value).flatMap((id) => {
      const results = ofCall.get(id) ?? []
      const onWay = results.filter((result) => rounds.has(result))
      if (onWay.length === 0) return results.slice(0, 1)
      const isNear = (result: number): boolean => {
        const round = rounds.get(result) as number
        return round >= first && round <= last
      }
      return onWay.filter(isNear)
    }),
  )
}
