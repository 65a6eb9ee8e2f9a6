/** Bytes that are not what they should be. */
export class Broken extends Error {}

/**
 * Bits that are read from the end of a piece of bytes to its start.
 *
 * Bits before the start read as zeros; `left` is negative then, and whoever reads checks it.
 */
export class BackwardBits {
  /** How many bits are left. */
  left: number
  private readonly bytes: Uint8Array
  private readonly start: number

  constructor(bytes: Uint8Array, start: number, end: number) {
    const last = bytes[end - 1]
    // The highest bit that is set marks the end.
    if (end <= start || last === undefined || last === 0) throw new Broken()
    this.bytes = bytes
    this.start = start
    this.left = (end - start) * 8 - 8 + (31 - Math.clz32(last))
  }

  /** The next bits, up to 24 of them. */
  read(count: number): number {
    this.left -= count
    return this.peekAt(this.left, count)
  }

  /** The bits from a place on. */
  peekAt(place: number, count: number): number {
    if (place < 0) {
      const known = place + count
      return known <= 0 ? 0 : this.peekAt(0, known) << -place
    }
    const at = this.start + (place >> 3)
    const { bytes } = this
    const word =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)
    return (word >>> (place & 7)) & ((1 << count) - 1)
  }
}
