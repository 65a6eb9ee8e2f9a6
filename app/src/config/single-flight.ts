/** A task that runs once at a time; a call while it runs makes it run once more afterwards, however often it is called. */
export interface SingleFlight<Value> {
  /** Gives the value of a run that began with this call or after it. */
  run(): Promise<Value>
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

/** Wraps a task so that it never runs twice at once. The task must not throw. */
export function singleFlight<Value>(task: () => Promise<Value>): SingleFlight<Value> {
  let current: Promise<Value> | undefined
  let next: Promise<Value> | undefined
  const start = (): Promise<Value> => {
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
