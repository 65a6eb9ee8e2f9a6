import { LineList } from './bytes/read/line-list.ts'
import { readLine } from './bytes/read/read-line.ts'
import type { LineReader, ReaderName } from './bytes/read/reader.ts'
import type { Tape } from './bytes/scan/tape.ts'
import { mergePicks } from './bytes/sketch/merge-picks.ts'
import type { Sketch } from './bytes/sketch/sketch.ts'
import { type Sketcher, sketcherFor } from './bytes/sketch/sketcher.ts'
import type { ByteSpan } from './bytes/splice/fit.ts'
import { placeInLine } from './bytes/splice/line-splices.ts'
import { skipByteOrderMark } from './bytes/text/byte-order-mark.ts'
import { decode } from './bytes/text/decode.ts'
import { findApi } from './choose.ts'
import { unreadableFinding } from './engine/finding.ts'
import { GrowingScan } from './engine/parts/growing-scan.ts'
import { isPlain } from './engine/plain/plain.ts'
import { messageIn, wrongLines } from './line-messages.ts'
import type { ApiChoice } from './model/api-name.ts'
import type { Finding } from './model/finding.ts'
import type { Format } from './model/format.ts'
import type { Known } from './model/known.ts'
import { anyValue, isFormatName, isFunction, isReader, isTail, scanOptions } from './model/option-checks.ts'
import { badOption, checkOptions, type OptionTable } from './model/options.ts'
import type { Origin } from './model/origin.ts'
import { type Picks, whole } from './model/picks.ts'
import { comparePlaces, type Place } from './model/place.ts'
import type { Tail } from './model/report.ts'
import { showsOwn } from './wrong-format.ts'

/** How a conversation in JSON Lines is to be read. */
export interface LinesOptions {
  /** An API by name, or a rulebook of one's own. */
  readonly api: ApiChoice
  readonly format?: string
  readonly tail?: Tail
  readonly reader?: ReaderName
  /** Gives bytes [start, end) of the input once more: only suspicious parts are read in full. */
  read(start: number, end: number): Uint8Array
}

/** The findings in a conversation in JSON Lines. */
export interface LinesReport {
  readonly lines: number
  readonly turns: number
  /** Places begin with the position of the line; `record` names it as people count. */
  readonly found: readonly Finding[]
}

/**
 * Scans a conversation in JSON Lines: a message a line, or a record that holds one as its `message`.
 *
 * It keeps a few numbers of each line, whatever its size.
 */
export interface LinesScan {
  /** Room for `size` bytes more; bytes that are put there need not be copied again. */
  room(size: number): Uint8Array
  /** Takes the first `length` bytes of the room. */
  take(length: number): void
  /** The findings, once all bytes are taken. */
  finish(): LinesReport
}

const linesOptions: OptionTable = {
  api: anyValue,
  format: isFormatName,
  tail: isTail,
  reader: isReader,
  read: isFunction,
}

/** `scanLines`, for what a door knows. */
export function scanLinesOf(known: Known): (options: LinesOptions) => LinesScan {
  return (options) => {
    checkOptions('scanLines', options, linesOptions, ['api', 'read'])
    const { api, format, tail = 'closed' } = options
    const found = findApi(known, api, { format })
    if (!found.ok) throw found.error
    const growing = new GrowingScan({ api: found.value, tail, rules: known.rules })
    return new GrowingLines(growing, known, found.value.format, options)
  }
}

/** How turns that were only looked at are to be read. */
export interface TurnsOptions {
  readonly tail?: Tail
  readonly origin?: Origin
  /** Gives a turn in full: only suspicious turns are asked for. */
  load(position: number): unknown
}

/** Finds the faults of a list of turns of which only what the format picks is at hand. */
export type ScanTurns = (
  turns: Iterable<unknown>,
  api: ApiChoice,
  options: TurnsOptions,
) => readonly Finding[]

/** `scanTurns`, for what a door knows. */
export function scanTurnsOf(known: Known): ScanTurns {
  return (turns, api, options) => {
    checkOptions('scanTurns', options, turnsOptions, ['load'])
    if (!isIterable(turns)) throw badOption('`scanTurns` takes a list of turns.')
    const { tail = 'closed', origin, load } = options
    const found = findApi(known, api)
    if (!found.ok) throw found.error
    const seen = [...turns]
    // Most are sound, and then this is all: what a growing scan takes down for later is never asked for.
    if (isPlain(seen, found.value, tail)) return []
    const growing = new GrowingScan({ api: found.value, tail, rules: known.rules, origin })
    for (const turn of seen) growing.add(turn)
    return growing.finish(load)
  }
}

const turnsOptions: OptionTable = { ...scanOptions, load: isFunction }

function isIterable(value: unknown): boolean {
  return (
    Object(value) === value && typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function'
  )
}

const linePicks = new WeakMap<Format, Picks>()

/** The picks of a line: those of the format for a turn, there and in its `message`. */
function linePick(format: Format): Picks {
  const known = linePicks.get(format)
  if (known !== undefined) return known
  const turn = format.picks.each ?? {}
  const line: Picks = { ...turn, members: { ...turn.members, message: turn } }
  linePicks.set(format, line)
  return line
}

/** The members that tell the formats of lines apart, and which model wrote them. */
export function anyLinePick(formats: readonly Format[]): Picks {
  const named: Picks = { members: { model: whole, message: { members: { model: whole } } } }
  return mergePicks([...formats.map(linePick), named])
}

class GrowingLines implements LinesScan {
  private readonly growing: GrowingScan
  private readonly known: Known
  private readonly format: Format
  private readonly sketcher: Sketcher
  private readonly reader: LineReader
  private readonly read: LinesOptions['read']
  /** The line of each turn. */
  private readonly turns = new LineList()
  private readonly bad: Finding[] = []
  /** Of the turns that were read in full, those that are their line. */
  private readonly bare = new Set<number>()
  /** The first lines, until one shows that they are of the format that was named. */
  private early: ByteSpan[] | undefined = []
  private lines = 0

  constructor(growing: GrowingScan, known: Known, format: Format, { reader, read }: LinesOptions) {
    this.growing = growing
    this.known = known
    this.format = format
    this.sketcher = sketcherFor(linePick(format), reader)
    this.reader = this.sketcher.readLines()
    this.read = read
  }

  room(size: number): Uint8Array {
    return this.reader.room(size)
  }

  take(length: number): void {
    this.add(this.reader.take(length, false))
  }

  finish(): LinesReport {
    this.add(this.reader.take(0, true))
    this.checkFormat()
    const found = this.growing.finish((turn) => this.load(turn)).map((finding) => this.placed(finding))
    const all = [...this.bad, ...found].sort((left, right) => comparePlaces(left.at, right.at))
    return { lines: this.lines, turns: this.turns.count, found: all }
  }

  private add(tape: Tape): void {
    const sketch = this.sketcher.lines(tape)
    for (; sketch.next(); this.lines++) {
      if (sketch.state === 'blank') continue
      if (sketch.state === 'bad') this.addBad(sketch, tape)
      else this.addTurn(lineIn(sketch, tape), sketch)
    }
    this.growing.rest()
  }

  /** A line that is no JSON, unless it is the first one and is JSON behind its byte order mark. */
  private addBad({ start, end }: Sketch, { bytes }: Tape): void {
    const from = skipByteOrderMark(bytes, start)
    const first = this.lines === 0 && from > start ? readLine(decode(bytes, from, end)) : 'bad'
    if (first === 'bad') this.bad.push(numbered(unreadableFinding([this.lines], 'valid JSON'), this.lines))
    else if (first !== 'blank') this.addTurn(first.value, { start: from, end })
  }

  private addTurn(line: unknown, { start, end }: ByteSpan): void {
    const turn = messageIn(line, this.format)
    if (this.early !== undefined && this.early.length < enoughLines)
      this.early.push({ start: this.reader.base + start, end: this.reader.base + end })
    if (turn === undefined) return
    if (this.early !== undefined && showsOwn(this.format, [turn])) this.early = undefined
    this.turns.add(this.lines, this.reader.base + start, this.reader.base + end)
    this.growing.add(turn)
  }

  /** Lines that show nothing of their format are read once more, for what they show of another. */
  private checkFormat(): void {
    const lines = this.early?.map(({ start, end }) => parseLine(this.read(start, end))) ?? []
    const error = wrongLines(this.known, lines, this.format)
    if (error !== undefined) throw error
  }

  /** A turn, in full. */
  private load(turn: number): unknown {
    const [, start, end] = this.turns.at(turn)
    const line = parseLine(this.read(start, end))
    const message = messageIn(line, this.format)
    if (message === line) this.bare.add(turn)
    return message
  }

  /** A finding with its place in the lines instead of the turns. */
  private placed(finding: Finding): Finding {
    const [turn, ...path] = finding.at
    if (typeof turn !== 'number') return finding
    const [position] = this.turns.at(turn)
    const at: Place = [position, ...placeInLine(path, this.bare.has(turn))]
    return numbered({ ...finding, at }, position)
  }
}

/** By so many lines a conversation has shown what it is written in. */
const enoughLines = 200

function parseLine(bytes: Uint8Array): unknown {
  return JSON.parse(decode(bytes, 0, bytes.length))
}

/** The sketch of a line as a value; a line that is not fine is read in full at once. */
function lineIn(sketch: Sketch, { bytes }: Tape): unknown {
  return sketch.state === 'fine' ? sketch.value() : JSON.parse(decode(bytes, sketch.start, sketch.end))
}

/** A finding with its line, as people count. */
export function numbered(finding: Finding, position: number): Finding {
  return { ...finding, record: `line ${position + 1}` }
}
