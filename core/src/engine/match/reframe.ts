import type { Joint, Pairs, Stray } from '../../model/joint.ts'
import { addAll } from '../../model/lists.ts'
import type { Layout } from '../../model/rulebook.ts'
import type { Call, Result, Turn } from '../../model/transcript.ts'
import { houseJoints, walkFrames } from './frame-walk.ts'
import { openJoint } from './match-state.ts'

/**
 * The same pairs in a draft whose turns have changed: what belonged together still does.
 *
 * Matching anew could give a result to another call of the same id once the turn between them is gone.
 */
export function reframe(turns: readonly Turn[], layout: Layout, pairs: Pairs): Pairs {
  const byCall = new Map<Call, Joint>(pairs.joints.map((joint) => [joint.call, joint]))
  const byResult = new Map<Result, Joint>()
  const strays = new Map<Result, Stray>(pairs.strays.map((stray) => [stray.result, stray]))
  const joints: Joint[] = []
  const left: Stray[] = []
  for (const joint of pairs.joints) if (joint.result !== undefined) byResult.set(joint.result, joint)
  const renewed = new Map<Joint, Joint>()
  const renew = (old: Joint): Joint => {
    const known = renewed.get(old)
    if (known !== undefined) return known
    const made = { ...old, result: undefined, home: undefined, resultFrame: -1 }
    renewed.set(old, made)
    return made
  }
  const frames = walkFrames(turns, layout, {
    call(call, turn, _frame, number) {
      const old = byCall.get(call)
      const joint =
        old === undefined ? openJoint(call, turn, number) : Object.assign(renew(old), { turn, frame: number })
      joints.push(joint)
    },
    result(result, turn, number) {
      const old = byResult.get(result)
      const stray = strays.get(result)
      if (old !== undefined) Object.assign(renew(old), { result, home: turn, resultFrame: number })
      else if (stray !== undefined) left.push({ ...stray, turn })
    },
  })
  houseJoints(frames, joints)
  const kept = new Set(joints)
  for (const joint of renewed.values()) if (!kept.has(joint)) addAll(left, bereft(joint))
  return { frames, joints, strays: left, mayShareIds: pairs.mayShareIds }
}

/** A result whose call went belongs to none. */
function bereft({ result, home }: Joint): readonly Stray[] {
  if (result === undefined || home === undefined) return []
  return [{ result, turn: home, fate: 'unowned', isCalled: false }]
}
