import { ScannedLines } from './line-reader.ts'
import type { Reader } from './reader.ts'
import { readDocument } from './scanner.ts'
import type { Table } from './table.ts'
import { TypescriptScanner } from './typescript-scanner.ts'

/** A reader that runs wherever JavaScript does. */
export function createTypescriptReader(table: Table): Reader {
  const documents = new TypescriptScanner(table)
  return {
    name: 'typescript',
    readDocument: (bytes) => readDocument(documents, bytes),
    readLines: () => new ScannedLines(new TypescriptScanner(table)),
  }
}
