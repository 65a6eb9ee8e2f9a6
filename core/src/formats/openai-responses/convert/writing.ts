import type { WriteTask } from '../../../model/converter.ts'

/** The writing of one document. */
export interface ResponsesWriting extends WriteTask {
  /** Set in an answer: there, items have names and say that they are complete. */
  readonly nameOf?: (prefix: string) => string
}

/** The writing of an answer: its items are named after it, in order. */
export function answerWriting(task: WriteTask, id: string | undefined): ResponsesWriting {
  const own = id?.replace(/^[a-z]+[_-]/i, '') ?? ''
  const base = /^[\w-]{1,40}$/.test(own) ? `${own}_` : ''
  let count = 0
  return { ...task, nameOf: (prefix) => `${prefix}_${base}${count++}` }
}
