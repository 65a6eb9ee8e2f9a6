import type { Binding } from '../../model/binding.ts'
import type { Format } from '../../model/format.ts'
import { isObject, printJson, sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import type { PlacedPart } from '../../model/seat.ts'
import type { Part, Turn } from '../../model/transcript.ts'

/**
 * The first difference of two documents: the position of a turn, and how many of its reasoning parts precede it.
 *
 * ```
 * before   user  [think call]  [result]           [think call]  [result]
 * after    user  [think call]  [result  result]   [think call]  [result]
 *                                       ^ { turn: 2, kept: 0 }: the second `think` is loosened
 * ```
 */
export interface ChangedPlace {
  readonly turn: number
  readonly kept: number
}

/**
 * The first place where what a model reads was changed.
 *
 * Cache marks do not count. Nor does reasoning that went, as long as no reasoning before it stays: an API that
 * binds reasoning misses only a block that stood between others.
 */
export function firstChangeIn(format: Format, before: unknown, after: unknown): ChangedPlace | undefined {
  const bare = (value: unknown): unknown => format.withoutMarks?.(value) ?? value
  if (!sameJson(bare(format.headOf?.(before)), bare(format.headOf?.(after)))) return { turn: 0, kept: 0 }
  const old = format.turnsOf(before) ?? []
  const now = format.turnsOf(after) ?? []
  const isLed = leadIn(format, now)
  for (let turn = 0; turn < now.length; turn++) {
    if (old[turn] === now[turn]) continue
    const kept = keptIn(format, bare(old[turn]), bare(now[turn]), () => isLed(turn))
    if (kept !== undefined) return { turn, kept }
  }
  return undefined
}

/** Two documents, the second made of the first, and the turns of the second as they were read. */
interface Changed {
  readonly before: unknown
  readonly after: unknown
  readonly turns: readonly Turn[]
}

/** The signed reasoning of a changed document that goes: all that stands after the change, unless somebody knows better. */
export function loosenedIn(
  format: Format,
  { before, after, turns }: Changed,
  goes?: Binding['goes'],
): PlacedPart[] {
  const change = before === after ? undefined : firstChangeIn(format, before, after)
  if (change === undefined && goes === undefined) return []
  const { turn: first, kept } = change ?? { turn: turns.length, kept: 0 }
  return turns.flatMap((turn, position) => {
    const isLoosened = (number: number): boolean => position > first || (position === first && number >= kept)
    const parts = turn.parts.filter(isReasoning).filter((part, number) => {
      if (!isSigned(part)) return false
      return goes === undefined ? isLoosened(number) : goes(part.raw, isLoosened(number))
    })
    return parts.map((part) => ({ turn, part }))
  })
}

/** Whether a part is reasoning with a signature. */
export function isSigned(part: Part): boolean {
  return part.kind === 'reasoning' && part.signed
}

/** The signed reasoning of one document that another, made of it, no longer has. */
export function removedReasoning(format: Format, before: unknown, after: unknown): readonly unknown[] {
  const left = new Map<string, number>()
  for (const block of signedIn(format, after))
    left.set(printJson(block), (left.get(printJson(block)) ?? 0) + 1)
  return signedIn(format, before).filter((block) => {
    const count = left.get(printJson(block)) ?? 0
    if (count > 0) left.set(printJson(block), count - 1)
    return count === 0
  })
}

function signedIn(format: Format, document: unknown): unknown[] {
  const turns = format.turnsOf(document) ?? []
  return turns.flatMap((raw) =>
    partsOf(format, raw)
      .filter(isSigned)
      .map((part) => part.raw),
  )
}

/** Tells whether reasoning stands before a turn, asked in the order of the turns; none is read twice. */
function leadIn(format: Format, turns: readonly unknown[]): (turn: number) => boolean {
  let read = 0
  let isLed = false
  return (turn) => {
    for (; read < turn && !isLed; read++) isLed = partsOf(format, turns[read]).some(isReasoning)
    return isLed
  }
}

/** How much of the reasoning of a turn stands before its first change; undefined where it has none. */
function keptIn(format: Format, old: unknown, now: unknown, isLed: () => boolean): number | undefined {
  if (sameJson(old, now)) return undefined
  if (!sameJson(shellOf(format, old), shellOf(format, now))) return 0
  const left = partsOf(format, old)
  let next = 0
  let kept = 0
  // Reasoning may be missing as long as there was none before it.
  const skip = (isEnough: (part: Part) => boolean): void => {
    while (next < left.length && !isEnough(at(left, next))) {
      if (!isReasoning(at(left, next)) || kept > 0 || isLed()) return
      next++
    }
  }
  for (const part of partsOf(format, now)) {
    skip((other) => sameJson(other.raw, part.raw))
    if (next === left.length || !sameJson(at(left, next).raw, part.raw)) return kept
    next++
    if (isReasoning(part)) kept++
  }
  skip(() => false)
  return next === left.length ? undefined : kept
}

/** A turn without its lists of parts. */
export function shellOf({ lists }: Format, raw: unknown): unknown {
  if (!isObject(raw)) return raw
  const held = new Set(Object.values(lists).map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !held.has(key)))
}

function isReasoning({ kind }: Part): boolean {
  return kind === 'reasoning'
}

function partsOf(format: Format, raw: unknown): readonly Part[] {
  return format.readTurn(raw, 0, [], []).parts
}
