interface Decoder {
  decode(bytes: Uint8Array): string
}

// Every place that has JavaScript has it, yet it is no part of the language.
declare const TextDecoder: new (label: string, options: { readonly ignoreBOM: boolean }) => Decoder

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text that bytes are in UTF-8; what is broken becomes U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}
