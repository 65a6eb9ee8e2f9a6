/**
 * The calls of one turn that wait for results, as a sentinel sees them.
 *
 * Results in call order cost one comparison each; another order is followed for a handful of calls
 * and suspected beyond.
 */
export class Pending {
  private readonly ids: string[] = []
  private count = 0
  private answered = 0
  private isInOrder = true
  private mask = 0

  /** How many results are still missing. */
  get missing(): number {
    return this.count - this.answered
  }

  get answeredCount(): number {
    return this.answered
  }

  clear(): void {
    this.count = 0
    this.answered = 0
    this.isInOrder = true
    this.mask = 0
    // Strings of a large turn are not held on to.
    if (this.ids.length > 64) this.ids.length = 0
  }

  call(id: string): void {
    this.ids[this.count++] = id
  }

  /** Notes a result; false where no call waits for it. */
  answer(id: string): boolean {
    if (this.answered >= this.count) return false
    if (this.isInOrder && this.ids[this.answered] === id) {
      this.answered++
      return true
    }
    return this.answerOutOfOrder(id)
  }

  private answerOutOfOrder(id: string): boolean {
    if (this.count > 31) return false
    if (this.isInOrder) this.mask = 2 ** this.answered - 1
    this.isInOrder = false
    for (let index = 0; index < this.count; index++) {
      const bit = 2 ** index
      if ((this.mask & bit) !== 0 || this.ids[index] !== id) continue
      this.mask |= bit
      this.answered++
      return true
    }
    return false
  }
}
