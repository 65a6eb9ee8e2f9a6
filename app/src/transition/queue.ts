/** Work that is done one after the other; a failure is told, and keeps nothing else from being done. */
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

  /** Resolves when nothing is left, not even what the last work has put into it. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.last; await last) last = this.last
  }
}
