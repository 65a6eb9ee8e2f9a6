// Every runtime has them, but no library of TypeScript that is free of Node and of the browser names them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The UTF-8 bytes of a text. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text that a span of UTF-8 bytes holds; what is no UTF-8 becomes U+FFFD. */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  return asciiAt(bytes, start, end) ?? decoder.decode(bytes.subarray(start, end))
}

/** A short text in ASCII, as names and gaps mostly are: calling the decoder costs more than to read it here. */
function asciiAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 24) return undefined
  let text = ''
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte >= 0x80) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}

/** The JSON value that a span holds. */
export function valueAt(bytes: Uint8Array, start: number, end: number): unknown {
  return JSON.parse(textAt(bytes, start, end))
}
