import { decode } from './decode.ts'

// Every runtime has it, but no library of TypeScript that is free of Node and of the browser names it.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const encoder = new TextEncoder()

/** The UTF-8 bytes of a text. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The JSON value that a span holds. */
export function valueAt(bytes: Uint8Array, start: number, end: number): unknown {
  return JSON.parse(decode(bytes, start, end))
}
