import type { ReaderName } from '@mortise/core'

/** The reader of bytes that the environment asks for: `MORTISE_NO_WASM=1` keeps WebAssembly out. */
export function readerOption(): { readonly reader?: ReaderName } {
  return process.env.MORTISE_NO_WASM === '1' ? { reader: 'typescript' } : {}
}
