import { readDocument, readPieces, readText, type Scanner } from '../scan/scanner.ts'
import { ScannerPool } from '../scan/scanner-pool.ts'
import { TypescriptScanner } from '../scan/typescript-scanner.ts'
import { type WasmModule, wasmModule } from '../scan/wasm-module.ts'
import { WasmScanner } from '../scan/wasm-scanner.ts'
import { ScannedLines } from './line-reader.ts'
import type { Reader } from './reader.ts'
import type { NodeTable } from './table.ts'
import { createTypescriptReader } from './typescript-reader.ts'

/** A reader in WebAssembly; where that or its SIMD is absent, the one in TypeScript. */
export function createWasmReader(table: NodeTable): Reader {
  const module = wasmModule()
  if (module === undefined) return createTypescriptReader(table)
  const pool = new ScannerPool(() => makeScanner(module, table))
  let documents: Scanner | undefined
  return {
    name: 'wasm',
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

/** A limit on the addresses of a process may leave no room for WebAssembly, though there is memory enough. */
function makeScanner(module: WasmModule, table: NodeTable): Scanner {
  try {
    return new WasmScanner(module, table)
  } catch (error) {
    if (error instanceof RangeError) return new TypescriptScanner(table)
    throw error
  }
}
