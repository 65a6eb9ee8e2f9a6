import { ScannedLines } from './line-reader.ts'
import type { Reader } from './reader.ts'
import type { Scanner } from './scanner.ts'
import type { Table } from './table.ts'
import type { Tape } from './tape.ts'
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

/** The document is copied, so that a mark can be put at its end; that is quicker than to ask for the end. */
export function readDocument(scanner: Scanner, bytes: Uint8Array): Tape {
  scanner.hold(bytes.length + 1, 0).set(bytes)
  return { ...scanner.scanDocument(bytes.length), bytes }
}
