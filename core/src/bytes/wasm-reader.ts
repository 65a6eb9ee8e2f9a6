import { ScannedLines } from './line-reader.ts'
import type { Reader } from './reader.ts'
import { readDocument } from './scanner.ts'
import type { Table } from './table.ts'
import { createTypescriptReader } from './typescript-reader.ts'
import { wasmModule } from './wasm-module.ts'
import { WasmScanner } from './wasm-scanner.ts'

/** A reader in WebAssembly; where that or its SIMD is absent, the one in TypeScript. */
export function createWasmReader(table: Table): Reader {
  const module = wasmModule()
  if (module === undefined) return createTypescriptReader(table)
  let documents: WasmScanner | undefined
  return {
    name: 'wasm',
    readDocument(bytes) {
      documents ??= new WasmScanner(module, table)
      return readDocument(documents, bytes)
    },
    readLines: () => new ScannedLines(new WasmScanner(module, table)),
  }
}
