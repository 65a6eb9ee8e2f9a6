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
  private index: Map<string, number> | undefined
  /** 1 for each call that is answered, where they are many and out of order. */
  private marks: Uint8Array = noMarks
  /** The call that was last answered there. */
  private last = 0

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
    this.isInOrder = true
    this.mask = 0
    this.index = undefined
    this.marks = noMarks
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

  /** Results may come from the last call to the first: the one before the last answer is looked at first. */
  private answerByIndex(id: string): boolean {
    if (this.isInOrder) this.startMarks()
    const before = this.last - 1
    const at = before >= 0 && this.ids[before] === id ? before : this.positionOf(id)
    if (at < 0 || this.marks[at] === 1) return false
    this.marks[at] = 1
    this.last = at
    this.answered++
    return true
  }

  private startMarks(): void {
    this.isInOrder = false
    this.marks = new Uint8Array(this.count).fill(1, 0, this.answered)
    this.last = this.count
  }

  private positionOf(id: string): number {
    if (this.index === undefined) {
      this.index = new Map()
      for (let position = 0; position < this.count; position++)
        this.index.set(this.ids[position] as string, position)
    }
    return this.index.get(id) ?? -1
  }
}

const noMarks = new Uint8Array(0)
