import { wasmCode } from './wasm-code.ts'

/** The exports of `core/assembly`. */
export interface WasmExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  placeSource(source: number, openBits: number, stopBits: number): void
  placeTape(pool: number, events: number): void
  placeWords(
    spelling: number,
    starts: number,
    slots: number,
    slotMask: number,
    longest: number,
    count: number,
  ): void
  placeNodes(nodes: number, members: number, root: number): void
  scanDocument(length: number): number
  scanLines(start: number, end: number): number
  countPooled(): number
}

export interface WasmModule {
  readonly isModule: true
}

// Most places that have JavaScript have these, yet they are no part of the language.
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => WasmModule
  readonly Instance: new (module: WasmModule) => { readonly exports: WasmExports }
}
declare function atob(text: string): string

let module: WasmModule | undefined
let isTried = false

/** The reader's module, compiled on first use; undefined where WebAssembly or SIMD is absent, or forbidden. */
export function wasmModule(): WasmModule | undefined {
  if (!isTried) {
    isTried = true
    module = compile()
  }
  return module
}

export function instantiate(module: WasmModule): WasmExports {
  return new WebAssembly.Instance(module).exports
}

function compile(): WasmModule | undefined {
  try {
    return new WebAssembly.Module(bytesOf(atob(wasmCode)))
  } catch {
    return undefined
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
