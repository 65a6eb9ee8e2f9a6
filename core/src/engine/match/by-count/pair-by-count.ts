import type { Frame, PairByCount } from '../../../model/joint.ts'
import { addTo, at, lastOf } from '../../../model/lists.ts'
import type { Tail } from '../../../model/report.ts'
import type { Layout } from '../../../model/rulebook.ts'
import type { Call, Result, Turn } from '../../../model/transcript.ts'
import { walkFrames } from '../frame-walk.ts'
import { runningFrame } from '../tail.ts'
import { adopt, adoptFar } from './adopt.ts'
import { firstMisplaced, inCallOrder, isMisnamed } from './call-order.ts'
import { agree, type Exchange, strayResults } from './exchange.ts'
import { joinFrames, runsOf } from './neighbours.ts'
import { type Key, plainKey, takeApart } from './take-apart.ts'

/**
 * Pairs that an API which counts takes for granted: a call turn followed by as many results as it has calls.
 *
 * Such an exchange is sound, whatever its ids and names say. But where something else is wrong, these tell
 * more than the count: a result that a call elsewhere misses goes there, and a call whose own result
 * stands elsewhere waits for it. Where ids are compared, one that is another call's is wrong by itself.
 */
function pairsIn(turns: readonly Turn[], layout: Layout, tail: Tail): Map<Result, Call> {
  const exchanges = exchangesOf(turns, layout, tail)
  const all = [...exchanges, ...homelessResults(turns, exchanges)]
  const owners = takeApart(
    all.sort((left, right) => left.at - right.at),
    layout.compared === true,
  )
  for (const exchange of exchanges) if (exchange.isEven) pairWithin(exchange, owners)
  return owners
}

function exchangesOf(turns: readonly Turn[], layout: Layout, tail: Tail): Exchange[] {
  const calls = new Map<Frame, Call[]>()
  const frames = walkFrames(turns, layout, {
    call: (call, _turn, frame) => addTo(calls, frame, call),
    result: () => undefined,
  })
  const exchanges = runsOf(frames, turns).flatMap((run) => exchangesIn(run, calls, turns))
  const last = exchanges.at(-1)
  if (last !== undefined) last.isRunning = runningFrame(turns, frames, tail) !== undefined
  return exchanges
}

/** Each frame is an exchange, but for calls that were made together and written as several turns. */
function exchangesIn(
  run: readonly Frame[],
  calls: ReadonlyMap<Frame, readonly Call[]>,
  turns: readonly Turn[],
): Exchange[] {
  const last = lastOf(run)
  const next = turns.slice(last.end, Math.min(last.end + 1, last.regionEnd)).flatMap(resultsOf)
  const made = run.map((frame) => calls.get(frame) ?? [])
  const results = run.length > 1 ? [next, turns.slice(last.end, last.regionEnd).flatMap(resultsOf)] : []
  const alone = (count: number): Exchange[] =>
    run.slice(0, count).map(({ end }, index) => exchangeOf(end, made[index] ?? [], [], []))
  const start = run[0]?.start ?? last.start
  const all = turns.slice(start, last.regionEnd).flatMap(resultsOf)
  for (const given of results) {
    const first = startOfCount(made, given.length)
    const together = exchangeOf(last.end, made.slice(first).flat(), given, all)
    if (first < run.length - 1 && isToldApart(together)) return [...alone(first), together]
  }
  return [...alone(run.length - 1), exchangeOf(last.end, made.at(-1) ?? [], next, all)]
}

/** `all`: what follows the calls, near and far, and what stands among them. */
function exchangeOf(
  at: number,
  calls: readonly Call[],
  results: readonly Result[],
  all: readonly Result[],
): Exchange {
  const rest = all.length === results.length ? [] : without(all, new Set(results))
  const isEven = results.length === calls.length
  const isInOrder = isEven && results.every((result, position) => agree(calls[position], result))
  return { calls, results, rest, at, isEven, isInOrder, isRunning: false }
}

function without(all: readonly Result[], some: ReadonlySet<Result>): Result[] {
  return all.filter((result) => !some.has(result))
}

/** The position from which on as many calls were made as there are results; that of the last turn if there is none. */
function startOfCount(made: readonly (readonly Call[])[], count: number): number {
  let total = 0
  for (let start = made.length - 1; start >= 0; start--) {
    total += made[start]?.length ?? 0
    if (total === count) return start
  }
  return made.length - 1
}

/** Whether ids and names alone say which result is whose. */
function isToldApart(exchange: Exchange): boolean {
  const owners = new Map<Result, Call>()
  pairWithin(exchange, owners, telling)
  return owners.size === exchange.results.length
}

/** Results that follow no calls, each turn of them as an exchange of its own. */
function homelessResults(turns: readonly Turn[], exchanges: readonly Exchange[]): Exchange[] {
  const housed = new Set(exchanges.flatMap(({ results, rest }) => [...results, ...rest]))
  return turns.flatMap((turn, at) => {
    const results = resultsOf(turn).filter((result) => !housed.has(result))
    return results.length === 0 ? [] : [strayResults(results, at)]
  })
}

function resultsOf({ parts }: Turn): Result[] {
  return parts.filter((part) => part.kind === 'result')
}

/** Pairs parts that agree in place, then by id, by id without a signature, by name in order, and by order alone. */
function pairWithin(exchange: Exchange, owners: Map<Result, Call>, by = keys): void {
  let left = takeInPlace(exchange, owners)
  for (const keyOf of by) left = take(left.calls, left.results, owners, keyOf)
}

const telling: readonly Key[] = [({ id }) => id, plainKey, ({ name }) => name]
const keys: readonly Key[] = [...telling, () => 'any']

/**
 * A result in the place of a call that it agrees with is its own: what was put in order stays so.
 *
 * But where something is out of order, a name says less than the id that one of them has in common with another.
 */
function takeInPlace(
  { calls, results, isInOrder }: Exchange,
  owners: Map<Result, Call>,
): { calls: readonly Call[]; results: readonly Result[] } {
  const isOthers = isInOrder ? () => false : claimsOf(calls, results)
  const isInPlace = (position: number): boolean =>
    agree(calls[position], results[position]) && !isOthers(calls[position], results[position])
  results.forEach((result, position) => {
    if (isInPlace(position)) owners.set(result, at(calls, position))
  })
  const isLeft = (_: unknown, position: number): boolean => !isInPlace(position)
  return { calls: calls.filter(isLeft), results: results.filter(isLeft) }
}

/** Tells whether a call and a result without a common id have one in common with others of the exchange. */
function claimsOf(
  calls: readonly Call[],
  results: readonly Result[],
): (call: Call | undefined, result: Result | undefined) => boolean {
  const called = new Set(calls.map(plainKey))
  const answered = new Set(results.map(plainKey))
  return (call, result) =>
    call?.id !== result?.id &&
    ((call?.id !== undefined && answered.has(plainKey(call))) ||
      (result?.id !== undefined && called.has(plainKey(result))))
}

/** Pairs what has the same key, in order; returns what is left. */
function take(
  calls: readonly Call[],
  results: readonly Result[],
  owners: Map<Result, Call>,
  keyOf: Key,
): { calls: Call[]; results: Result[] } {
  const open = new Map<string, Call[]>()
  for (const call of calls.toReversed()) {
    const key = keyOf(call)
    if (key !== undefined) addTo(open, key, call)
  }
  const taken = new Set<Call>()
  const left = results.filter((result) => {
    const owner = open.get(keyOf(result) ?? '')?.pop()
    if (owner === undefined) return true
    owners.set(result, owner)
    taken.add(owner)
    return false
  })
  return { calls: calls.filter((call) => !taken.has(call)), results: left }
}

/** Brought by the formats of APIs that count: nobody else has a use for it. */
export const pairByCount: PairByCount = {
  pairsIn,
  adopt,
  adoptFar,
  joinFrames,
  firstMisplaced,
  isMisnamed,
  inCallOrder,
}
