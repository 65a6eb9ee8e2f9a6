/**
 * A digest of bytes: their length and 64 bits of what they hold.
 *
 * It tells bytes that have changed by accident; it does not withstand somebody who wants to deceive.
 */
export function digestOf(bytes: Uint8Array): string {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  const whole = bytes.length - (bytes.length % 4)
  for (let at = 0; at < whole; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    low = rotated(low ^ Math.imul(word, 0xcc9e2d51))
    high = rotated(high ^ Math.imul(word ^ (low >>> 15), 0x85ebca6b))
  }
  for (let at = whole; at < bytes.length; at++) {
    low = rotated(low ^ (bytes[at] as number))
    high = rotated(high ^ (bytes[at] as number) ^ (low >>> 15))
  }
  return `${bytes.length}:${hex(finished(high ^ low))}${hex(finished(low))}`
}

function rotated(lane: number): number {
  return (Math.imul((lane << 13) | (lane >>> 19), 0x1b873593) + 0x6b64e654) | 0
}

function finished(lane: number): number {
  const mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ (mixed >>> 16)
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0')
}
