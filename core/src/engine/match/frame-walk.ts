import type { Frame, Joint } from '../../model/joint.ts'
import type { Layout } from '../../model/rulebook.ts'
import { type Call, type Result, speakerOf, type Turn } from '../../model/transcript.ts'

/** The visitor of a walk through frames: it is told of each call and result, in document order. */
export interface FrameVisitor {
  call(call: Call, turn: Turn, frame: Frame, number: number): void
  /** `number` is -1 before the first call, and after a model turn without calls. */
  result(result: Result, turn: Turn, number: number): void
}

/** Walks through a conversation frame by frame: each run of model turns with calls, and what follows it. */
export function walkFrames(turns: readonly Turn[], layout: Layout, visitor: FrameVisitor): Frame[] {
  const frames: Frame[] = []
  let current: Frame | undefined
  let isRunning = false
  let position = 0
  for (const turn of turns) {
    const isModel = speakerOf(turn) === 'model'
    if (isModel && !(isRunning && joinsRun(turn, layout))) current = undefined
    isRunning = isModel
    for (const part of turn.parts) {
      if (part.kind === 'call' && isModel) {
        if (current === undefined) {
          current = frameAt(position)
          frames.push(current)
        }
        visitor.call(part, turn, current, frames.length - 1)
      } else if (part.kind === 'result')
        visitor.result(part, turn, current === undefined ? -1 : frames.length - 1)
    }
    if (current !== undefined) stretch(current, position, isModel)
    position++
  }
  return frames
}

function frameAt(position: number): Frame {
  return { start: position, end: position + 1, regionEnd: position + 1, joints: noJoints }
}

const noJoints: readonly Joint[] = []

/** Gives each frame its joints, which are in order: a list that is cut out of another is no longer than it must be. */
export function houseJoints(frames: readonly Frame[], joints: readonly Joint[]): void {
  let from = 0
  frames.forEach((frame, number) => {
    let to = from
    while (to < joints.length && joints[to]?.frame === number) to++
    frame.joints = joints.slice(from, to)
    from = to
  })
}

/** Whether a turn continues a run; not if another speaker's turn stood between them and was removed. */
function joinsRun(turn: Turn, layout: Layout): boolean {
  // Where calls stand last, merged runs are cut by what they hold.
  if (turn.isApart && !layout.callsLast) return false
  return layout.merges || turn.shape === 'self'
}

function stretch(frame: Frame, position: number, isModel: boolean): void {
  if (isModel) frame.end = position + 1
  frame.regionEnd = position + 1
}
