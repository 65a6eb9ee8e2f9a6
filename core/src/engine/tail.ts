import type { Frame, Joint } from '../model/joint.ts'
import type { Tail } from '../model/report.ts'
import { isSilent, type Turn } from '../model/transcript.ts'

const none: ReadonlySet<Joint> = new Set()

/** The calls that may be running right now: the conversation is live and nothing but results follows them. */
export function runningCalls(
  turns: readonly Turn[],
  frames: readonly Frame[],
  tail: Tail,
): ReadonlySet<Joint> {
  const frame = frames[frames.length - 1]
  if (tail !== 'open' || frame === undefined || frame.regionEnd !== turns.length) return none
  for (let position = frame.end; position < frame.regionEnd; position++) {
    const { parts } = turns[position] as Turn
    if (parts.length === 0 || parts.some((part) => part.kind !== 'result' && !isSilent(part))) return none
  }
  return new Set(frame.joints)
}
