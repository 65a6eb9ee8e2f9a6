import type { Frame } from '../../../model/joint.ts'
import { lastOf } from '../../../model/lists.ts'
import type { Turn } from '../../../model/transcript.ts'

/** Frames in groups that nothing stands between. */
export function runsOf(frames: readonly Frame[], turns: readonly Turn[]): Frame[][] {
  const runs: Frame[][] = []
  for (const frame of frames) {
    const run = runs.at(-1)
    if (run !== undefined && areNeighbours(lastOf(run), frame, turns)) run.push(frame)
    else runs.push([frame])
  }
  return runs
}

/** Whether nothing stands, or stood, between the calls of two frames. */
function areNeighbours(first: Frame, second: Frame, turns: readonly Turn[]): boolean {
  return first.end === second.start && turns[second.start]?.isApart !== true
}

/**
 * Makes one frame of neighbours where the results of the earlier calls follow the later ones.
 *
 * Such calls were made together and written as several turns; the results already stand where they belong.
 */
export function joinFrames(turns: readonly Turn[], frames: readonly Frame[]): Frame[] {
  return runsOf(frames, turns).flatMap((run) => {
    if (run.length === 1) return run
    const last = lastOf(run)
    const number = last.joints[0]?.frame
    const isAnsweredThere = ({ joints }: Frame): boolean =>
      joints.every(({ result, resultFrame }) => result !== undefined && resultFrame === number)
    const start = run.findLastIndex((frame) => frame !== last && !isAnsweredThere(frame)) + 1
    const joints = run.slice(start).flatMap((frame) => frame.joints)
    for (const joint of joints) Object.assign(joint, { frame: number })
    return [...run.slice(0, start), { ...last, start: run[start]?.start ?? last.start, joints }]
  })
}
