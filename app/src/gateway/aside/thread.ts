import type { Worker } from 'node:worker_threads'
import { startShipped } from '../../shipped/shipped.ts'
import { newMemory, perform, type Task, type Tasks } from './tasks.ts'
import { sizeOf } from './weigh.ts'
import type { Answer } from './worker.ts'

/** A thread for work on bodies that would keep other requests waiting. It is started with its first task. */
export interface Thread {
  /**
   * Does a task with a body, when those before it are done. Rejects if it takes too long, or if nobody waits any more.
   *
   * The pieces of the body are copied when its turn has come, so that one copy is held at a time.
   */
  run<Kind extends keyof Tasks>(
    kind: Kind,
    pieces: readonly Uint8Array[],
    input: Tasks[Kind]['input'],
    isGone?: () => boolean,
  ): Promise<Tasks[Kind]['answer']>
  close(): Promise<void>
}

interface Job {
  readonly task: Omit<Task, 'bytes'>
  readonly pieces: readonly Uint8Array[]
  readonly isGone: () => boolean
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The longest that a task may take, in milliseconds. Real conversations of 64 MB take a few seconds. */
const longest = 30_000

/** The most memory of the thread, in megabytes; beyond it the thread ends, and the gateway goes on. */
const mostMemory = 2048

/** Opens a thread; `patience`: the longest that a task may take, in milliseconds. */
export function openThread(patience: number = longest): Thread {
  return new OneThread(patience)
}

class OneThread implements Thread {
  private readonly jobs: Job[] = []
  private current: Job | undefined
  private worker: Worker | undefined
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  private readonly patience: number

  constructor(patience: number) {
    this.patience = patience
  }

  run<Kind extends keyof Tasks>(
    kind: Kind,
    pieces: readonly Uint8Array[],
    input: Tasks[Kind]['input'],
    isGone: () => boolean = () => false,
  ): Promise<Tasks[Kind]['answer']> {
    return new Promise((resolve, reject) => {
      // The answer to a task of this kind is of this type: `tasks` says so.
      this.jobs.push({ task: { kind, input }, pieces, isGone, resolve: resolve as Job['resolve'], reject })
      this.next()
    })
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.worker?.terminate()
  }

  private next(): void {
    while (this.current === undefined) {
      const job = this.jobs.shift()
      if (job === undefined) return
      if (this.isClosed || job.isGone()) job.reject(new Error('Nobody waits.'))
      else this.begin(job)
    }
  }

  private begin(job: Job): void {
    this.current = job
    this.handOver(job).catch(() => this.finish(() => job.reject(new Error('The thread cannot be started.'))))
  }

  private async handOver(job: Job): Promise<void> {
    const task: Task = { ...job.task, bytes: await joined(job.pieces) }
    if (this.isClosed) {
      this.finish(() => job.reject(new Error('Nobody waits.')))
      return
    }
    this.worker ??= this.hire()
    if (this.worker === undefined) {
      // Sources that were not built.
      this.finish(() => job.resolve(perform(task, newMemory())))
      return
    }
    this.worker.ref()
    this.timer = setTimeout(() => void this.worker?.terminate(), this.patience)
    this.worker.postMessage(task, [task.bytes.buffer as ArrayBuffer])
  }

  private hire(): Worker | undefined {
    const hired = startShipped('aside', { resourceLimits: { maxOldGenerationSizeMb: mostMemory } })
    const lose = (why: string): void => {
      if (this.worker !== hired) return
      this.worker = undefined
      this.finish((job) => job.reject(new Error(why)))
    }
    hired?.on('message', (answer: Answer) =>
      this.finish((job) =>
        'value' in answer ? job.resolve(answer.value) : job.reject(new Error(answer.failure)),
      ),
    )
    hired?.on('error', (error: Error) => lose(error.name))
    hired?.on('exit', () => lose('The thread ended.'))
    return hired
  }

  private finish(end: (job: Job) => void): void {
    clearTimeout(this.timer)
    const job = this.current
    this.current = undefined
    // A process may end while its thread has nothing to do.
    this.worker?.unref()
    if (job !== undefined) end(job)
    this.next()
  }
}

/** So much is copied before others have their turn. */
const atOnce = 1 << 20

/** All pieces in memory of their own, which can be handed over. */
async function joined(pieces: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(sizeOf(pieces))
  let at = 0
  let rest = atOnce
  for (const piece of pieces)
    for (let from = 0; from < piece.length; from += atOnce) {
      const part = piece.subarray(from, from + atOnce)
      bytes.set(part, at)
      at += part.length
      rest -= part.length
      if (rest > 0) continue
      rest = atOnce
      await new Promise((resolve) => setImmediate(resolve))
    }
  return bytes
}
