interface Decoder {
  decode(bytes: Uint8Array): string
}

// Every place that has JavaScript has it, yet it is no part of the language.
declare const TextDecoder: new (label: string, options: { readonly ignoreBOM: boolean }) => Decoder

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text that bytes are in UTF-8; what is broken becomes U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
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
