import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { perform, type ThreadTask } from './tasks.ts'

/** A message to a worker. */
export type ToWorker =
  | { readonly type: 'task'; readonly id: number; readonly task: ThreadTask }
  /** It may write now: no other worker does. */
  | { readonly type: 'turn'; readonly id: number }

/** A message of a worker. */
export type FromWorker =
  | { readonly type: 'wants-turn'; readonly id: number }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

// Low enough to let requests pass, and not so low that others wait long for what it has locked.
const low = 10

if (parentPort !== null) listenOn(parentPort)

function listenOn(port: NonNullable<typeof parentPort>): void {
  // On Linux a priority is that of one thread; elsewhere it would slow the whole process down.
  if (process.platform === 'linux' && workerData.isLow === true) lowerPriority()
  const say = (message: FromWorker): void => port.postMessage(message)
  const waiting = new Map<number, () => void>()
  port.on('message', (message: ToWorker) => {
    if (message.type === 'turn') waiting.get(message.id)?.()
    else begin(message.id, message.task)
  })
  const begin = (id: number, task: ThreadTask): void => {
    const alone = async <Value>(run: () => Promise<Value>): Promise<Value> => {
      await new Promise<void>((resolve) => {
        waiting.set(id, resolve)
        say({ type: 'wants-turn', id })
      })
      waiting.delete(id)
      return run()
    }
    perform(task, alone).then(
      (value) => say({ type: 'done', id, value }),
      (error: unknown) =>
        say({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
    )
  }
}

function lowerPriority(): void {
  try {
    setPriority(low)
  } catch {
    // A container may forbid it: then the threads are equals.
  }
}
