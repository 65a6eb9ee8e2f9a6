import type { ReaderName } from '@mortise/core'

/** Who reads bytes, as far as the environment says: `MORTISE_NO_WASM=1` keeps WebAssembly out. */
export function readerOption(): { readonly reader?: ReaderName } {
  return process.env.MORTISE_NO_WASM === '1' ? { reader: 'typescript' } : {}
}
