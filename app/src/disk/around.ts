import type { Files } from './files.ts'
import type { Processes } from './processes.ts'
import type { Tables } from './sqlite/tables.ts'

/** The parts of the machine that this folder needs. */
export interface Machine {
  readonly files: Files
  readonly processes: Processes
  /** The time, in milliseconds since 1970. */
  readonly now: () => number
  /** How agents keep sessions in databases; none where only files are worked on. */
  readonly tables?: readonly Tables[]
  /** How agents compress files that are only read. */
  readonly packings?: readonly Packing[]
}

/** How one agent compresses some of its files. They are read as what they hold, and never written to. */
export interface Packing {
  /** Whether a file is compressed, by its name alone. */
  isPacked(path: string): boolean
  /** The bytes that a file holds; throws a `DiskError` where nobody can read them. */
  unpack(bytes: Uint8Array, path: string): Uint8Array
}
