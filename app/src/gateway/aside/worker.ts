import { type MessagePort, parentPort } from 'node:worker_threads'
import { newMemory, perform, type Task } from './tasks.ts'

/** An answer of the thread to its task. */
export type Answer = { readonly value: unknown } | { readonly failure: string }

if (parentPort !== null) listenOn(parentPort)

function listenOn(port: MessagePort): void {
  const memory = newMemory()
  const say = (answer: Answer): void => port.postMessage(answer, [...memoryIn(answer)])
  port.on('message', (task: Task) => {
    try {
      say({ value: perform(task, memory) })
    } catch (error) {
      // A message may quote a request; its kind does not.
      say({ failure: error instanceof Error ? error.name : typeof error })
    }
  })
}

/** The memory of the bytes in an answer: to copy it would keep the loop. Small bytes share theirs with others. */
function memoryIn(value: unknown): ReadonlySet<ArrayBuffer> {
  if (value instanceof Uint8Array)
    return new Set(
      value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
        ? [value.buffer]
        : [],
    )
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  return new Set(isPlain ? Object.values(value).flatMap((member) => [...memoryIn(member)]) : [])
}
