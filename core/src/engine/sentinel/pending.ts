/**
 * The calls of one turn that wait for results.
 *
 * Results in call order cost one comparison each. From the first one in another order on, the ids that are left are counted.
 */
export class Pending {
  private readonly ids: string[] = []
  private count = 0
  private answered = 0
  /** By id, how many calls wait; undefined as long as results come in call order. */
  private waiting: Map<string, number> | undefined

  /** How many results are still missing. */
  get missing(): number {
    return this.count - this.answered
  }

  get answeredCount(): number {
    return this.answered
  }

  clear(): void {
    // Nothing has changed since nobody called.
    if (this.count === 0) return
    this.count = 0
    this.answered = 0
    this.waiting = undefined
    // Strings of a large turn are not held on to.
    if (this.ids.length > 64) this.ids.length = 0
  }

  call(id: string): void {
    this.ids[this.count++] = id
    this.waiting?.set(id, (this.waiting.get(id) ?? 0) + 1)
  }

  /** Notes a result; false where no call waits for it. */
  answer(id: string): boolean {
    if (this.waiting === undefined && this.answered < this.count && this.ids[this.answered] === id) {
      this.answered++
      return true
    }
    return this.answerOutOfOrder(id)
  }

  private answerOutOfOrder(id: string): boolean {
    this.waiting ??= this.countWaiting()
    const left = this.waiting.get(id) ?? 0
    if (left === 0) return false
    this.waiting.set(id, left - 1)
    this.answered++
    return true
  }

  private countWaiting(): Map<string, number> {
    const waiting = new Map<string, number>()
    for (let index = this.answered; index < this.count; index++) {
      const id = this.ids[index] as string
      waiting.set(id, (waiting.get(id) ?? 0) + 1)
    }
    return waiting
  }
}
