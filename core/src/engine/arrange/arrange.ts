import type { Frame, Joint, Pairs } from '../../model/joint.ts'
import { addAll, at, include, putAt } from '../../model/lists.ts'
import type { Policy } from '../../model/policy.ts'
import type { PlacedPart } from '../../model/seat.ts'
import { isOfKind, type Part, type Result, type Turn } from '../../model/transcript.ts'
import { remedyFor, remedyForCall, rowOf } from '../context.ts'
import {
  type Draft,
  isSpent,
  newTurn,
  noTurns,
  putBeside,
  rebuild,
  setFact,
  setParts,
} from '../draft/draft.ts'
import { layFrames } from '../match/frames.ts'
import { isOpen } from '../match/match-state.ts'
import { ruleOfGuess } from '../match/strays.ts'
import { answer } from './answer.ts'
import type { Arranging } from './arranging.ts'
import { putCallsLast } from './calls-last.ts'
import { holdsSummary } from './summary.ts'
import { isMisnamed, type Survey, surveyor } from './survey.ts'

/** A result on its way: moved from where it stands, or made because none was recorded. */
interface Guest {
  readonly joint: Joint
  readonly result: Result
  readonly from: Turn | undefined
  readonly why: string
}

/**
 * Lays out every frame as the API wants it: calls last, each result in its place, missing ones made.
 *
 * It is the identity on every legal layout: a result that already stands well does not move.
 */
export function arrange(draft: Draft, pairs: Pairs, policy: Policy): void {
  const { layout } = draft.context.rulebook
  const counting = layout.positional ? draft.context.format.pairByCount : undefined
  const { frames, running } = layFrames(draft.turns, pairs, layout, draft.context.tail)
  const arranging: Arranging = {
    draft,
    policy,
    pairs,
    layout,
    counting,
    running,
    leaving: new Map(),
    moving: new Set(),
    after: new Map(),
    entering: new Map(),
    ordering: new Map(),
  }
  agreeIds(arranging)
  // Pairs that were kept through a change are in frames of single turns.
  const surveyFrame = surveyor(draft.turns, layout)
  for (const frame of counting?.joinFrames(draft.turns, frames) ?? frames)
    arrangeFrame(arranging, frame, surveyFrame(frame))
  applyGathered(arranging)
}

/** A result takes the id, the kind of tool and, without an id, the name of the call that it answers. */
function agreeIds({ draft, policy, pairs, layout }: Arranging): void {
  const why = ruleOfGuess(layout)
  const rules = layout.positional ? [why] : [why, 'call-without-result']
  if (rules.every((rule) => remedyFor(draft.context, policy, rule) === 'leave')) return
  for (const joint of pairs.joints) {
    const { call, result } = joint
    if (result === undefined) continue
    if (isMisnamed(draft.context, joint)) {
      setFact(result, 'name', call.name, why)
      result.name = call.name
    }
    if (!isOfKind(result, call)) setFact(result, 'tool', call.tool, why)
    if (result.id === undefined || call.id === undefined || result.id === call.id) continue
    setFact(result, 'id', call.id, why)
    result.id = call.id
  }
}

function arrangeFrame(arranging: Arranging, frame: Frame, survey: Survey): void {
  const guests: Guest[] = []
  for (const joint of frame.joints) {
    const guest = guestOf(arranging, joint, survey)
    if (guest !== undefined) guests.push(guest)
  }
  putCallsLast(arranging, frame)
  putInOrder(arranging, frame)
  if (guests.length === 0) return
  for (const guest of guests) leave(arranging, guest)
  const good = lastGood(arranging, frame, survey)
  if (arranging.draft.context.format.results.shape === 'self')
    seatAsTurns(arranging, frame, guests, good?.turn)
  else seatInTurn(arranging, frame, guests, good)
}

function guestOf(arranging: Arranging, joint: Joint, survey: Survey): Guest | undefined {
  const { draft, policy, running } = arranging
  if (joint.result === undefined) {
    const isWanted = isOpen(joint) && !running.has(joint)
    if (!isWanted || remedyForCall(draft.context, policy, 'call-without-result', joint.call) !== 'answer')
      return undefined
    const result = answer(joint, draft.context)
    return result === undefined ? undefined : { joint, result, from: undefined, why: 'call-without-result' }
  }
  const why = survey(joint)
  if (why === undefined || remedyFor(draft.context, policy, why) === 'leave') return undefined
  return { joint, result: joint.result, from: joint.home, why }
}

function leave(arranging: Arranging, { from, result, why }: Guest): void {
  result.why = why
  if (from === undefined) return
  if (from.shape === 'self') {
    arranging.moving.add(from)
    from.why = why
    return
  }
  include(arranging.leaving, from, result)
}

/** Each result is a turn: they follow the last one that stands well, or the calls themselves. */
function seatAsTurns(
  arranging: Arranging,
  frame: Frame,
  guests: readonly Guest[],
  good: Turn | undefined,
): void {
  const anchor = good ?? at(arranging.draft.turns, frame.end - 1)
  for (const { joint, result, from, why } of guests) {
    const turn = from ?? newTurn('tool', [result], why, 'self')
    joint.home = turn
    putBeside(arranging.after, anchor, turn)
  }
}

/** Results are parts of one turn: after the last good one, else at the head of the turn that follows. */
function seatInTurn(
  arranging: Arranging,
  frame: Frame,
  guests: readonly Guest[],
  good: PlacedPart | undefined,
): void {
  const why = guests[0]?.why ?? 'call-without-result'
  const parts = guests.map((guest) => guest.result)
  const seat = good ?? openSeat(arranging, frame)
  if (seat === undefined) {
    const turn = newTurn(arranging.draft.context.format.results.speaker, parts, why, 'list')
    for (const guest of guests) guest.joint.home = turn
    putBeside(arranging.after, at(arranging.draft.turns, frame.end - 1), turn)
    return
  }
  for (const guest of guests) guest.joint.home = seat.turn
  if (arranging.counting !== undefined) arranging.ordering.set(seat.turn, frame.joints)
  const entry = arranging.entering.get(seat.turn)
  if (entry === undefined) arranging.entering.set(seat.turn, { after: seat.part, parts, why })
  else addAll(entry.parts, parts)
}

/** The last result that already stands where the layout wants it. */
function lastGood(arranging: Arranging, frame: Frame, survey: Survey): PlacedPart | undefined {
  const own = new Set<Part>()
  for (const joint of frame.joints) {
    if (joint.result !== undefined && isSeated(joint, survey)) own.add(joint.result)
  }
  if (own.size === 0) return undefined
  for (let position = frame.regionEnd - 1; position >= frame.end; position--) {
    const turn = at(arranging.draft.turns, position)
    const part = turn.parts.findLast((candidate) => own.has(candidate))
    if (part !== undefined) return { turn, part }
  }
  return undefined
}

function isSeated(joint: Joint, survey: Survey): boolean {
  return joint.home !== undefined && joint.resultFrame === joint.frame && survey(joint) === undefined
}

/** The turn after the calls, where it is a list that can take results at its head. */
function openSeat(arranging: Arranging, frame: Frame): { turn: Turn; part: undefined } | undefined {
  const turn = frame.end < frame.regionEnd ? at(arranging.draft.turns, frame.end) : undefined
  if (turn === undefined || turn.speaker !== arranging.draft.context.format.results.speaker) return undefined
  // Where neighbours merge, a string turn keeps its bytes and the results get a turn before it.
  const canTake = turn.shape === 'list' || (turn.shape === 'text' && !arranging.layout.merges)
  const isFree =
    !holdsSummary(turn) && (!standAlone(arranging) || turn.parts.every((part) => part.kind === 'result'))
  return canTake && isFree ? { turn, part: undefined } : undefined
}

/** Whether results that are put somewhere get a turn to themselves. */
function standAlone({ draft, layout }: Arranging): boolean {
  return layout.alone === true || rowOf(draft.context, 'text-beside-results') !== undefined
}

/** Where it is asked for, results stand in the order of their calls. */
function putInOrder(arranging: Arranging, frame: Frame): void {
  const { draft, policy, counting } = arranging
  const home = draft.turns[frame.end]
  if (home === undefined || counting === undefined) return
  if (remedyFor(draft.context, policy, orderRule) === 'leave') return
  arranging.ordering.set(home, frame.joints)
}

const orderRule = 'results-out-of-order'

function applyGathered(arranging: Arranging): void {
  const { draft, leaving, entering, moving, after, ordering, counting } = arranging
  if (leaving.size + entering.size + moving.size + after.size + ordering.size === 0) return
  for (const [turn, parts] of leaving) {
    setParts(
      turn,
      turn.parts.filter((part) => !parts.has(part)),
      [...parts][0]?.why ?? 'result-out-of-place',
    )
  }
  for (const [turn, entry] of entering) enter(turn, entry)
  for (const [turn, joints] of ordering)
    setParts(turn, counting?.inCallOrder(turn, joints) ?? turn.parts, turn.why ?? orderRule)
  for (const turn of leaving.keys()) if (isSpent(turn)) draft.dropped.set(turn, 'result-out-of-place')
  rebuild(draft, noTurns, after, moving)
}

function enter(turn: Turn, entry: { after: Part | undefined; parts: Part[]; why: string }): void {
  const at = entry.after === undefined ? 0 : turn.parts.indexOf(entry.after) + 1
  setParts(turn, putAt(turn.parts, at, entry.parts), entry.why)
}
