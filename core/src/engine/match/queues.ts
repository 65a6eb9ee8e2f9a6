import type { Joint } from '../../model/joint.ts'
import type { Result } from '../../model/transcript.ts'
import { CallQueue } from './queue.ts'

/** The calls of a conversation by their ids; a call whose id no other has needs no queue. */
export class Queues {
  private readonly byId = new Map<string, Joint | CallQueue>()
  /** Whether two calls have the same id. */
  areShared = false

  has(id: string): boolean {
    return this.byId.has(id)
  }

  add(id: string, joint: Joint): void {
    const known = this.byId.get(id)
    if (known === undefined) this.byId.set(id, joint)
    else {
      this.areShared = true
      this.queueFrom(id, known).add(joint)
    }
  }

  /** The call that a result answers, judged by what stands before it; undefined where no call has the id. */
  ownerOf(id: string, result: Result, frame: number): Joint | 'ambiguous' | 'duplicate' | undefined {
    const known = this.byId.get(id)
    if (known === undefined) return undefined
    if (known instanceof CallQueue) return known.ownerOf(result, frame)
    return mayTake(known, result) ? known : 'duplicate'
  }

  /** Notes that a result is about to take this call. */
  take(id: string, joint: Joint, result: Result): void {
    const known = this.byId.get(id)
    if (known instanceof CallQueue) known.take(joint, result)
  }

  firstOpen(id: string): Joint | undefined {
    const known = this.byId.get(id)
    if (known instanceof CallQueue) return known.firstOpen()
    return known?.result === undefined ? known : undefined
  }

  lastWith(id: string): Joint | undefined {
    const known = this.byId.get(id)
    return known instanceof CallQueue ? known.last() : known
  }

  private queueFrom(id: string, known: Joint | CallQueue): CallQueue {
    if (known instanceof CallQueue) return known
    const queue = new CallQueue(known)
    this.byId.set(id, queue)
    return queue
  }
}

/** Whether a call is open, or has only a stand-in where this is the real result. */
function mayTake({ result: held }: Joint, result: Result): boolean {
  return held === undefined || (held.isSynthetic && !result.isSynthetic)
}
