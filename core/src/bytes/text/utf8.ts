import { decode } from './decode.ts'

// Every runtime has it, but no library of TypeScript that is free of Node and of the browser names it.
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array
  encodeInto(text: string, room: Uint8Array): { readonly written: number }
}

const encoder = new TextEncoder()

/** The UTF-8 bytes of a text. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

/** How many bytes a character of a text takes at most. */
export const widest = 3

/** Writes the UTF-8 bytes of a text into a room that has place for all of them; gives how many they are. */
export function encodeInto(text: string, room: Uint8Array): number {
  return encoder.encodeInto(text, room).written
}

/** The JSON value that a span holds. */
export function valueAt(bytes: Uint8Array, start: number, end: number): unknown {
  return JSON.parse(decode(bytes, start, end))
}
