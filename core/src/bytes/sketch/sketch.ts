import { headLength } from '../../model/picks.ts'
import type { NodeTable } from '../read/table.ts'
import { character } from '../scan/characters.ts'
import { kindBits, kinds, lineFlags, stride, stringFlags, type Tape, wordShift } from '../scan/tape.ts'
import { decode } from '../text/decode.ts'
import { putMember } from './put-member.ts'

export type LineState = 'fine' | 'careful' | 'bad' | 'blank'

/** One line of a tape, or the document. */
export interface TapeLine {
  readonly state: LineState
  readonly start: number
  readonly end: number
  /** The value that `JSON.parse` would give, with the picked members only; undefined of a bad or blank line. */
  readonly value: unknown
}

/** Stands in for a text that nobody asked for: neither empty nor blank. */
const standIn = 'text'

/** Sketches a document. */
export function sketchDocument(tape: Tape, table: NodeTable): TapeLine {
  const sketch = new Sketch(tape, table)
  sketch.next()
  return { state: sketch.state, start: sketch.start, end: sketch.end, value: sketch.value() }
}

/** Goes through the lines of a tape; only those are sketched whose value is asked for. */
export class Sketch {
  start = 0
  end = 0
  state: LineState = 'blank'
  private readonly tape: Tape
  private readonly events: Int32Array
  private readonly words: readonly string[]
  /** The numbers of the next event, and of the next line. */
  private at = 0
  private nextLine = 0
  private pooled = ''
  /** How much of the pool was handed out. */
  private drawn = 0

  constructor(tape: Tape, table: NodeTable) {
    this.tape = tape
    this.events = tape.events
    this.words = table.words
    if (tape.pool.length > 0) this.pooled = decode(tape.pool, 0, tape.pool.length)
  }

  /** Goes to the next line, if there is one. */
  next(): boolean {
    while (this.at < this.nextLine) this.pass()
    if (this.at >= this.tape.count * stride) return false
    const line = this.at
    this.state = stateOf(this.number(line))
    this.start = this.number(line + 2)
    this.end = this.number(line + 3)
    this.at = line + stride
    this.nextLine = this.at + this.number(line + 1) * stride
    return true
  }

  /** The sketch of this line, once. */
  value(): unknown {
    return this.at < this.nextLine ? this.build() : undefined
  }

  /** Passes over an event of a line that nobody asked for. */
  private pass(): void {
    const kind = this.number(this.at)
    const isPooled = (kind & kindMask) === kinds.string && (kind & stringFlags.pooled) !== 0
    if (isPooled) this.drawn += this.number(this.at + 3) - this.number(this.at + 2)
    this.at += stride
  }

  private build(): unknown {
    const event = this.at
    const kind = this.number(event)
    this.at = event + stride
    switch (kind & kindMask) {
      case kinds.object:
        return this.object()
      case kinds.array:
        return this.array()
      case kinds.string:
        return this.string(kind, this.number(event + 2), this.number(event + 3))
      case kinds.number:
        return this.numeral(this.number(event + 2), this.number(event + 3))
      case kinds.whole:
        return JSON.parse(decode(this.tape.bytes, this.number(event + 2), this.number(event + 3)))
      case kinds.emptyObject:
        return {}
      case kinds.emptyArray:
        return []
      default:
        return literalOf(kind & kindMask)
    }
  }

  private object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    while (this.number(this.at) !== kinds.close) {
      const name = this.words[this.number(this.at + 1)] as string
      putMember(object, name, this.build())
    }
    this.at += stride
    return object
  }

  private array(): unknown[] {
    const array: unknown[] = []
    while (this.number(this.at) !== kinds.close) array.push(this.build())
    this.at += stride
    return array
  }

  private string(kind: number, start: number, end: number): string {
    const word = kind >> wordShift
    if (word > 0) return this.words[word - 1] as string
    if ((kind & stringFlags.json) !== 0) return '{}'
    if ((kind & stringFlags.pooled) !== 0) return this.draw(end - start)
    if ((kind & stringFlags.inked) !== 0) return standIn
    const { bytes } = this.tape
    if ((kind & stringFlags.escaped) === 0)
      return decodeUpTo(bytes, start, end, (kind & stringFlags.head) !== 0)
    return JSON.parse(decode(bytes, start - 1, end + 1)) as string
  }

  private draw(length: number): string {
    const start = this.drawn
    this.drawn = start + length
    return this.pooled.slice(start, this.drawn)
  }

  private numeral(start: number, end: number): number {
    const { bytes } = this.tape
    if (end - start > 9) return Number(decode(bytes, start, end))
    let value = 0
    for (let at = start; at < end; at++) {
      const digit = (bytes[at] as number) - character.zero
      if (digit < 0 || digit > 9) return Number(decode(bytes, start, end))
      value = value * 10 + digit
    }
    return value
  }

  private number(index: number): number {
    return this.events[index] as number
  }
}

/** A string, or the beginning of a long one: only where that is ASCII, a byte of it is a character. */
function decodeUpTo(bytes: Uint8Array, start: number, end: number, isHead: boolean): string {
  if (!isHead || end - start <= headLength) return decode(bytes, start, end)
  const beginning = decode(bytes, start, start + headLength)
  const isAscii = beginning.length === headLength && beginning.charCodeAt(headLength - 1) < 0x80
  return isAscii ? beginning : decode(bytes, start, end)
}

const kindMask = (1 << kindBits) - 1

function stateOf(kind: number): LineState {
  if ((kind & lineFlags.bad) !== 0) return 'bad'
  if ((kind & lineFlags.blank) !== 0) return 'blank'
  return (kind & lineFlags.careful) !== 0 ? 'careful' : 'fine'
}

function literalOf(kind: number): boolean | null {
  return kind === kinds.null ? null : kind === kinds.true
}
