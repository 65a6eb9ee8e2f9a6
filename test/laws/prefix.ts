import { isDeepStrictEqual } from 'node:util'
import { type Edit, type PolicyName, repair } from '@mortise/core'
import { expect } from 'vitest'
import { callsAlone, hostedLoops } from '../../core/src/engine/for-rules/hosted.ts'
import { closesLoop } from '../../core/src/engine/for-rules/loop.ts'
import { match } from '../../core/src/engine/match/match.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import type { Api } from '../../core/src/model/format.ts'
import { imageComplaints } from '../oracle/anthropic-images.ts'
import { fieldsOf } from '../wire/fields.ts'
import { turnsOf, type Wire, wireOf, withTurns } from '../wire/index.ts'
import { apiOf } from './task.ts'

/**
 * Asserts that a conversation that grew is repaired as before, up to the first joint or open loop that grew.
 *
 * The conversation is cut before a run of the model that no joint crosses: what stands before the cut
 * must come out the same, whatever comes after it.
 */
export function prefixHolds(document: unknown, api: string, policy: PolicyName): void {
  const known = apiOf(api, document)
  const wire = wireOf(known.format.name)
  const mend = (given: unknown): Mended => {
    const { document: mended, report } = repair(given, { api: known.rulebook, policy, tail: 'rest' })
    return {
      turns: unmarked(turnsOf(wire, mended), wire),
      mode: wire.modeOf?.(mended),
      isSame: mended === given,
      earliest: earliestIn(report.plan.edits, wire, Array.isArray(given) ? 0 : 1),
    }
  }
  const turns = turnsOf(wire, document)
  // With every image that follows, another of the first may be too large.
  if (imageComplaints(turns).some((complaint) => complaint.includes('2000'))) return
  const whole = mend(document)
  for (const cut of cutsOf(document, turns, known, wire)) {
    const grown = withTurns(wire, document, turns.slice(0, cut))
    // Where turns name each other, the last one decides which of the others count.
    const positions = (given: unknown): number[] =>
      readAll(given, known.format).turns.map(({ index }) => index)
    if (
      !isDeepStrictEqual(
        positions(grown),
        positions(document).filter((index) => index < cut),
      )
    )
      continue
    if (known.rulebook.layout.alternates === 'speech' && !isClosed(turns.slice(0, cut), wire)) continue
    const { turns: prefix, mode, isSame } = mend(grown)
    // Misplaced instructions wait for the user to speak: their place is not there yet.
    if (!isSame && fieldsOf(turns[cut - 1]).role === 'system') continue
    // Moved instructions stand before the model's next turn: where that goes, they wait for another one.
    if (!isSame && policy !== 'keep' && fieldsOf(prefix.at(-1)).role === 'system') continue
    // What has the model think in another way has no prompt cache hit.
    if (mode !== whole.mode) continue
    // Where the last turn before the cut went, the model's turns on both sides of it became one.
    if (prefix.length === 0 || wire.isModels(prefix.at(-1))) continue
    const stands = whole.turns.slice(0, prefix.length)
    // Where speakers must alternate and the turn after the cut went, what follows it joins the last turn.
    if (known.rulebook.layout.alternates !== undefined) stands.push(headOf(stands.pop(), prefix.at(-1)))
    expect(stands, `cut at ${cut}, what stands before it stays`).toEqual(prefix)
    // Where speakers must alternate, what follows may join the last turn.
    const joins = known.rulebook.layout.alternates === undefined ? 0 : 1
    if (isSame)
      expect(whole.earliest, `cut at ${cut}, of the repairs that do, the latest`).toBeGreaterThanOrEqual(
        cut - joins,
      )
  }
}

interface Mended {
  readonly turns: readonly unknown[]
  readonly mode: unknown
  readonly isSame: boolean
  /** The position of the first turn that the repair changes, but for cache marks. */
  readonly earliest: number
}

/** The position of the first turn that edits change, but for cache marks; what stands outside the turns does not count. */
function earliestIn(edits: readonly Edit[], { root, marks = [] }: Wire, depth: number): number {
  const turns = edits.filter((edit) => {
    const isMarks =
      edit.at.some((step) => marks.includes(String(step))) || isMark(fieldsOf(edit).value, marks)
    return !isMarks && (depth === 0 || edit.at[0] === root)
  })
  return Math.min(...turns.map(({ at }) => Number(at[depth] ?? 0)))
}

/**
 * Whether the user has the last word.
 *
 * Where calls and results do not count as speech, the model's words before and after them belong
 * together: the loop is open until the user speaks. A turn of unclear role that calls is the model's.
 */
function isClosed(turns: readonly unknown[], wire: Wire): boolean {
  const last = turns.at(-1)
  return turns.length > 0 && wire.resultsOf(last).length === 0 && wire.callsOf(last).length === 0
}

/** As much of what a turn says as another turn says. */
function headOf(turn: unknown, other: unknown): unknown {
  const known = fieldsOf(other)
  const members = Object.entries(fieldsOf(turn)).map(([key, value]) => [key, startOf(value, known[key])])
  return Object.fromEntries(members)
}

function startOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(like)) return value.slice(0, like.length)
  const words = Array.isArray(value) ? fieldsOf(value[0]).text : value
  const isLonger = typeof words === 'string' && typeof like === 'string' && words.startsWith(like)
  return isLonger ? like : value
}

function cutsOf(
  document: unknown,
  turns: readonly unknown[],
  { format, rulebook }: Api,
  wire: Wire,
): number[] {
  const { turns: read, facts } = readAll(document, format)
  const { joints, strays } = match(read, rulebook.layout, {
    isContinued: facts.isContinued,
    pairByCount: format.pairByCount,
  })
  const spans = joints.flatMap(({ turn, home }) => (home === undefined ? [] : [[turn.index, home.index]]))
  // A tool that the provider runs is a joint as well: both halves stay, or both go.
  const loops = hostedLoops(read)
  for (const seats of loops.flatMap(({ byId }) => [...byId.values()]))
    spans.push(seats.map(({ turn }) => turn.index))
  // One that waits does so until somebody speaks: what follows decides.
  for (const { turn } of loops.flatMap(callsAlone)) {
    const closed = read.find((other) => other.index > turn.index && closesLoop(other))
    spans.push([turn.index, closed?.index ?? turns.length])
  }
  // A result of a call that the provider may keep, until a call of this very request has its id.
  for (const { result, turn } of facts.isContinued ? strays : []) {
    const later = joints.find(({ call }) => call.id !== undefined && call.id === result.id)
    if (later !== undefined) spans.push([turn.index, later.turn.index])
  }
  const isCrossed = (cut: number): boolean =>
    spans.some((span) => Math.min(...span) < cut && Math.max(...span) >= cut)
  const isOpen = (cut: number): boolean =>
    wire.isOpenAfter?.(turns[cut - 1], document, rulebook.name) === true
  const bare = turns.findIndex((turn) => isBare(turn, wire))
  const isCut = (index: number): boolean =>
    startsRun(turns, index, wire) && !isCrossed(index) && !isOpen(index) && (bare < 0 || index <= bare)
  return turns.flatMap((_, index) => (isCut(index) ? [index] : []))
}

/** Whether a turn says nothing and has a mark: it goes with that, and its neighbours grow together. */
function isBare(turn: unknown, { marks = [] }: Wire): boolean {
  const { content } = fieldsOf(turn)
  return Array.isArray(content) && content.some((part) => isMark(part, marks)) && !says(turn)
}

/** The same turns without marks: which of them stay depends on how many follow. */
function unmarked(turns: readonly unknown[], { marks = [] }: Wire): readonly unknown[] {
  const drop = (key: string, value: unknown): unknown =>
    marks.includes(key)
      ? undefined
      : Array.isArray(value)
        ? value.filter((one) => !isMark(one, marks))
        : value
  return marks.length === 0 ? turns : (JSON.parse(JSON.stringify(turns, drop)) as unknown[])
}

function isMark(value: unknown, marks: readonly string[]): boolean {
  const keys = Object.keys(fieldsOf(value))
  return keys.length > 0 && keys.every((key) => marks.includes(key))
}

/**
 * Whether a run of the model starts here.
 *
 * Both sides of the cut must say something: a turn that says nothing goes, and its neighbours grow
 * together. Where a turn is an item, the words may stand in a later item of the run.
 */
function startsRun(turns: readonly unknown[], index: number, wire: Wire): boolean {
  const before = turns[index - 1]
  if (before === undefined || wire.isModels(before) || !wire.isModels(turns[index])) return false
  const rest = turns.slice(index)
  const length = rest.findIndex((turn) => !wire.isModels(turn))
  return says(before) && says(length < 0 ? rest : rest.slice(0, length))
}

function says(value: unknown): boolean {
  return /«\w+»/.test(JSON.stringify(value))
}
