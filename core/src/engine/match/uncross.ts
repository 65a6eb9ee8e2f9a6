import type { Frame, Joint } from '../../model/joint.ts'
import { addTo, at } from '../../model/lists.ts'
import type { Result, Turn } from '../../model/transcript.ts'
import { join } from './match-state.ts'

/**
 * Puts results of one id in the order of their calls, where calls in several turns of one run share the id.
 *
 * Matching takes the nearest turn first, which decides the calls that have a result. Of these, the first call gets the
 * first result: calls that were made one after the other are answered one after the other.
 */
export function uncross(turns: readonly Turn[], frames: readonly Frame[]): void {
  for (const frame of frames) {
    for (const joints of sharedIn(frame, turns)) {
      const order = orderOf(turns, frame)
      const held = joints.map(({ result, home }) => ({ result, home }) as HeldCall)
      held.sort((left, right) => (order.get(left.result) ?? 0) - (order.get(right.result) ?? 0))
      joints.forEach((joint, index) => {
        const { result, home } = at(held, index)
        join(joint, result, home, joint.resultFrame, 'id')
      })
    }
  }
}

interface HeldCall {
  readonly result: Result
  readonly home: Turn
}

/** The answered calls of a frame by id, where one id is that of calls in several turns. */
function sharedIn(frame: Frame, turns: readonly Turn[]): readonly (readonly Joint[])[] {
  if (frame.end - frame.start < 2) return []
  const run = new Set(turns.slice(frame.start, frame.end))
  const byId = new Map<string, Joint[]>()
  for (const joint of frame.joints) {
    const { call, home, how } = joint
    const mayMove = how === 'id' && joint.resultFrame === joint.frame
    // A result in the run itself stands beside its call.
    if (mayMove && home !== undefined && !run.has(home) && call.id !== undefined) addTo(byId, call.id, joint)
  }
  return [...byId.values()].filter((joints) => joints.some(({ turn }) => turn !== joints[0]?.turn))
}

/** The position of each result behind the calls of a frame. */
function orderOf(turns: readonly Turn[], frame: Frame): ReadonlyMap<Result, number> {
  const order = new Map<Result, number>()
  for (const { parts } of turns.slice(frame.end, frame.regionEnd))
    for (const part of parts) if (part.kind === 'result') order.set(part, order.size)
  return order
}
