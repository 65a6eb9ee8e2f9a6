import type { Reader, ReaderName } from './reader.ts'
import type { Table } from './table.ts'
import { createTypescriptReader } from './typescript-reader.ts'

/** A reader by its name; without one, the fastest that runs here. */
export function openReader(table: Table, _name: ReaderName | undefined): Reader {
  return createTypescriptReader(table)
}
