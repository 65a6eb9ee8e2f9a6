import type { Draft, KeepMarks } from '../../model/draft.ts'
import { cacheMarkOf, isSilent, type Part, type Turn } from '../../model/transcript.ts'
import { setFact, setParts } from './draft.ts'

/** A part that asks the provider to remember, and the position of its turn. */
interface MarkedPart {
  readonly part: Part
  readonly at: number
}

/**
 * The mark of a part that goes is the nearest one's before it that can have one: the provider then remembers all
 * that is left of what the caller asked for. A part that has one already covers both.
 *
 * Brought by the formats that have marks.
 */
export const keepMarks: KeepMarks = (draft, why, act, elsewhere = []) => {
  const before = draft.turns
  const marked = markedIn(before)
  act()
  if (marked.length === 0) return
  const standing = new Set(draft.turns.flatMap(({ parts }) => parts))
  const turns = new Set(draft.turns)
  const earlier = before.map((turn) => (turns.has(turn) ? turn : undefined))
  for (const { part, at } of marked) {
    const isMarked = cacheMarkOf(part) !== undefined && !elsewhere.includes(part.raw)
    if (isMarked && !standing.has(part)) carry(draft, part, earlier.slice(0, at + 1), why)
  }
}

function markedIn(turns: readonly Turn[]): MarkedPart[] {
  const marked: MarkedPart[] = []
  turns.forEach(({ parts }, at) => {
    for (const part of parts)
      if (part.kind !== 'reasoning' && cacheMarkOf(part) !== undefined) marked.push({ part, at })
  })
  return marked
}

/** The last of these turns is the part's own; those that went are missing. */
function carry(draft: Draft, part: Part, turns: readonly (Turn | undefined)[], why: string): void {
  const own = turns.at(-1)
  const beside = own?.parts.findLast((other) => isBefore(other, part) && mayBear(other))
  // A turn out of view may be nearer.
  if (beside === undefined && draft.context.reading.isPartial) draft.isShort = true
  const home = beside === undefined ? turns.slice(0, -1).findLast(hasBearer) : own
  const bearer = beside ?? home?.parts.findLast(mayBear)
  if (home === undefined || bearer === undefined || cacheMarkOf(bearer) !== undefined) return
  // A part that is nothing else moves; what a stream left of another is silent, too, but its mark is a member.
  const isPart = isSilent(part) && draft.context.format.facts.part?.mark === undefined
  if (isPart) setParts(home, home.parts.toSpliced(home.parts.indexOf(bearer) + 1, 0, part), why)
  else setFact(bearer, 'mark', cacheMarkOf(part), why)
}

function hasBearer(turn: Turn | undefined): boolean {
  return turn?.shape === 'list' && turn.parts.some(mayBear)
}

function isBefore(other: Part, { list, index }: Part): boolean {
  return other.list === list && other.index >= 0 && other.index < index
}

/** Whether a part can hold a cache mark: it says something and stands in a list, or is a mark between parts. */
function mayBear(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() !== '' && typeof part.raw !== 'string'
  return part.kind === 'media' || part.kind === 'call' || part.kind === 'result' || isSilent(part)
}
