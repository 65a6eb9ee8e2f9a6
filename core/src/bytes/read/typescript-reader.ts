import { readDocument, readPieces, readText, type Scanner } from '../scan/scanner.ts'
import { ScannerPool } from '../scan/scanner-pool.ts'
import { TypescriptScanner } from '../scan/typescript-scanner.ts'
import { ScannedLines } from './line-reader.ts'
import type { Reader } from './reader.ts'
import type { NodeTable } from './table.ts'

/** A reader that runs wherever JavaScript does. */
export function createTypescriptReader(table: NodeTable): Reader {
  const pool = new ScannerPool(() => new TypescriptScanner(table))
  let documents: Scanner | undefined
  return {
    name: 'typescript',
    readDocument(bytes) {
      documents ??= pool.borrow()
      return readDocument(documents, bytes)
    },
    readPieces(pieces) {
      documents ??= pool.borrow()
      return readPieces(documents, pieces)
    },
    readText(text) {
      documents ??= pool.borrow()
      return readText(documents, text)
    },
    readLines: () => new ScannedLines(pool),
  }
}
