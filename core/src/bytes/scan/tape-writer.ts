import { character } from './characters.ts'
import { longestPooled, stride, type Tape } from './tape.ts'

/** Writes a tape, over the one before. */
export class TapeWriter {
  /** How many events there are, and how many bytes in the pool. */
  count = 0
  pooled = 0
  private events = new Int32Array(1024)
  private pool = new Uint8Array(1024)

  tape(bytes: Uint8Array): Tape {
    return { events: this.events, count: this.count, bytes, pool: this.pool.subarray(0, this.pooled) }
  }

  /** Goes back to where so many events and pooled bytes were written. */
  rewind(count: number, pooled: number): void {
    this.count = count
    this.pooled = pooled
  }

  emit(kind: number, name: number, start: number, end: number): void {
    const index = this.count * stride
    if (index + stride > this.events.length) this.lengthenEvents()
    const { events } = this
    events[index] = kind
    events[index + 1] = name
    events[index + 2] = start
    events[index + 3] = end
    this.count++
  }

  /** Says where an open object or array ends. */
  end(event: number, end: number): void {
    this.events[event * stride + 3] = end
  }

  /** Says what a line is, how many events of its own it has, and where it ends. */
  endLine(event: number, kind: number, end: number): void {
    this.events[event * stride] = kind
    this.events[event * stride + 1] = this.count - event - 1
    this.end(event, end)
  }

  /** Takes a string into the pool, if it is plain ASCII. */
  put(bytes: Uint8Array, at: number, end: number): boolean {
    let length = this.pooled
    if (length + longestPooled > this.pool.length) this.lengthenPool()
    const { pool } = this
    while (at < end) {
      const byte = bytes[at++] as number
      if (byte > character.delete) return false
      pool[length++] = byte
    }
    this.pooled = length
    return true
  }

  private lengthenEvents(): void {
    const longer = new Int32Array(this.events.length * 2)
    longer.set(this.events)
    this.events = longer
  }

  private lengthenPool(): void {
    const longer = new Uint8Array(this.pool.length * 2)
    longer.set(this.pool)
    this.pool = longer
  }
}
