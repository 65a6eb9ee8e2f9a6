import type { Lose, StreamReader, StreamTask, StreamWriter } from './converter.ts'
import type { Finding } from './finding.ts'

/** How one wire streams its answers. */
export interface StreamForm {
  /** The name of the format. */
  readonly format: string
  /** The provider behind the format's first-party API. */
  readonly provider: string
  /** Whether parts may not be open at the same time; then they are put in sequence before they are written. */
  readonly isSequential: boolean
  /** Whether tools may take plain text; elsewhere such a call is written as a function with one argument. */
  readonly hasPlainText: boolean
  /** `lose` is told of everything that has no neutral form; its places begin with the number of the event. */
  reader(lose?: Lose): StreamReader
  writer(task: StreamTask): StreamWriter
  /** The laws that a whole stream of this wire breaks. */
  check(events: readonly unknown[]): readonly Finding[]
}
