import type { Frame, Joint, Misplaced } from '../../../model/joint.ts'
import { at } from '../../../model/lists.ts'
import type { Call, Part, Result, Turn } from '../../../model/transcript.ts'

/** The parts of a turn with its results in the order of their calls; everything else stays in its place. */
export function inCallOrder({ parts }: Turn, joints: readonly Joint[]): Part[] {
  const rank = new Map<Part, number>()
  joints.forEach(({ result }, position) => {
    if (result !== undefined) rank.set(result, position)
  })
  const results = parts.filter((part) => rank.has(part))
  results.sort((left, right) => (rank.get(left) ?? 0) - (rank.get(right) ?? 0))
  let next = 0
  return parts.map((part) => (rank.has(part) ? at(results, next++) : part))
}

/** The first result of a frame that ids or names put elsewhere, though its place belongs to another call. */
export function firstMisplaced(frame: Frame, standsWell: (joint: Joint) => boolean): Misplaced | undefined {
  let last: Joint | undefined
  const joints = frame.joints.filter(standsWell)
  for (const joint of joints) {
    const { result, home } = joint
    if (result === undefined) continue
    if (last !== undefined && last.home === home && (last.result?.index ?? 0) > result.index) {
      // Without ids there is nothing that a gateway could compare.
      return {
        result,
        turn: home,
        owner: result.id === undefined ? undefined : callAt(frame, joints, result)?.id,
      }
    }
    last = joint
  }
  return undefined
}

/** Whether a result has another name than its call where there are no ids to compare. */
export function isMisnamed({ call, result }: Joint): boolean {
  if (result?.name === undefined || call.name === undefined) return false
  return (call.id === undefined || result.id === undefined) && call.name !== result.name
}

/** The call in whose place a result stands. */
function callAt({ joints }: Frame, well: readonly Joint[], { index }: Result): Call | undefined {
  const before = well.filter(({ result }) => result !== undefined && result.index < index)
  return joints[before.length]?.call
}
