import type { Joint } from '../model/joint.ts'
import type { Result } from '../model/transcript.ts'

/**
 * The calls that share one id, in document order, and which of them a result may still take.
 *
 * Cursors move forward only, so that 10,000 calls with one id cost no more than with ids of their own.
 */
export interface Queue {
  add(joint: Joint): void
  /** The call that a result answers, judged by what stands before it. */
  ownerOf(result: Result, frame: number): Joint | 'ambiguous' | 'duplicate'
  /** Notes that a result is about to take this call. */
  take(joint: Joint, result: Result): void
  firstOpen(): Joint | undefined
  last(): Joint
}

export function makeQueue(first: Joint): Queue {
  const joints: Joint[] = [first]
  // How many calls a real result could take: open ones, and those that only a stand-in answers.
  let open = 1
  let standIns = 0
  const cursor = { open: 0, ownOpen: 0, standIn: 0, ownStandIn: 0 }
  // Position of the first call in the newest frame that has one.
  let own = 0

  const seek = (from: number, wanted: (joint: Joint) => boolean): number => {
    let position = from
    while (position < joints.length && !wanted(joints[position] as Joint)) position++
    return position
  }

  const firstOpen = (): Joint | undefined => {
    cursor.open = seek(cursor.open, isUnanswered)
    return joints[cursor.open]
  }

  const firstStandIn = (): Joint | undefined => {
    cursor.standIn = seek(cursor.standIn, hasStandIn)
    return joints[cursor.standIn]
  }

  const ownCall = (result: Result): Joint | undefined => {
    cursor.ownOpen = seek(Math.max(cursor.ownOpen, own), isUnanswered)
    const waiting = joints[cursor.ownOpen]
    if (waiting !== undefined || result.isSynthetic) return waiting
    cursor.ownStandIn = seek(Math.max(cursor.ownStandIn, own), hasStandIn)
    return joints[cursor.ownStandIn]
  }

  return {
    add(joint) {
      if ((joints[joints.length - 1] as Joint).frame !== joint.frame) own = joints.length
      joints.push(joint)
      open++
    },

    ownerOf(result, frame) {
      const mine = (joints[own] as Joint).frame === frame ? ownCall(result) : undefined
      if (mine !== undefined) return mine
      const free = result.isSynthetic ? open : open + standIns
      if (free > 1) return 'ambiguous'
      return (free === 0 ? undefined : open === 1 ? firstOpen() : firstStandIn()) ?? 'duplicate'
    },

    take(joint, result) {
      if (joint.result === undefined) open--
      else standIns--
      if (!result.isSynthetic) return
      standIns++
      // A call behind the cursors may have got a stand-in.
      cursor.standIn = 0
      cursor.ownStandIn = 0
    },

    firstOpen,
    last: () => joints[joints.length - 1] as Joint,
  }
}

function isUnanswered(joint: Joint): boolean {
  return joint.result === undefined
}

function hasStandIn(joint: Joint): boolean {
  return joint.result?.isSynthetic === true
}
