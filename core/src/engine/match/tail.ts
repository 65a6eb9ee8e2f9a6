import type { Frame, Joint } from '../../model/joint.ts'
import type { Tail } from '../../model/report.ts'
import { isSilent, speakerOf, type Turn } from '../../model/transcript.ts'
import { isOpen } from './match-state.ts'

const noCalls: ReadonlySet<Joint> = new Set()
const noTurns: ReadonlySet<Turn> = new Set()

/** The calls that may be running right now: the conversation is live and nothing but results follows them. */
export function runningCalls(
  turns: readonly Turn[],
  frames: readonly Frame[],
  tail: Tail,
): ReadonlySet<Joint> {
  const frame = runningFrame(turns, frames, tail)
  return frame === undefined ? noCalls : new Set(frame.joints)
}

/** The last frame, where the conversation is live and nothing but results follows its calls. */
export function runningFrame(
  turns: readonly Turn[],
  frames: readonly Frame[],
  tail: Tail,
): Frame | undefined {
  const frame = frames[frames.length - 1]
  if (tail !== 'open' || frame === undefined || frame.regionEnd !== turns.length) return undefined
  return turns.slice(frame.end, frame.regionEnd).every(holdsResultsOnly) ? frame : undefined
}

/**
 * The last turns of a live conversation, with nothing but results in them, while a call before them still waits.
 *
 * Anything else said there would end the wait.
 */
export function unfinishedTurns(
  turns: readonly Turn[],
  joints: readonly Joint[],
  tail: Tail,
): ReadonlySet<Turn> {
  if (tail !== 'open') return noTurns
  const isModels = (turn: Turn): boolean => speakerOf(turn) === 'model'
  const end = turns.findLastIndex((turn) => isModels(turn) || !holdsResultsOnly(turn)) + 1
  const start = turns.findLastIndex((turn, position) => position < end && !isModels(turn)) + 1
  const run = new Set(turns.slice(start, end))
  const isWaiting = joints.some((joint) => isOpen(joint) && run.has(joint.turn))
  return isWaiting ? new Set(turns.slice(end)) : noTurns
}

function holdsResultsOnly({ parts }: Turn): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === 'result' || isSilent(part))
}
