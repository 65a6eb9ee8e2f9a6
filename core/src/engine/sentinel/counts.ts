import type { Part } from '../../model/transcript.ts'
import type { CalledNames } from './called-names.ts'
import type { Watches } from './watches.ts'

/** The cache marks and images of a conversation, held against the number and size that a request may have. */
export class Counts {
  marks = 0
  private most = Number.POSITIVE_INFINITY
  private limits: Watches['images']
  private images = 0
  private hasLarge = false

  reset({ marks, images }: Watches, given: number): void {
    this.most = marks
    this.marks = given
    this.limits = images
    this.images = 0
    this.hasLarge = false
  }

  /** Whether there are too many marks, or so many images that one of them is too large. */
  get areTooMany(): boolean {
    if (this.marks > this.most) return true
    return this.limits !== undefined && this.hasLarge && this.images > this.limits.most
  }

  /** Takes a part; false where the size of an image in it is not known yet. */
  takeImages(part: Part): boolean {
    if (this.limits === undefined || (part.kind !== 'media' && part.kind !== 'result')) return true
    for (const { width, height, isCut } of part.images ?? []) {
      if (isCut === true) return false
      this.images++
      this.hasLarge ||= Math.max(width, height) > this.limits.maximum
    }
    return true
  }

  /** Takes the parts of a suspicious turn; false where one of them concerns turns far away. */
  takeSuspects(parts: readonly Part[], names: CalledNames): boolean {
    for (const part of parts) {
      if (part.mark !== undefined && part.kind !== 'reasoning') this.marks++
      if (part.kind === 'hosted' || !this.takeImages(part)) return false
      if (part.kind === 'call' && !names.isDeclared(part.name ?? '')) return false
    }
    return true
  }
}
