import type { Frame } from '../model/joint.ts'
import type { Layout } from '../model/rulebook.ts'
import type { Call, Result, Turn } from '../model/transcript.ts'
import { addTo } from './collect.ts'
import { walkFrames } from './frame-walk.ts'
import { plainId } from './identity.ts'

/** The calls of one turn and the results in the turn that follows it. */
interface Exchange {
  readonly calls: readonly Call[]
  readonly results: readonly Result[]
  /** As many results as calls: to an API that counts, nothing is missing here. */
  isEven: boolean
}

/**
 * Pairs that an API which counts takes for granted: a call turn followed by as many results as it has calls.
 *
 * Such an exchange is sound, whatever its ids say. But where something else is wrong, ids tell more than
 * the count: a result that a call elsewhere misses goes there, and a call whose own result stands
 * elsewhere waits for it.
 */
export function pairByCount(turns: readonly Turn[], layout: Layout): ReadonlyMap<Result, Call> {
  const exchanges = exchangesOf(turns, layout)
  breakUp(exchanges, homelessResults(turns, exchanges))
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
  return frames.map((frame) => {
    const mine = calls.get(frame) ?? []
    const results = frame.end < frame.regionEnd ? resultsOf(turns[frame.end] as Turn) : []
    return { calls: mine, results, isEven: results.length === mine.length }
  })
}

function homelessResults(turns: readonly Turn[], exchanges: readonly Exchange[]): Result[] {
  const housed = new Set(exchanges.flatMap(({ results }) => results))
  return turns.flatMap(resultsOf).filter((result) => !housed.has(result))
}

function resultsOf({ parts }: Turn): Result[] {
  return parts.filter((part) => part.kind === 'result')
}

/** Takes back that an exchange is even where ids tie it to something that is not. */
function breakUp(exchanges: readonly Exchange[], homeless: readonly Result[]): void {
  const { holders, seekers } = tiesOf(exchanges, homeless)
  const pending = exchanges.filter(({ isEven }) => !isEven)
  const breakUpIf = (exchange: Exchange | undefined): void => {
    if (exchange?.isEven) pending.push(exchange)
    if (exchange !== undefined) exchange.isEven = false
  }
  for (const id of idsBeyond(homeless, [])) breakUpIf(seekers.get(id))
  for (let uneven = pending.pop(); uneven !== undefined; uneven = pending.pop()) {
    for (const id of idsBeyond(uneven.calls, uneven.results)) breakUpIf(holders.get(id))
    for (const id of idsBeyond(uneven.results, uneven.calls)) breakUpIf(seekers.get(id))
  }
}

/** The exchange that holds a result for a call elsewhere, and the one that waits for a result, by id. */
interface Ties {
  readonly holders: ReadonlyMap<string, Exchange>
  readonly seekers: ReadonlyMap<string, Exchange>
}

/** Only what is clear ties: one call that waits for an id, and no result that is free to answer it already. */
function tiesOf(exchanges: readonly Exchange[], homeless: readonly Result[]): Ties {
  const holders = new Map<string, Exchange[]>()
  const seekers = new Map<string, Exchange[]>()
  const free = new Set(idsBeyond(homeless, []))
  for (const exchange of exchanges) {
    const { calls, results, isEven } = exchange
    for (const id of idsBeyond(results, calls)) {
      addTo(holders, id, exchange)
      if (!isEven) free.add(id)
    }
    const awaited = idsBeyond(calls, results)
    for (const id of calls.map(plainKey))
      if (id !== undefined && awaited.has(id)) addTo(seekers, id, exchange)
  }
  const only = onlyOnes(seekers)
  return {
    holders: new Map([...onlyOnes(holders)].filter(([id]) => only.has(id) && !free.has(id))),
    seekers: only,
  }
}
function onlyOnes(lists: ReadonlyMap<string, readonly Exchange[]>): Map<string, Exchange> {
  const clear = new Map<string, Exchange>()
  for (const [id, [first, ...others]] of lists) {
    if (first !== undefined && others.length === 0) clear.set(id, first)
  }
  return clear
}

/** The ids of some parts that none of the others has. */
function idsBeyond(
  parts: readonly (Call | Result)[],
  others: readonly (Call | Result)[],
): ReadonlySet<string> {
  const known = new Set(others.map(plainKey))
  const ids = new Set<string>()
  for (const part of parts) {
    const id = plainKey(part)
    if (id !== undefined && !known.has(id)) ids.add(id)
  }
  return ids
}

/** By id, then by id without a signature, then by name in their order, then by order alone. */
function pairWithin({ calls, results }: Exchange, owners: Map<Result, Call>): void {
  let left = { calls, results }
  for (const keyOf of keys) left = take(left.calls, left.results, owners, keyOf)
}

type Key = (part: Call | Result) => string | undefined

const plainKey: Key = ({ id }) => (id === undefined ? undefined : plainId(id))

const keys: readonly Key[] = [({ id }) => id, plainKey, ({ name }) => name, () => 'any']

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
