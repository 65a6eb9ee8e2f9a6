import { MortiseError } from '../model/outcome.ts'
import { saved } from './patience.ts'
import type { Sink } from './sink.ts'

/** The lines on their way to a sink. */
export interface SinkJournal {
  /** Puts a line on its way; lines that come close together are written together. */
  add(line: string): void
  /**
   * Resolves once every line added so far is durable; rejects where it cannot be written.
   *
   * Lines that could not be written wait for the next try: nothing is taken back. The promise may be left alone.
   */
  flush(): Promise<void>
  /** Writes what waits, then closes the sink, also where that fails. Rejects, too, where the sink does not answer. */
  close(): Promise<void>
}

interface Waiter {
  /** How many lines must be durable. */
  readonly count: number
  resolve(): void
  reject(error: MortiseError): void
}

/**
 * Writes lines in groups: whatever comes while one group is on its way is the next one.
 *
 * So one line costs one write, and sixteen at a time hardly more.
 */
export function openJournal(sink: Sink): SinkJournal {
  const waiting: string[] = []
  let waiters: Waiter[] = []
  let added = 0
  let written = 0
  let isPumping = false
  let closing: Promise<void> | undefined

  const settleWaiters = (error?: MortiseError): void => {
    const ready = waiters.filter(({ count }) => error !== undefined || count <= written)
    waiters = waiters.filter(({ count }) => error === undefined && count > written)
    for (const { resolve, reject } of ready) error === undefined ? resolve() : reject(error)
  }

  const drain = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const group = [...waiting]
        await sink.write(group)
        waiting.splice(0, group.length)
        written += group.length
        settleWaiters()
      }
    } catch (cause) {
      settleWaiters(notWritten(cause, waiting.length))
    } finally {
      isPumping = false
    }
  }

  const pump = (): void => {
    if (isPumping) return
    isPumping = true
    // Not at once: what is added in the same breath is of the same group.
    void done.then(drain)
  }

  const flush = (): Promise<void> => {
    if (written === added) return done
    pump()
    return handled(
      new Promise((resolve, reject) => {
        waiters.push({ count: added, resolve, reject })
      }),
    )
  }

  return {
    add(line) {
      waiting.push(line)
      added++
      pump()
    },
    flush,
    close() {
      closing ??= handled(inTime(flush().finally(() => sink.close())))
      return closing
    },
  }
}

/** Closes a sink once its last write has settled; the caller does not wait for ever. */
async function inTime(closed: Promise<void>): Promise<void> {
  const unsaved = await saved(closed, { timeout: 0 })
  if (unsaved !== undefined) throw unsaved
}

/** A promise that may be left alone: whoever waits for it is told, and nobody else is troubled. */
function handled(promise: Promise<void>): Promise<void> {
  promise.catch(() => {})
  return promise
}

const done: Promise<void> = Promise.resolve()

function notWritten(cause: unknown, count: number): MortiseError {
  const why = cause instanceof Error ? cause.message : String(cause)
  const lines = count === 1 ? 'One line' : `${count} lines`
  return new MortiseError('not-written', `${lines} of the ledger could not be written: ${why}`, {
    hint: 'Nothing is lost as long as the program runs: `await ledger.flush()` tries again.',
    cause,
  })
}
