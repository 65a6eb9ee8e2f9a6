import type { Frame, Joint } from '../../model/joint.ts'
import type { Layout } from '../../model/rulebook.ts'
import { isStrange } from '../../model/strange.ts'
import { isSilent, speakerOf, type Turn } from '../../model/transcript.ts'
import type { Context } from '../context.ts'

/** The pairing faults of a result that has a call but stands in the wrong place. */
export type Misplacement = 'results-split' | 'result-not-leading' | 'result-out-of-place'

/** Marks each result of a frame's region with where it stands in the eyes of the layout. */
export function survey(turns: readonly Turn[], frame: Frame, layout: Layout): void {
  if (layout.answers === 'next') surveyNext(turns, frame, layout)
  else if (layout.answers === 'adjacent') surveyAdjacent(turns, frame)
}

/** What is wrong with where a joint's result stands, after the survey of its frame. */
export function misplacement(joint: Joint, layout: Layout): Misplacement | undefined {
  if (joint.result === undefined || layout.answers === 'anywhere') return undefined
  if (layout.answers === 'exchange') return isInExchange(joint) ? undefined : 'result-out-of-place'
  if (joint.resultFrame !== joint.frame) return 'result-out-of-place'
  switch (joint.result.standing) {
    case 'good':
      return undefined
    case 'split':
      return 'results-split'
    case 'late':
      return 'result-not-leading'
    default:
      return 'result-out-of-place'
  }
}

/** Whether a result stands in a tool's turn after its call, and nobody else has spoken between them. */
function isInExchange({ call, turn, home }: Joint): boolean {
  if (home === undefined) return true
  const speaker = speakerOf(home)
  // A call that needs no result may have one all the same, also from the provider in the model's turn.
  if (call.excused) return speaker === 'tool' || speaker === 'model'
  return speaker === 'tool' && home.exchange === turn.exchange && home.index > turn.index
}

/** Results belong at the head of the turn that follows. */
function surveyNext(turns: readonly Turn[], frame: Frame, layout: Layout): void {
  clear(turns, frame)
  let isLeading = true
  let isBroken = false
  let first: Turn | undefined
  for (let position = frame.end; position < frame.regionEnd; position++) {
    const turn = turns[position] as Turn
    // A turn of another role will be the user's once its role is mended; instructions stay apart.
    if (turn.speaker === 'system' && turn.isSetting !== true) isBroken = true
    const isAnswerTurn = !isBroken && (layout.merges || position === frame.end)
    for (const part of turn.parts) {
      if (part.kind !== 'result') {
        if (!isSilent(part) && !isStrange(part)) isLeading = false
        continue
      }
      const isSplit = first !== undefined && first !== turn && isLeading && !isBroken
      first ??= turn
      if (isSplit && layout.together !== 'free') part.standing = 'split'
      else if (!isAnswerTurn) part.standing = isLeading && !isBroken ? 'split' : 'far'
      else part.standing = isLeading || !layout.lead ? 'good' : 'late'
    }
    if (turn.parts.length === 0 && !layout.merges) isLeading = false
  }
}

/** Results belong in the unbroken run of result turns that follows. */
function surveyAdjacent(turns: readonly Turn[], frame: Frame): void {
  clear(turns, frame)
  for (let position = frame.end; position < frame.regionEnd; position++) {
    const turn = turns[position] as Turn
    if (turn.parts.length === 0 || turn.parts.some((part) => part.kind !== 'result')) return
    for (const part of turn.parts) if (part.kind === 'result') part.standing = 'good'
  }
}

function clear(turns: readonly Turn[], frame: Frame): void {
  for (let position = frame.start; position < frame.regionEnd; position++) {
    for (const part of (turns[position] as Turn).parts) if (part.kind === 'result') part.standing = 'far'
  }
}

/** Whether an API that compares names where there are no ids takes a result for another call's. */
export function isMisnamed({ format, rulebook }: Context, joint: Joint): boolean {
  const row = rulebook.rows['results-out-of-order']
  return row?.within === true && format.pairByCount?.isMisnamed(joint) === true
}
