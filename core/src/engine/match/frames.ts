import type { Frame, Joint, Pairs } from '../../model/joint.ts'
import { at, lastOf } from '../../model/lists.ts'
import type { Tail } from '../../model/report.ts'
import type { Layout } from '../../model/rulebook.ts'
import { isStrange } from '../../model/strange.ts'
import { isSilent, type Part, speakerOf, type Turn } from '../../model/transcript.ts'
import { runningCalls } from './tail.ts'

/**
 * Cuts runs of merged model turns where an answer belongs between them.
 *
 * An API that merges neighbours reads `[call a] [text] [result a]` as one model turn with text after a
 * call: the text only has to go first. But where `a` is answered somewhere else or not at all, what
 * followed it was said without its result, and the result's place is right after it:
 *
 *     [call a] [text, call b] [result b]   →   [call a] (result a) [text, call b] [result b]
 */
function cutRuns(turns: readonly Turn[], frames: readonly Frame[], layout: Layout): readonly Frame[] {
  if (!layout.merges || !layout.callsLast) return frames
  if (frames.every((frame) => frame.end - frame.start === 1)) return frames
  return frames.flatMap((frame) => (frame.end - frame.start === 1 ? [frame] : cutRun(turns, frame)))
}

/** The frames of a conversation as they are to be laid out, and the calls that may be running right now. */
export function layFrames(
  turns: readonly Turn[],
  { frames }: Pairs,
  layout: Layout,
  tail: Tail,
): { readonly frames: readonly Frame[]; readonly running: ReadonlySet<Joint> } {
  const running = runningCalls(turns, frames, tail)
  if (running.size === 0) return { frames: cutRuns(turns, frames, layout), running }
  // While calls are running, nothing tells that one of the last run was left without its result.
  return { frames: [...cutRuns(turns, frames.slice(0, -1), layout), lastOf(frames)], running }
}

function cutRun(turns: readonly Turn[], frame: Frame): Frame[] {
  const pieces: Frame[] = []
  let joints: Joint[] = []
  let start = frame.start
  let next = 0
  const lastAnswered = frame.joints.findLastIndex(isAnsweredHere)
  const saysMore = moreIn(turns, frame)
  for (let position = frame.start; position < frame.end; position++) {
    const turn = at(turns, position)
    const goesOn = turn.parts.some(saysMore) || (turn.parts.length > 0 && next <= lastAnswered)
    if (goesOn && joints.length > 0 && !joints.some(isAnsweredHere)) {
      pieces.push({ start, end: position, regionEnd: position, joints })
      joints = []
      start = position
    }
    for (let joint = frame.joints[next]; joint?.turn === turn; joint = frame.joints[++next])
      joints.push(joint)
  }
  pieces.push({ start, end: frame.end, regionEnd: frame.regionEnd, joints })
  return pieces
}

/** Whether a call's result follows the run that the call stands in. */
function isAnsweredHere({ result, home, frame, resultFrame }: Joint): boolean {
  return result !== undefined && home !== undefined && resultFrame === frame && speakerOf(home) !== 'model'
}

/**
 * Whether a part is content that may not follow a call; an empty text is none.
 *
 * A result goes home by itself, and reasoning is never moved to other content. A tool of the provider's may be
 * called in the same breath, and runs later; what a part of an unknown kind may follow is not known.
 */
export function moreIn(turns: readonly Turn[], { start, end }: Frame): (part: Part) => boolean {
  let answered: ReadonlySet<unknown> | undefined
  return (part) => {
    if (part.kind === 'text') return part.text !== ''
    if (part.kind === 'other') return !isSilent(part) && !isStrange(part)
    if (part.kind !== 'hosted') return part.kind === 'media'
    answered ??= new Set(turns.slice(start, end).flatMap(hostedAnswers))
    return part.half === 'result' || part.id === undefined || answered.has(part.id)
  }
}

function hostedAnswers({ parts }: Turn): unknown[] {
  return parts.flatMap((part) => (part.kind === 'hosted' && part.half === 'result' ? [part.id] : []))
}

/** The first call of a run that has other content after it, or undefined. */
export function callNotLast(turns: readonly Turn[], frame: Frame): { turn: Turn; part: Part } | undefined {
  let first: { turn: Turn; part: Part } | undefined
  const saysMore = moreIn(turns, frame)
  for (let position = frame.start; position < frame.end; position++) {
    const turn = at(turns, position)
    for (const part of turn.parts) {
      if (part.kind === 'call') first ??= { turn, part }
      else if (first !== undefined && saysMore(part)) return first
    }
  }
  return undefined
}
