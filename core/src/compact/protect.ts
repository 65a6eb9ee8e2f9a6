import { holdsSummary, isNod } from '../engine/arrange/summary.ts'
import { closesLoop, openLoop } from '../engine/for-rules/loop.ts'
import type { Facts } from '../model/facts.ts'
import { at } from '../model/lists.ts'
import { applies, type Rulebook } from '../model/rulebook.ts'
import { type Speaker, speakerOf, type Turn } from '../model/transcript.ts'
import type { CompactWishes } from './options.ts'
import type { CompactSketch } from './sketch.ts'

/** The units that stay, whatever happens. */
export interface ProtectedUnits {
  readonly units: ReadonlySet<number>
  /** Those of them whose very words stay too: nothing in them is shortened. */
  readonly whole: ReadonlySet<number>
  /** How many messages were asked to stay. */
  readonly asked: number
  /** The units that the caller named. */
  readonly pinned: ReadonlySet<number>
  /** The unit that stays only so that the user speaks first; where nothing fits, it may go, too. */
  readonly opening: number | undefined
  /** The units that only part a summary from the user's words, where speakers must alternate. */
  readonly nods: ReadonlySet<number>
}

export function isKeptUnit({ units }: ProtectedUnits, unit: number): boolean {
  return units.has(unit)
}

/** The same without what the engine can put words of its own in the place of. */
export function withoutOpening(kept: ProtectedUnits): ProtectedUnits {
  const { units, opening } = kept
  if (opening === undefined) return kept
  return { ...kept, units: new Set([...units].filter((unit) => unit !== opening)), opening: undefined }
}

/**
 * Decides what stays: what the caller asked for, the user's last words, the last unit, summaries, and
 * what the API would miss.
 *
 * `pinned` and `instructions` are positions: of turns that the caller named, and of turns that are no
 * longer instructions only because the API takes none there.
 */
export function keptUnits(
  sketch: CompactSketch,
  rulebook: Rulebook,
  keep: CompactWishes['keep'],
  pinned: ReadonlySet<number>,
  instructions: ReadonlySet<number>,
): ProtectedUnits {
  const { turns, strays } = sketch
  const unitAt = finder(sketch.starts)
  const isSystem = (turn: Turn): boolean => speakerOf(turn) === 'system' || instructions.has(turn.index)
  const whole = new Set<number>()
  const asked = new Set<number>(pinned)
  if (keep?.system !== false) {
    for (const turn of turns) if (isSystem(turn)) asked.add(turn.index)
  }
  const isUsers = (turn: Turn): boolean => isSaidByUser(turn) && !isSystem(turn)
  const first = keep?.firstUser === false ? undefined : turns.find(isUsers)
  if (first !== undefined) asked.add(first.index)
  for (const position of asked) whole.add(unitAt(position))
  for (const turn of turns) if (holdsSummary(turn)) whole.add(unitAt(turn.index))
  const units = new Set(whole)
  for (const position of strays) units.add(unitAt(position))
  // Instructions may follow the user's last words, and are then what an open loop starts after.
  for (const last of [turns.findLast(closesLoop), turns.findLast(isUsers)])
    if (last !== undefined) units.add(unitAt(last.index))
  if (turns.length > 0) units.add(unitAt(turns.length - 1))
  const head = loopHead(sketch, rulebook)
  if (head !== undefined) units.add(unitAt(head.index))
  const opening = mustStartOnUser(rulebook, sketch.facts) ? openingFor(sketch, units) : undefined
  const isOwn = opening !== undefined && !units.has(opening)
  if (isOwn) units.add(opening)
  return {
    units,
    whole,
    asked: messagesIn(sketch, whole),
    pinned: new Set([...pinned].map(unitAt)),
    opening: isOwn ? opening : undefined,
    nods: nodsIn(sketch, unitAt),
  }
}

function nodsIn({ turns, starts }: CompactSketch, unitAt: (position: number) => number): ReadonlySet<number> {
  const nods = new Set<number>()
  for (const { index } of turns.filter(holdsSummary)) {
    for (const position of [index - 1, index + 1]) {
      const turn = turns[position]
      if (turn === undefined || !isNod(turn)) continue
      const unit = unitAt(position)
      if ((starts[unit + 1] ?? turns.length) - at(starts, unit) === 1) nods.add(unit)
    }
  }
  return nods
}

/** Whether a request must start with the user. */
export function mustStartOnUser({ rows }: Rulebook, facts: Facts): boolean {
  if (facts.isContinued) return false
  return (['starts-on-model', 'call-not-after-user'] as const).some((rule) => {
    const row = rows[rule]
    return row !== undefined && applies(row, facts)
  })
}

/** Where what stays would start with the model: the last unit before it that starts with the user. */
function openingFor({ turns, starts }: CompactSketch, units: ReadonlySet<number>): number | undefined {
  const speaker = (unit: number): Speaker => speakerOf(at(turns, at(starts, unit)))
  const first = [...units].sort((left, right) => left - right).find((unit) => speaker(unit) !== 'system')
  if (first === undefined) return undefined
  for (let unit = first; unit >= 0; unit--) if (speaker(unit) === 'user') return unit
  return undefined
}

/** Whether the user says something here. */
function isSaidByUser(turn: Turn): boolean {
  return speakerOf(turn) === 'user' && closesLoop(turn)
}

/** Where a loop must start with reasoning and not every turn in it has some: the one that it starts with. */
function loopHead({ turns, facts }: CompactSketch, { rows }: Rulebook): Turn | undefined {
  const row = rows['reasoning-missing']
  if (row?.reasoning !== 'open-loop' || !applies(row, facts) || !facts.isThinking) return undefined
  const loop = openLoop(turns).filter((turn) => speakerOf(turn) === 'model')
  return loop.every(({ parts }) => parts.some(({ kind }) => kind === 'reasoning')) ? undefined : loop[0]
}

function messagesIn({ starts, turns }: CompactSketch, units: ReadonlySet<number>): number {
  let count = 0
  for (const unit of units) count += (starts[unit + 1] ?? turns.length) - at(starts, unit)
  return count
}

/** Finds the unit of a position, by halves. */
export function finder(starts: readonly number[]): (position: number) => number {
  return (position) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(starts, middle) <= position) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
