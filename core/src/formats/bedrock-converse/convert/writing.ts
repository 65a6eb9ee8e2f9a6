import type { WriteTask } from '../../../model/converter.ts'

/** The writing of one document. */
export interface ConverseWriting extends WriteTask {
  /** A name that no other document of the request has. */
  documentName(wanted: string): string
  /** Whether reasoning may stand without a signature: Claude refuses it, whoever is answered reads it. */
  readonly takesUnsigned: boolean
}

export function writingOf(task: WriteTask, takesUnsigned: boolean): ConverseWriting {
  const counts = new Map<string, number>()
  return {
    ...task,
    takesUnsigned,
    documentName(wanted) {
      const short = wanted.slice(0, 190)
      const count = (counts.get(short) ?? 0) + 1
      counts.set(short, count)
      return count === 1 ? short : `${short} (${count})`
    },
  }
}
