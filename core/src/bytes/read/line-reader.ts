import { character } from '../scan/characters.ts'
import type { Scanner } from '../scan/scanner.ts'
import type { ScannerPool } from '../scan/scanner-pool.ts'
import type { Tape } from '../scan/tape.ts'
import type { LineReader } from './reader.ts'

/** Feeds a scanner with whole lines. */
export class ScannedLines implements LineReader {
  base = 0
  private readonly pool: ScannerPool
  private scanner: Scanner | undefined
  private bytes: Uint8Array = new Uint8Array(0)
  /** The start and end of the bytes that are not yet read. */
  private start = 0
  private end = 0

  constructor(pool: ScannerPool) {
    this.pool = pool
  }

  room(size: number): Uint8Array {
    this.moveToFront()
    this.hold(this.end + size)
    return this.bytes.subarray(this.end, this.end + size)
  }

  take(length: number, isEnd: boolean): Tape {
    const before = this.end
    this.end += length
    // Earlier bytes hold no line feed: to search them again on each call would make a long line quadratic.
    const found = this.bytes.subarray(before, this.end).lastIndexOf(character.lineFeed)
    let end = found < 0 ? this.start : before + found + 1
    if (isEnd && end < this.end) {
      this.hold(this.end + 1)
      this.bytes[this.end] = character.lineFeed
      end = this.end + 1
    }
    const tape = this.scan(end)
    this.start = Math.min(end, this.end)
    if (isEnd) this.release()
    return tape
  }

  private scan(end: number): Tape {
    this.scanner ??= this.pool.borrow()
    const tape = this.scanner.scanLines(this.start, end)
    this.bytes = tape.bytes
    return tape
  }

  private release(): void {
    if (this.scanner !== undefined) this.pool.giveBack(this.scanner)
    this.scanner = undefined
    this.bytes = new Uint8Array(0)
  }

  private moveToFront(): void {
    if (this.start === 0) return
    this.bytes.copyWithin(0, this.start, this.end)
    this.base += this.start
    this.end -= this.start
    this.start = 0
  }

  /** Twice the size each time, so that growing costs no more than filling. */
  private hold(size: number): void {
    if (size <= this.bytes.length) return
    this.scanner ??= this.pool.borrow()
    this.bytes = this.scanner.hold(Math.max(size, this.bytes.length * 2), this.end)
  }
}
