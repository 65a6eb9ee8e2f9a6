import type { Part } from '../../model/transcript.ts'
import type { Watches } from './watches.ts'

/** The images of a conversation: how many there are, and whether one of them is too large for many. */
export class ImageCount {
  private limits: Watches['images']
  private count = 0
  private isLarge = false

  reset(limits: Watches['images']): void {
    this.limits = limits
    this.count = 0
    this.isLarge = false
  }

  /** Takes a part; false where the size of an image in it is not known yet. */
  take(part: Part): boolean {
    if (this.limits === undefined || (part.kind !== 'media' && part.kind !== 'result')) return true
    for (const { width, height, isCut } of part.images ?? []) {
      if (isCut === true) return false
      this.count++
      this.isLarge ||= Math.max(width, height) > this.limits.maximum
    }
    return true
  }

  /** Whether there are so many that one of them is too large. */
  get areTooMany(): boolean {
    return this.limits !== undefined && this.isLarge && this.count > this.limits.most
  }
}
