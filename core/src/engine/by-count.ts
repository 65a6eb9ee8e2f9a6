import type { Frame } from '../model/joint.ts'
import type { Layout } from '../model/rulebook.ts'
import type { Call, Result, Turn } from '../model/transcript.ts'
import { addTo } from './collect.ts'
import { walkFrames } from './frame-walk.ts'
import { plainId } from './identity.ts'
import { runsOf } from './neighbours.ts'

/** The calls of one turn, or of neighbours, and the results that follow. */
interface Exchange {
  readonly calls: readonly Call[]
  readonly results: readonly Result[]
  /** Where in the list of turns it stands. */
  readonly at: number
  /** As many results as calls: to an API that counts, nothing is missing here. */
  isEven: boolean
}

/**
 * Pairs that an API which counts takes for granted: a call turn followed by as many results as it has calls.
 *
 * Such an exchange is sound, whatever its ids and names say. But where something else is wrong, these tell
 * more than the count: a result that a call elsewhere misses goes there, and a call whose own result
 * stands elsewhere waits for it.
 */
export function pairByCount(turns: readonly Turn[], layout: Layout): ReadonlyMap<Result, Call> {
  const exchanges = exchangesOf(turns, layout)
  breakUp([...exchanges, ...homelessResults(turns, exchanges)])
  const owners = new Map<Result, Call>()
  for (const exchange of exchanges) if (exchange.isEven) pairWithin(exchange, owners)
  return owners
}

function exchangesOf(turns: readonly Turn[], layout: Layout): Exchange[] {
  const calls = new Map<Frame, Call[]>()
  const frames = walkFrames(turns, layout, {
    call: (call, _turn, frame) => addTo(calls, frame, call),
    result: () => undefined,
  })
  return runsOf(frames, turns).flatMap((run) => exchangesIn(run, calls, turns))
}

/** Each frame is an exchange, but for calls that were made together and written as several turns. */
function exchangesIn(
  run: readonly Frame[],
  calls: ReadonlyMap<Frame, readonly Call[]>,
  turns: readonly Turn[],
): Exchange[] {
  const last = run.at(-1) as Frame
  const next = turns.slice(last.end, Math.min(last.end + 1, last.regionEnd)).flatMap(resultsOf)
  const made = run.map((frame) => calls.get(frame) ?? [])
  const results = run.length > 1 ? [next, turns.slice(last.end, last.regionEnd).flatMap(resultsOf)] : []
  for (const given of results) {
    const start = startOfCount(made, given.length)
    const together = { calls: made.slice(start).flat(), results: given, at: last.end, isEven: true }
    if (start < run.length - 1 && isToldApart(together))
      return [
        ...run.slice(0, start).map((frame, index) => exchangeOf(frame, made[index] ?? [], [])),
        together,
      ]
  }
  return run.map((frame, index) => exchangeOf(frame, made[index] ?? [], frame === last ? next : []))
}

function exchangeOf({ end }: Frame, calls: readonly Call[], results: readonly Result[]): Exchange {
  return { calls, results, at: end, isEven: results.length === calls.length }
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
  const housed = new Set(exchanges.flatMap(({ results }) => results))
  return turns.flatMap((turn, at) => {
    const results = resultsOf(turn).filter((result) => !housed.has(result))
    return results.length === 0 ? [] : [{ calls: [], results, at, isEven: false }]
  })
}

function resultsOf({ parts }: Turn): Result[] {
  return parts.filter((part) => part.kind === 'result')
}

/** Takes back that an exchange is even where ids or names tie it to something that is not. */
function breakUp(exchanges: readonly Exchange[]): void {
  const { holders, seekers } = tiesOf(exchanges)
  const pending = exchanges.filter(({ isEven }) => !isEven)
  const breakUpIf = (exchange: Exchange | undefined, isTied: boolean): void => {
    if (exchange === undefined || !exchange.isEven || !isTied) return
    pending.push(exchange)
    exchange.isEven = false
  }
  for (let uneven = pending.pop(); uneven !== undefined; uneven = pending.pop()) {
    for (const tie of tiesBeyond(uneven.calls, uneven.results)) {
      const holder = holders.get(tie)
      breakUpIf(holder, reaches(tie, uneven, holder))
    }
    for (const tie of tiesBeyond(uneven.results, uneven.calls)) {
      const seeker = seekers.get(tie)
      breakUpIf(seeker, reaches(tie, seeker, uneven))
    }
  }
}

/** An id is found wherever it stands; of a tool's name, only what follows the call is its result. */
function reaches(tie: string, seeker: Exchange | undefined, holder: Exchange | undefined): boolean {
  return !tie.startsWith(byName) || (seeker?.at ?? 0) < (holder?.at ?? 0)
}

/** The exchange that holds a result for a call elsewhere, and the one that waits for a result, by what ties them. */
interface Ties {
  readonly holders: ReadonlyMap<string, Exchange>
  readonly seekers: ReadonlyMap<string, Exchange>
}

/** Only what is clear ties: one call that waits, and no result that is free to answer it already. */
function tiesOf(exchanges: readonly Exchange[]): Ties {
  const holders = new Map<string, Exchange[]>()
  const seekers = new Map<string, Exchange[]>()
  const free = new Set<string>()
  for (const exchange of exchanges) {
    const { calls, results, isEven } = exchange
    for (const tie of tiesBeyond(results, calls)) {
      addTo(holders, tie, exchange)
      if (!isEven) free.add(tie)
    }
    const awaited = tiesBeyond(calls, results)
    for (const tie of calls.map(tieOf))
      if (tie !== undefined && awaited.has(tie)) addTo(seekers, tie, exchange)
  }
  const only = onlyOnes(seekers)
  return {
    holders: new Map([...onlyOnes(holders)].filter(([tie]) => only.has(tie) && !free.has(tie))),
    seekers: only,
  }
}

function onlyOnes(lists: ReadonlyMap<string, readonly Exchange[]>): Map<string, Exchange> {
  const clear = new Map<string, Exchange>()
  for (const [tie, [first, ...others]] of lists) {
    if (first !== undefined && others.length === 0) clear.set(tie, first)
  }
  return clear
}

/** What some parts are tied by and none of the others has. */
function tiesBeyond(
  parts: readonly (Call | Result)[],
  others: readonly (Call | Result)[],
): ReadonlySet<string> {
  const known = new Set(others.flatMap((part) => [plainKey(part), nameTie(part)]))
  const ties = new Set<string>()
  for (const part of parts) {
    const tie = tieOf(part)
    if (tie !== undefined && !known.has(tie)) ties.add(tie)
  }
  return ties
}

/** By id, then by id without a signature, then by name in their order, then by order alone. */
function pairWithin({ calls, results }: Exchange, owners: Map<Result, Call>, by = keys): void {
  let left = { calls, results }
  for (const keyOf of by) left = take(left.calls, left.results, owners, keyOf)
}

type Key = (part: Call | Result) => string | undefined

const plainKey: Key = ({ id }) => (id === undefined ? undefined : plainId(id))

const byName = 'name '

const nameTie: Key = ({ name }) => (name === undefined ? undefined : byName + name)

/** A part without an id is tied by the name of its tool. */
const tieOf: Key = (part) => plainKey(part) ?? nameTie(part)

const telling: readonly Key[] = [({ id }) => id, plainKey, ({ name }) => name]
const keys: readonly Key[] = [...telling, () => 'any']

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
