import type { Frame, How, Joint, Loose } from '../../model/joint.ts'
import { addTo, at } from '../../model/lists.ts'
import type { Origin } from '../../model/origin.ts'
import type { Call, Result, Turn } from '../../model/transcript.ts'
import type { Queues } from './queues.ts'

/** The state of a match: joints so far, open calls by id, and the results that have no call yet. */
export interface MatchState {
  readonly frames: Frame[]
  readonly joints: Joint[]
  readonly queues: Queues
  readonly loose: Loose[]
  readonly origin: Origin
  /** The provider keeps an earlier part: an id that no call has may be that of one it keeps. */
  readonly isContinued: boolean
  order: number
}

/** A call that no result has been found for as yet. */
export function openJoint(call: Call, turn: Turn, frame: number): Joint {
  return { call, turn, frame, result: undefined, home: undefined, resultFrame: -1, how: 'id' }
}

/** Whether a call still waits for its result. */
export function isOpen(joint: Joint): boolean {
  return joint.result === undefined && !joint.call.excused && joint.isRepeat !== true
}

/** A stand-in gives way to the real result. */
export function displace(joint: Joint, order: number, state: MatchState): void {
  const { result, home, resultFrame } = joint
  if (result === undefined || home === undefined) return
  state.loose.push({
    result,
    turn: home,
    frame: resultFrame,
    isElsewhere: false,
    order: order - 0.5,
    fate: 'duplicate',
    of: joint,
    isMatched: false,
  })
}

/** Gives a call its result. */
export function join(joint: Joint, result: Result, turn: Turn, frame: number, how: How): void {
  joint.result = result
  joint.home = turn
  joint.resultFrame = frame
  joint.how = how
}

/** Gives a call a result that had none. */
export function joinLoose(joint: Joint, loose: Loose, how: How): void {
  join(joint, loose.result, loose.turn, loose.frame, how)
  loose.isMatched = true
}

/** Whether a result still looks for its call, in this document. */
export function isUnowned(loose: Loose): boolean {
  return loose.fate === 'unowned' && !loose.isMatched && !loose.isElsewhere
}

/** The results without a call, by frame, for which a call of that frame may be guessed. */
export function groupByFrame(turns: readonly Turn[], state: MatchState): Map<Frame, Loose[]> {
  const groups = new Map<Frame, Loose[]>()
  const { origin } = state
  for (const loose of state.loose) {
    const frame = state.frames[loose.frame]
    if (frame === undefined || !isUnowned(loose)) continue
    const { index } = at(turns, frame.start)
    if (origin.isCalledBetween?.(index, loose.turn.index)) continue
    addTo(groups, frame, loose)
  }
  return groups
}
