/**
 * The calls of one turn that wait for results, as a sentinel sees them.
 *
 * Results in call order cost one comparison each. In another order, a handful of calls is searched
 * through; many get an index.
 */
export class Pending {
  private readonly ids: string[] = []
  private count = 0
  private answered = 0
  private isInOrder = true
  private mask = 0
  private index: Set<string> | undefined

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
    this.index = undefined
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
    if (this.count > 31) return this.answerByIndex(id)
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

  private answerByIndex(id: string): boolean {
    this.index ??= new Set(this.ids.slice(this.answered, this.count))
    this.isInOrder = false
    if (!this.index.delete(id)) return false
    this.answered++
    return true
  }
}
