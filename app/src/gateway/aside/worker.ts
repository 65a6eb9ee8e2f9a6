import { type MessagePort, parentPort } from 'node:worker_threads'
import { newMemory, perform, type Task } from './tasks.ts'

/** An answer of the thread to its task. */
export type Answer = { readonly value: unknown } | { readonly failure: string }

if (parentPort !== null) listenOn(parentPort)

function listenOn(port: MessagePort): void {
  const memory = newMemory()
  const say = (answer: Answer): void => port.postMessage(answer)
  port.on('message', (task: Task) => {
    try {
      say({ value: perform(task, memory) })
    } catch (error) {
      // A message may quote a request; its kind does not.
      say({ failure: error instanceof Error ? error.name : typeof error })
    }
  })
}
