/** A queue of jobs that run one after the other; a failed job is reported, and the next one runs all the same. */
export class Queue {
  isClosed = false
  private last: Promise<void> = Promise.resolve()
  private readonly onFailure: (thrown: unknown) => void

  constructor(onFailure: (thrown: unknown) => void) {
    this.onFailure = onFailure
  }

  add(work: () => Promise<void>): void {
    this.last = this.last.then(async () => {
      if (this.isClosed) return
      try {
        await work()
      } catch (thrown) {
        if (!this.isClosed) this.onFailure(thrown)
      }
    })
  }

  /** Resolves when no job is left, including jobs that the last one added. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.last; await last) last = this.last
  }
}
