/** Runs one task at a time; a call while it runs makes it run once more afterwards, however often it is called. */
export interface SingleFlight {
  /** Resolves when a run that began after this call has ended. */
  run(): Promise<void>
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

/** Wraps a task so that it never runs twice at once. The task must not throw. */
export function singleFlight(task: () => Promise<void>): SingleFlight {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    const running = task().finally(() => {
      if (current === running) current = undefined
    })
    current = running
    return running
  }
  return {
    run() {
      if (current === undefined) return start()
      next ??= current.then(() => {
        next = undefined
        return start()
      })
      return next
    },
    async idle() {
      while (current !== undefined) await (next ?? current)
    },
  }
}
