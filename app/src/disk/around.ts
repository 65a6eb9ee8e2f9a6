import type { Files } from './files.ts'
import type { Processes } from './processes.ts'
import type { Tables } from './sqlite/tables.ts'

/** What this folder needs of the machine. */
export interface Around {
  readonly files: Files
  readonly processes: Processes
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** How agents keep sessions in databases; none where only files are worked on. */
  readonly tables?: readonly Tables[]
}
