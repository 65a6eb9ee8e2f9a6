import { expect, test, vi } from 'vitest'
import { compileTable } from '../../core/src/bytes/read/table.ts'
import { wasmModule } from '../../core/src/bytes/scan/wasm-module.ts'
import { WasmScanner } from '../../core/src/bytes/scan/wasm-scanner.ts'

// Every place that runs these tests has it, yet no types of it are here.
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow(pages: number): number } } }

test('memory does not grow for a document of usual size', () => {
  const module = wasmModule()
  if (module === undefined) throw new Error('There is no WebAssembly with SIMD here.')
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow')
  const scanner = new WasmScanner(module, compileTable({ each: { isWhole: true } }))
  const document = new TextEncoder().encode(JSON.stringify(Array.from({ length: 500_000 }, () => 'four')))
  scanner.hold(document.length + 1).set(document)
  expect(scanner.scanDocument(document.length).count).toBe(500_003)
  expect(grow).not.toHaveBeenCalled()
  grow.mockRestore()
})
