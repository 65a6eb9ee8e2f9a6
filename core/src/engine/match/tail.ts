import type { Frame, Joint } from '../../model/joint.ts'
import type { Tail } from '../../model/report.ts'
import { isSilent, speakerOf, type Turn } from '../../model/transcript.ts'
import { isOpen } from './match-state.ts'

const none: ReadonlySet<Joint> = new Set()

/** The calls that may be running right now: the conversation is live and nothing but results follows them. */
export function runningCalls(
  turns: readonly Turn[],
  frames: readonly Frame[],
  tail: Tail,
): ReadonlySet<Joint> {
  const frame = runningFrame(turns, frames, tail)
  return frame === undefined ? none : new Set(frame.joints)
}

/** The last frame, where the conversation is live and nothing but results follows its calls. */
export function runningFrame(
  turns: readonly Turn[],
  frames: readonly Frame[],
  tail: Tail,
): Frame | undefined {
  const frame = frames[frames.length - 1]
  if (tail !== 'open' || frame === undefined || frame.regionEnd !== turns.length) return undefined
  for (let position = frame.end; position < frame.regionEnd; position++)
    if (!holdsResultsOnly(turns[position] as Turn)) return undefined
  return frame
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
  const found = new Set<Turn>()
  if (tail !== 'open') return found
  let end = turns.length
  const isModels = (position: number): boolean => speakerOf(turns[position] as Turn) === 'model'
  while (end > 0 && !isModels(end - 1) && holdsResultsOnly(turns[end - 1] as Turn))
    found.add(turns[--end] as Turn)
  const run = new Set<Turn>()
  while (end > 0 && isModels(end - 1)) run.add(turns[--end] as Turn)
  const isWaiting = joints.some((joint) => isOpen(joint) && run.has(joint.turn))
  return isWaiting ? found : new Set()
}

function holdsResultsOnly({ parts }: Turn): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === 'result' || isSilent(part))
}
