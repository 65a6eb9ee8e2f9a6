import type { Reader, ReaderName } from './reader.ts'
import type { NodeTable } from './table.ts'
import { createTypescriptReader } from './typescript-reader.ts'
import { createWasmReader } from './wasm-reader.ts'

/** Makes a reader for a table: in WebAssembly where there is such a thing, unless TypeScript is asked for. */
export function createReader(table: NodeTable, name: ReaderName = 'wasm'): Reader {
  return name === 'wasm' ? createWasmReader(table) : createTypescriptReader(table)
}
