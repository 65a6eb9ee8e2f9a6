import type { Joint } from '../../model/joint.ts'
import { lastOf } from '../../model/lists.ts'
import type { Result } from '../../model/transcript.ts'

/**
 * The calls that share one id, in document order, and which of them a result may still take.
 *
 * Cursors move forward only, so that 10,000 calls with one id cost no more than with ids of their own.
 */
export class CallQueue {
  private readonly joints: Joint[]
  // How many calls a real result could take: open ones, and those that only a stand-in answers.
  private open: number
  private standIns: number
  /** Position of the first call in the newest frame that has one. */
  private own = 0
  /** Position of the first call in the newest turn that has one. */
  private newest = 0
  /** For each turn of the newest frame, the position from which its calls may be open; answered turns are gone. */
  private openTurns: number[] = [0]
  private openFrom = 0
  private standInFrom = 0
  private ownStandInFrom = 0

  constructor(first: Joint) {
    this.joints = [first]
    this.open = isUnanswered(first) ? 1 : 0
    this.standIns = hasStandIn(first) ? 1 : 0
  }

  add(joint: Joint): void {
    const last = this.last()
    const position = this.joints.length
    if (last.frame !== joint.frame) {
      this.own = position
      this.openTurns = []
    }
    if (last.frame !== joint.frame || isLaterTurn(joint, last)) this.newest = position
    if ((this.openTurns.at(-1) ?? -1) < this.newest) this.openTurns.push(position)
    this.joints.push(joint)
    this.open++
  }

  /** The call that a result answers, judged by what stands before it. */
  ownerOf(result: Result, frame: number): Joint | 'ambiguous' | 'duplicate' {
    const mine = this.joints[this.own]?.frame === frame ? this.ownCall(result) : undefined
    if (mine !== undefined) return mine
    const free = result.isSynthetic ? this.open : this.open + this.standIns
    if (free > 1) return 'ambiguous'
    return (free === 0 ? undefined : this.open === 1 ? this.firstOpen() : this.firstStandIn()) ?? 'duplicate'
  }

  /** Notes that a result is about to take this call. */
  take(joint: Joint, result: Result): void {
    if (joint.result === undefined) this.open--
    else this.standIns--
    if (!result.isSynthetic) return
    this.standIns++
    // A call behind the cursors may have got a stand-in.
    this.standInFrom = 0
    this.ownStandInFrom = 0
  }

  firstOpen(): Joint | undefined {
    this.openFrom = this.seek(this.openFrom, isUnanswered)
    return this.joints[this.openFrom]
  }

  last(): Joint {
    return lastOf(this.joints)
  }

  private firstStandIn(): Joint | undefined {
    this.standInFrom = this.seek(this.standInFrom, hasStandIn)
    return this.joints[this.standInFrom]
  }

  private ownCall(result: Result): Joint | undefined {
    const waiting = this.nearestOpen()
    if (waiting !== undefined || result.isSynthetic) return waiting
    this.ownStandInFrom = this.seek(Math.max(this.ownStandInFrom, this.own), hasStandIn)
    return this.joints[this.ownStandInFrom]
  }

  /** The first open call of the last turn of the newest frame that has one: a result follows its own calls. */
  private nearestOpen(): Joint | undefined {
    for (let from = this.openTurns.pop(); from !== undefined; from = this.openTurns.pop()) {
      // Every call of the later turns is answered, so that the first open one is of this turn.
      const position = this.seek(from, isUnanswered)
      const joint = this.joints[position]
      if (joint === undefined) continue
      this.openTurns.push(position)
      return joint
    }
    return undefined
  }

  private seek(from: number, isWanted: (joint: Joint) => boolean): number {
    let position = from
    let joint = this.joints[position]
    while (joint !== undefined && !isWanted(joint)) joint = this.joints[++position]
    return position
  }
}

/** Whether a call stands in a later turn; where each call is an item, those of a run are as of one turn. */
function isLaterTurn({ turn }: Joint, last: Joint): boolean {
  return turn !== last.turn && turn.shape !== 'self'
}

function isUnanswered(joint: Joint): boolean {
  return joint.result === undefined
}

function hasStandIn(joint: Joint): boolean {
  return joint.result?.isSynthetic === true
}
