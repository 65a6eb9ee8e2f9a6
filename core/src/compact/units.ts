import { callsAlone, hostedLoops } from '../engine/for-rules/hosted.ts'
import { match } from '../engine/match/match.ts'
import { isOpen } from '../engine/match/match-state.ts'
import type { Facts } from '../model/facts.ts'
import type { PairByCount } from '../model/joint.ts'
import { at } from '../model/lists.ts'
import type { Layout } from '../model/rulebook.ts'
import { holdsResult, speakerOf, type Turn } from '../model/transcript.ts'

/** A conversation cut where nothing that belongs together stands on both sides. */
export interface Units {
  /** The position of the first turn of each unit, rising. */
  readonly starts: readonly number[]
  /** Whether nothing waits for something that may still come. */
  readonly isSettled: boolean
  /** The positions of results whose calls the provider keeps. */
  readonly strays: readonly number[]
}

/**
 * Cuts a conversation into units.
 *
 * A unit is never separated: turns of the model in a row, their calls, all results of those, wherever
 * they stand, the reasoning beside them, and both halves of a tool that the provider runs.
 *
 *     user · model, calls a b · results a · results b · user · model · user
 *     ─┬──   ────────────┬──────────────────────────   ─┬──   ──┬──   ─┬──
 */
export function unitsOf(
  turns: readonly Turn[],
  layout: Layout,
  facts: Facts,
  pairByCount?: PairByCount,
): Units {
  const first = turns[0]?.index ?? 0
  const pairs = match(turns, layout, { isContinued: facts.isContinued, pairByCount })
  // By position, how far what starts there reaches.
  const reach: number[] = turns.map(({ index }) => index)
  const tie = (left: number, right: number): void => {
    const start = Math.min(left, right) - first
    reach[start] = Math.max(at(reach, start), left, right)
  }
  for (const { turn, home } of pairs.joints) if (home !== undefined) tie(turn.index, home.index)
  const loops = turns.some(holdsHosted) ? hostedLoops(turns) : []
  for (const { byId } of loops)
    for (const [seat, ...others] of byId.values())
      for (const other of others) if (seat !== undefined) tie(seat.turn.index, other.turn.index)
  return {
    starts: startsOf(turns, reach),
    isSettled: !pairs.joints.some(isOpen) && !loops.some((loop) => callsAlone(loop).length > 0),
    strays: pairs.strays.map(({ turn }) => turn.index),
  }
}

function holdsHosted({ parts }: Turn): boolean {
  return parts.some(({ kind }) => kind === 'hosted')
}

function startsOf(turns: readonly Turn[], reach: readonly number[]): number[] {
  const starts: number[] = []
  let furthest = -1
  turns.forEach((turn, position) => {
    if (turn.index > furthest && !leansOn(turn, turns[position - 1])) starts.push(turn.index)
    furthest = Math.max(furthest, at(reach, position))
  })
  return starts
}

/** Whether a turn cannot stand without the one before it. */
function leansOn(turn: Turn, before: Turn | undefined): boolean {
  if (before === undefined) return false
  const speaker = speakerOf(turn)
  if (speaker === 'model') return speakerOf(before) === 'model'
  return speaker === 'tool' || holdsResult(turn)
}
