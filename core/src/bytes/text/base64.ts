const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = Math.min(bytes.length - at, 3)
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let index = 0; index < 4; index++)
      pieces.push(index > rest ? '=' : (letters[(bits >> (18 - 6 * index)) & 63] as string))
  }
  return pieces.join('')
}

/** The bytes that base64 text stands for, or undefined where it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  for (let at = 0, written = 0; at < text.length; at += 4, written += 3) {
    let bits = 0
    for (let index = 0; index < 4; index++)
      bits = (bits << 6) | Math.max(0, letters.indexOf(text[at + index] as string))
    // Beyond the end nothing is written.
    bytes[written] = bits >> 16
    bytes[written + 1] = bits >> 8
    bytes[written + 2] = bits
  }
  return bytes
}
