import type { Call, Result } from '../../../model/transcript.ts'
import { plainId } from '../identity.ts'
import { type Exchange, strayResults } from './exchange.ts'

/** A part that nothing in its own exchange explains, and what may tie it to another. */
interface Loose<Kind> {
  readonly part: Kind
  readonly tie: string
  readonly of: Exchange
}

interface LooseParts {
  readonly calls: readonly Loose<Call>[]
  readonly results: readonly Loose<Result>[]
}

const nothing: LooseParts = { calls: [], results: [] }

/** What is known of the exchanges that have come so far. */
interface Desk {
  /** The pairs for which an exchange was taken apart. */
  readonly owners: Map<Result, Call>
  readonly answered: Set<Call>
  /** What is loose in exchanges that are not even: calls that wait, results that none has asked for. */
  readonly waiting: Shelf<Call>
  readonly free: Shelf<Result>
  /** What is loose in exchanges that are even, by what ties it and by exchange. */
  readonly counted: { readonly calls: Shelf<Call>; readonly results: Shelf<Result> }
  readonly even: Map<Exchange, LooseParts>
  /** What was loose in exchanges that are even no longer. */
  readonly broken: LooseParts[]
  /** What ties calls that a stand-in answers: a real result may be theirs as well. */
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
  const desk: Desk = {
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
    receive(desk, exchange)
    for (let next = desk.broken.pop(); next !== undefined; next = desk.broken.pop()) spread(desk, next)
    for (const { isSynthetic, id } of exchange.results)
      if (isSynthetic && id !== undefined) desk.standIns.add(plainId(id))
  }
  return desk.owners
}

function receive(desk: Desk, exchange: Exchange): void {
  const { results, rest } = exchange
  const loose = looseIn(exchange, results)
  if (!exchange.isEven || isWanted(desk, loose)) {
    spread(desk, rest.length === 0 ? loose : looseIn(exchange, [...results, ...rest]))
    return
  }
  desk.even.set(exchange, loose)
  for (const call of loose.calls) desk.counted.calls.put(call)
  for (const result of loose.results) desk.counted.results.put(result)
  spread(desk, looseIn(strayResults(rest, exchange.at + 1), rest))
}

/** Whether an even exchange has a result that a call waits for, or a call that a free result is for. */
function isWanted(desk: Desk, { calls, results }: LooseParts): boolean {
  for (const result of results) {
    const owner = isClear(desk, result) ? ownerOf(desk, result) : undefined
    if (owner === undefined || !reaches(owner, result)) continue
    desk.waiting.remove(owner)
    pair(desk, owner, result)
    return true
  }
  for (const call of calls) {
    const given = desk.free.first(call.tie) ?? counted(desk, desk.counted.results, call)
    if (given === undefined || !reaches(call, given)) continue
    desk.free.remove(given)
    pair(desk, call, given)
    return true
  }
  return false
}

function ownerOf(desk: Desk, result: Loose<Result>): Loose<Call> | undefined {
  const isAsked = desk.waiting.count(result.tie) > 0
  return isAsked ? desk.waiting.only(result.tie) : counted(desk, desk.counted.calls, result)
}

/** What has the same id in an exchange that is even, where that counts and something is wrong in either. */
function counted<Kind>(
  { isCompared }: Desk,
  shelf: Shelf<Kind>,
  { tie, of }: Loose<Call | Result>,
): Loose<Kind> | undefined {
  const other = isCompared && !tie.startsWith(byName) ? shelf.only(tie) : undefined
  return other !== undefined && isSound(of) && isSound(other.of) ? undefined : other
}

/** Whether a gateway that compares has nothing to say against an exchange, or not yet. */
function isSound({ isInOrder, isRunning, isEven }: Exchange): boolean {
  return isInOrder || (isRunning && !isEven)
}

function isClear({ standIns }: Desk, { part, tie }: Loose<Result>): boolean {
  return part.isSynthetic || !standIns.has(tie)
}

function pair(desk: Desk, call: Loose<Call>, result: Loose<Result>): void {
  desk.owners.set(result.part, call.part)
  desk.answered.add(call.part)
  breakUp(desk, call.of)
  breakUp(desk, result.of)
}

function breakUp({ even, counted, broken }: Desk, exchange: Exchange): void {
  const loose = even.get(exchange)
  exchange.isEven = false
  if (loose === undefined) return
  even.delete(exchange)
  for (const call of loose.calls) counted.calls.remove(call)
  for (const result of loose.results) counted.results.remove(result)
  broken.push(loose)
}

/** Lets what is loose in an exchange that is not even find its partners elsewhere, or be found later. */
function spread(desk: Desk, { calls, results }: LooseParts): void {
  for (const result of results) if (!desk.owners.has(result.part)) offer(desk, result)
  for (const call of calls) if (!desk.answered.has(call.part)) seek(desk, call)
}

function offer(desk: Desk, result: Loose<Result>): void {
  if (!isClear(desk, result)) return
  const owner = desk.waiting.only(result.tie)
  if (owner !== undefined && reaches(owner, result)) {
    desk.waiting.remove(owner)
    return
  }
  // Where several wait, nobody knows.
  if (desk.waiting.count(result.tie) > 0) return
  const other = desk.counted.calls.only(result.tie)
  if (other !== undefined && reaches(other, result)) pair(desk, other, result)
  else desk.free.put(result)
}

function seek(desk: Desk, call: Loose<Call>): void {
  const given = desk.free.first(call.tie)
  const held = call.of.isRunning
    ? counted(desk, desk.counted.results, call)
    : desk.counted.results.only(call.tie)
  if (given !== undefined && reaches(call, given)) desk.free.remove(given)
  else if (held !== undefined && reaches(call, held)) pair(desk, call, held)
  else desk.waiting.put(call)
}

/** An id is found wherever it stands; of a tool's name, only what follows the call is its result. */
function reaches(call: Loose<Call>, result: Loose<Result>): boolean {
  return !call.tie.startsWith(byName) || call.of.at < result.of.at
}

/** Loose parts by what ties them, in the order in which they came. */
interface Shelf<Kind> {
  put(loose: Loose<Kind>): void
  remove(loose: Loose<Kind>): void
  count(tie: string): number
  first(tie: string): Loose<Kind> | undefined
  /** The first where there is no other. */
  only(tie: string): Loose<Kind> | undefined
}

function makeShelf<Kind>(): Shelf<Kind> {
  const byTie = new Map<string, Map<Kind, Loose<Kind>>>()
  const count = (tie: string): number => byTie.get(tie)?.size ?? 0
  const first = (tie: string): Loose<Kind> | undefined => byTie.get(tie)?.values().next().value
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
): Loose<Kind>[] {
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

/** What a part is known by, if by anything. */
export type Key = (part: Call | Result) => string | undefined

export const plainKey: Key = ({ id }) => (id === undefined ? undefined : plainId(id))

const byName = 'name '

const nameTie: Key = ({ name }) => (name === undefined ? undefined : byName + name)

/** A part without an id is tied by the name of its tool. */
const tieOf: Key = (part) => plainKey(part) ?? nameTie(part)
