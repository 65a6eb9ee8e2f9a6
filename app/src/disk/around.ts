import type { Files } from './files.ts'
import type { Processes } from './processes.ts'
import type { Tables } from './sqlite/tables.ts'

/** The parts of the machine that this folder needs. */
export interface Around {
  readonly files: Files
  readonly processes: Processes
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** How agents keep sessions in databases; none where only files are worked on. */
  readonly tables?: readonly Tables[]
}
