import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startShipped } from '../shipped/shipped.ts'
import { type Answers, perform, type ThreadTask } from './tasks.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** Threads that do tasks; they are started when there is something to do, and end when there is nothing. */
export interface Pool {
  /** How many tasks are done at the same time. */
  readonly size: number
  run<Kind extends ThreadTask['do']>(task: Extract<ThreadTask, { readonly do: Kind }>): Promise<Answers[Kind]>
  /** Takes no new task, and resolves when those that were begun are over. */
  close(): Promise<void>
}

interface PoolJob {
  readonly id: number
  readonly task: ThreadTask
  resolve(value: unknown): void
  reject(error: Error): void
}

interface CleaningThread {
  readonly worker: Worker
  job: PoolJob | undefined
}

const most = 4
const idleMs = 1000

/** Makes a pool; no thread is started before the first task. Threads beside a gateway are to let its requests pass. */
export function openPool(size: number = Math.min(most, availableParallelism()), isLow = true): Pool {
  return new Threads(size, isLow)
}

/** Does tasks in this thread: for so few that starting a thread would take longer. */
export const noThreads: Pool = {
  size: 1,
  run: (task) => perform(task, (run) => run()),
  close: async () => {},
}

class Threads implements Pool {
  readonly size: number
  private readonly hands = new Set<CleaningThread>()
  private readonly jobs: PoolJob[] = []
  /** Those who want to write; the first one may. */
  private readonly turns: { readonly hand: CleaningThread; readonly id: number }[] = []
  private count = 0
  private timer: NodeJS.Timeout | undefined
  private onClosed: (() => void) | undefined

  private readonly isLow: boolean

  constructor(size: number, isLow: boolean) {
    this.size = size
    this.isLow = isLow
  }

  run<Kind extends ThreadTask['do']>(
    task: Extract<ThreadTask, { readonly do: Kind }>,
  ): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.onClosed !== undefined) return reject(new Error('The pool is closed.'))
      // The answer to a task of this kind is of this type: `perform` says so.
      this.jobs.push({ id: ++this.count, task, resolve: resolve as PoolJob['resolve'], reject })
      this.next()
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.onClosed = resolve
      for (const job of this.jobs.splice(0)) job.reject(new Error('The pool is closed.'))
      this.next()
    })
  }

  /** Gives waiting tasks to free threads; when there is nothing to do for a while, the threads end. */
  private next(): void {
    clearTimeout(this.timer)
    for (let hand = this.freeHand(); hand !== undefined; hand = this.freeHand()) {
      const job = this.jobs.shift() as PoolJob
      hand.job = job
      hand.worker.ref()
      say(hand, { type: 'task', id: job.id, task: job.task })
    }
    if ([...this.hands].some(({ job }) => job !== undefined)) return
    for (const { worker } of this.hands) worker.unref()
    this.timer = setTimeout(() => this.dismiss(), this.onClosed === undefined ? idleMs : 0)
    if (this.onClosed === undefined) this.timer.unref()
  }

  /** A thread for the first task that waits; undefined where none waits or all threads are at work. */
  private freeHand(): CleaningThread | undefined {
    if (this.jobs.length === 0) return undefined
    const free = [...this.hands].find(({ job }) => job === undefined)
    return free ?? (this.hands.size < this.size ? this.hire() : undefined)
  }

  private hire(): CleaningThread {
    const worker = startShipped('worker', { workerData: { isLow: this.isLow } })
    if (worker === undefined) throw new Error('The threads are not built: npm run build')
    const hand: CleaningThread = { worker, job: undefined }
    this.hands.add(hand)
    const lose = (why: string): void => {
      if (this.hands.delete(hand)) this.finish(hand, (job) => job.reject(new Error(why)))
    }
    hand.worker
      .on('message', (message: FromWorker) => this.hear(hand, message))
      .on('error', (error: Error) => lose(error.message))
      .on('exit', () => lose('A thread ended before its task.'))
    return hand
  }

  private hear(hand: CleaningThread, message: FromWorker): void {
    if (message.type === 'done') this.finish(hand, (job) => job.resolve(message.value))
    else if (message.type === 'failed') this.finish(hand, (job) => job.reject(new Error(message.message)))
    else if (this.turns.push({ hand, id: message.id }) === 1) this.giveTurn()
  }

  private finish(hand: CleaningThread, end: (job: PoolJob) => void): void {
    const { job } = hand
    hand.job = undefined
    const at = this.turns.findIndex((turn) => turn.hand === hand)
    if (at >= 0) this.turns.splice(at, 1)
    if (at === 0) this.giveTurn()
    if (job !== undefined) end(job)
    this.next()
  }

  private giveTurn(): void {
    const [first] = this.turns
    if (first !== undefined) say(first.hand, { type: 'turn', id: first.id })
  }

  private dismiss(): void {
    const ends = [...this.hands].map(({ worker }) => worker.terminate())
    this.hands.clear()
    void Promise.all(ends).then(() => this.onClosed?.())
  }
}

function say({ worker }: CleaningThread, message: ToWorker): void {
  worker.postMessage(message)
}
