import type { Call, Result } from '../../../model/transcript.ts'
import { plainId } from '../identity.ts'
import { type Exchange, strayResults } from './exchange.ts'

/** A part that nothing in its own exchange explains, and what may tie it to another. */
interface LoosePart<Kind> {
  readonly part: Kind
  readonly tie: string
  readonly of: Exchange
}

interface LooseParts {
  readonly calls: readonly LoosePart<Call>[]
  readonly results: readonly LoosePart<Result>[]
}

const nothing: LooseParts = { calls: [], results: [] }

/** The exchanges so far, sorted into those that are even and those that are not. */
interface Sorted {
  /** The pairs for which an exchange was taken apart. */
  readonly owners: Map<Result, Call>
  readonly answered: Set<Call>
  /** The loose parts of exchanges that are not even: calls that wait, results that no call asked for. */
  readonly waiting: Shelf<Call>
  readonly free: Shelf<Result>
  /** The loose parts of even exchanges, by their tie and by exchange. */
  readonly counted: { readonly calls: Shelf<Call>; readonly results: Shelf<Result> }
  readonly even: Map<Exchange, LooseParts>
  /** The loose parts of exchanges that were even before. */
  readonly broken: LooseParts[]
  /** The ties of calls that a stand-in answers: a real result may be theirs as well. */
  readonly standIns: Set<string>
  /** Whether an id ties what is even as well. */
  readonly isCompared: boolean
}

/**
 * Takes back that an exchange is even where ids or names tie it to something that is not.
 *
 * Exchanges come in the order of the document. Each is tied to what came before it, or waits; a tie, once
 * made, stays: a conversation that grew is read as before, but for what the new parts themselves are tied
 * to. Only what is clear ties: one call that waits, or one result that none has asked for.
 *
 * `isCompared`: where an API looks at ids too, one that two even exchanges have in common ties them.
 *
 * Returns the pairs for which an exchange was taken apart.
 */
export function takeApart(exchanges: readonly Exchange[], isCompared: boolean): Map<Result, Call> {
  const sorted: Sorted = {
    owners: new Map(),
    answered: new Set(),
    waiting: makeShelf(),
    free: makeShelf(),
    counted: { calls: makeShelf(), results: makeShelf() },
    even: new Map(),
    broken: [],
    standIns: new Set(),
    isCompared,
  }
  for (const exchange of exchanges) {
    receive(sorted, exchange)
    for (let next = sorted.broken.pop(); next !== undefined; next = sorted.broken.pop()) spread(sorted, next)
    for (const { isSynthetic, id } of exchange.results)
      if (isSynthetic && id !== undefined) sorted.standIns.add(plainId(id))
  }
  return sorted.owners
}

function receive(sorted: Sorted, exchange: Exchange): void {
  const { results, rest } = exchange
  const loose = looseIn(exchange, results)
  if (!exchange.isEven || isWanted(sorted, loose)) {
    spread(sorted, rest.length === 0 ? loose : looseIn(exchange, [...results, ...rest]))
    return
  }
  sorted.even.set(exchange, loose)
  for (const call of loose.calls) sorted.counted.calls.put(call)
  for (const result of loose.results) sorted.counted.results.put(result)
  spread(sorted, looseIn(strayResults(rest, exchange.at + 1), rest))
}

/** Whether an even exchange has a result that a call waits for, or a call that a free result is for. */
function isWanted(sorted: Sorted, { calls, results }: LooseParts): boolean {
  for (const result of results) {
    const owner = isClear(sorted, result) ? ownerOf(sorted, result) : undefined
    if (owner === undefined || !reaches(owner, result)) continue
    sorted.waiting.remove(owner)
    pair(sorted, owner, result)
    return true
  }
  for (const call of calls) {
    const given = sorted.free.first(call.tie) ?? counted(sorted, sorted.counted.results, call)
    if (given === undefined || !reaches(call, given)) continue
    sorted.free.remove(given)
    pair(sorted, call, given)
    return true
  }
  return false
}

function ownerOf(sorted: Sorted, result: LoosePart<Result>): LoosePart<Call> | undefined {
  const isAsked = sorted.waiting.count(result.tie) > 0
  return isAsked ? sorted.waiting.only(result.tie) : counted(sorted, sorted.counted.calls, result)
}

/** The parts with the same id in an exchange that is even, where that counts and something is wrong in either. */
function counted<Kind>(
  { isCompared }: Sorted,
  shelf: Shelf<Kind>,
  { tie, of }: LoosePart<Call | Result>,
): LoosePart<Kind> | undefined {
  const other = isCompared && !tie.startsWith(byName) ? shelf.only(tie) : undefined
  return other !== undefined && isSound(of) && isSound(other.of) ? undefined : other
}

/** Whether a gateway that compares has nothing to say against an exchange, or not yet. */
function isSound({ isInOrder, isRunning, isEven }: Exchange): boolean {
  return isInOrder || (isRunning && !isEven)
}

function isClear({ standIns }: Sorted, { part, tie }: LoosePart<Result>): boolean {
  return part.isSynthetic || !standIns.has(tie)
}

function pair(sorted: Sorted, call: LoosePart<Call>, result: LoosePart<Result>): void {
  sorted.owners.set(result.part, call.part)
  sorted.answered.add(call.part)
  breakUp(sorted, call.of)
  breakUp(sorted, result.of)
}

function breakUp({ even, counted, broken }: Sorted, exchange: Exchange): void {
  const loose = even.get(exchange)
  exchange.isEven = false
  if (loose === undefined) return
  even.delete(exchange)
  for (const call of loose.calls) counted.calls.remove(call)
  for (const result of loose.results) counted.results.remove(result)
  broken.push(loose)
}

/** Lets what is loose in an exchange that is not even find its partners elsewhere, or be found later. */
function spread(sorted: Sorted, { calls, results }: LooseParts): void {
  for (const result of results) if (!sorted.owners.has(result.part)) offer(sorted, result)
  for (const call of calls) if (!sorted.answered.has(call.part)) seek(sorted, call)
}

function offer(sorted: Sorted, result: LoosePart<Result>): void {
  if (!isClear(sorted, result)) return
  const owner = sorted.waiting.only(result.tie)
  if (owner !== undefined && reaches(owner, result)) {
    sorted.waiting.remove(owner)
    return
  }
  // Several wait: the owner is not known.
  if (sorted.waiting.count(result.tie) > 0) return
  const other = sorted.counted.calls.only(result.tie)
  if (other !== undefined && reaches(other, result)) pair(sorted, other, result)
  else sorted.free.put(result)
}

function seek(sorted: Sorted, call: LoosePart<Call>): void {
  const given = sorted.free.first(call.tie)
  const held = call.of.isRunning
    ? counted(sorted, sorted.counted.results, call)
    : sorted.counted.results.only(call.tie)
  if (given !== undefined && reaches(call, given)) sorted.free.remove(given)
  else if (held !== undefined && reaches(call, held)) pair(sorted, call, held)
  else sorted.waiting.put(call)
}

/** An id is found wherever it stands; of a tool's name, only what follows the call is its result. */
function reaches(call: LoosePart<Call>, result: LoosePart<Result>): boolean {
  return !call.tie.startsWith(byName) || call.of.at < result.of.at
}

/** Loose parts by what ties them, in the order in which they came. */
interface Shelf<Kind> {
  put(loose: LoosePart<Kind>): void
  remove(loose: LoosePart<Kind>): void
  count(tie: string): number
  first(tie: string): LoosePart<Kind> | undefined
  /** The first where there is no other. */
  only(tie: string): LoosePart<Kind> | undefined
}

function makeShelf<Kind>(): Shelf<Kind> {
  const byTie = new Map<string, Map<Kind, LoosePart<Kind>>>()
  const count = (tie: string): number => byTie.get(tie)?.size ?? 0
  const first = (tie: string): LoosePart<Kind> | undefined => byTie.get(tie)?.values().next().value
  return {
    put(loose) {
      const others = byTie.get(loose.tie)
      if (others === undefined) byTie.set(loose.tie, new Map([[loose.part, loose]]))
      else others.set(loose.part, loose)
    },
    remove: ({ part, tie }) => byTie.get(tie)?.delete(part),
    count,
    first,
    only: (tie) => (count(tie) === 1 ? first(tie) : undefined),
  }
}

/** The parts of an exchange that have no partner in it by id or, without one, by the name of their tool. */
function looseIn(exchange: Exchange, results: readonly Result[]): LooseParts {
  const { calls } = exchange
  const isTold = ({ id, name }: Call, at: number): boolean =>
    id === results[at]?.id && (id !== undefined || name === results[at]?.name)
  if (calls.length === results.length && calls.every(isTold)) return nothing
  return { calls: looseOf(calls, results, exchange), results: looseOf(results, calls, exchange) }
}

function looseOf<Kind extends Call | Result>(
  parts: readonly Kind[],
  others: readonly (Call | Result)[],
  of: Exchange,
): LoosePart<Kind>[] {
  const partners = new Map<string, number>()
  for (const part of others) {
    for (const tie of [plainKey(part), nameTie(part)])
      if (tie !== undefined) partners.set(tie, (partners.get(tie) ?? 0) + 1)
  }
  return parts.flatMap((part) => {
    const tie = tieOf(part)
    const left = tie === undefined ? 1 : (partners.get(tie) ?? 0)
    if (tie !== undefined && left > 0) partners.set(tie, left - 1)
    return tie === undefined || left > 0 ? [] : [{ part, tie, of }]
  })
}

/** Tells the id or name that a part is known by, if it has one. */
export type Key = (part: Call | Result) => string | undefined

export const plainKey: Key = ({ id }) => (id === undefined ? undefined : plainId(id))

const byName = 'name '

const nameTie: Key = ({ name }) => (name === undefined ? undefined : byName + name)

/** A part without an id is tied by the name of its tool. */
const tieOf: Key = (part) => plainKey(part) ?? nameTie(part)
