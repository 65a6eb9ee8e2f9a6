/** More content than there may be. */
export class TooLarge extends Error {}

/** The largest content of one compressed block. */
export const largestBlock: number = 1 << 17

/** The content so far, which later blocks repeat parts of. It grows with its content, up to a limit. */
export class Unpacked {
  bytes: Uint8Array
  length = 0
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
    this.bytes = new Uint8Array(Math.min(1 << 16, limit))
  }

  /** Makes room for one more compressed block, also beyond the limit: its size is known once it is read. */
  openBlock(): Uint8Array {
    this.grow(this.length + largestBlock)
    return this.bytes
  }

  /** Takes what was written into the room, up to a new length. */
  closeBlock(length: number): void {
    if (length > this.limit) throw new TooLarge()
    this.length = length
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  fill(byte: number, count: number): void {
    this.reserve(count)
    this.bytes.fill(byte, this.length, this.length + count)
    this.length += count
  }

  taken(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(count: number): void {
    if (this.length + count > this.limit) throw new TooLarge()
    this.grow(this.length + count)
  }

  private grow(needed: number): void {
    if (needed <= this.bytes.length) return
    const most = this.limit + largestBlock
    const larger = new Uint8Array(Math.min(most, Math.max(needed, this.bytes.length * 2)))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }
}
