import {
  formats,
  linePick,
  lineSketcher,
  messageIn,
  rulebooks,
  type SketchedLine,
  type Wanted,
} from '@mortise/core'
import { readerOption } from '../program/reader-name.ts'
import { isBlank } from '../screen/lines.ts'
import { hasByteOrderMark } from './input.ts'
import { type Access, mostBytes } from './source.ts'

/** The facts about a conversation in JSON Lines that its first lines tell. */
export interface FirstLines {
  readonly model: string | undefined
  readonly messages: readonly unknown[]
}

const headSize = 1 << 20
const enough = 20
// Calls and results may stand late, and only both together tell some formats apart.
const most = 60

/**
 * The first messages of bytes that hold one a line, and those after them that tell more; undefined of any other bytes.
 *
 * One document may have line breaks too, but none after a whole value that something else follows.
 */
export function sampleOf(access: Access, wanted: Wanted): FirstLines | undefined {
  const head = headOf(access)
  if (!isInLines(head)) return undefined
  const first = new Gathering(wanted)
  for (const line of linesIn(head)) {
    first.add(parsed(line))
    if (first.messages.length >= (first.isNamed ? enough : most) && first.isTold) break
  }
  if (first.isTold || head.length < headSize) return first.messages.length === 0 ? undefined : first
  // A file whose kind shows only later must not be taken for another kind till then.
  const all = new Gathering(wanted)
  for (const record of recordsIn(access)) {
    all.add(record)
    if (all.messages.length >= enough && all.isTold) break
  }
  return all.messages.length === 0 ? undefined : all
}

/** Takes records until they tell what the whole is. */
class Gathering implements FirstLines {
  model: string | undefined
  readonly messages: unknown[] = []
  readonly isNamed: boolean
  private score = 0

  constructor({ api, format }: Wanted) {
    // Some names stand for an API of each format.
    this.isNamed = format !== undefined || rulebooks.filter(({ name }) => name === api).length === 1
  }

  /** Whether it is certain what the messages are. */
  get isTold(): boolean {
    return this.messages.length > 0 && (this.isNamed || this.model !== undefined || this.score === 1)
  }

  /** Takes a record. */
  add(record: unknown): void {
    const message = anyMessageIn(record)
    this.model ??= modelOf(message) ?? modelOf(record)
    if (message !== undefined) this.addMessage(message)
  }

  private addMessage(message: unknown): void {
    const score = Math.max(...formats.map((format) => format.recognises([message])))
    const tells = this.messages.length < enough || (this.messages.length < most && showsFormat(message))
    if (score > this.score || tells) this.messages.push(message)
    this.score = Math.max(score, this.score)
  }
}

/** All records, as far as they tell what they are. */
function* recordsIn(access: Access): Generator<unknown> {
  const lines = lineSketcher(linePick(), readerOption().reader)
  for (let position = 0, length = -1; length !== 0; position += length) {
    length = access.read(lines.room(headSize), position)
    const found: SketchedLine[] = []
    lines.take(length, length === 0, (line) => found.push(line))
    for (const line of found) yield recordAt(access, line)
  }
}

function recordAt(access: Access, { state, start, end, value }: SketchedLine): unknown {
  if (state !== 'careful') return value
  const bytes = Buffer.allocUnsafe(end - start)
  return parsed(bytes.subarray(0, access.read(bytes, start)))
}

/** The first bytes, with the whole first line where there is another one. */
function headOf(access: Access): Buffer {
  const head = firstBytes(access, headSize)
  if (head.length < headSize || head.includes(10)) return head
  const feed = lineFeedAfter(access, headSize)
  return feed < 0 ? head : firstBytes(access, feed + headSize)
}

function firstBytes(access: Access, size: number): Buffer {
  const head = Buffer.allocUnsafe(size)
  return head.subarray(0, access.read(head, 0))
}

/** Where the first line feed stands from a position on, or -1. */
function lineFeedAfter(access: Access, position: number): number {
  const piece = Buffer.allocUnsafe(headSize)
  for (let at = position; at < mostBytes; at += piece.length) {
    const length = access.read(piece, at)
    const feed = piece.subarray(0, length).indexOf(10)
    if (feed >= 0) return at + feed
    if (length < piece.length) return -1
  }
  return -1
}

/**
 * Whether there are several values, a line each.
 *
 * Lines of one document that are whole objects have others between and around them that are no value, a comma at least.
 * So more objects than such lines are JSON Lines, and the first one may be torn.
 */
function isInLines(head: Buffer): boolean {
  const feed = head.indexOf(10)
  if (feed < 0 || isBlank(head.subarray(feed))) return false
  let records = 0
  let others = 0
  for (const line of linesIn(head)) {
    if (isBlank(line)) continue
    if (records > others) return true
    if (isRecord(parsed(line))) records++
    else if (++others > records + 1 || goesOn(line)) return false
  }
  return records > others && others > 0
}

/** Whether a line ends where a document may go on in the next: it may be broken there and elsewhere, but is one. */
function goesOn(line: Buffer): boolean {
  return /[[{,:]\s*$/.test(line.toString('latin1', Math.max(0, line.length - 99)))
}

/** All lines, without a byte order score; the last one may be cut. */
function* linesIn(head: Buffer): Generator<Buffer> {
  const bytes = hasByteOrderMark(head) ? head.subarray(3) : head
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(10, start)
    const end = feed < 0 ? bytes.length : feed
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

/** The message in a record, whatever its format. */
function anyMessageIn(record: unknown): unknown {
  return (
    messageIn(record) ?? formats.map((format) => messageIn(record, format)).find((each) => each !== undefined)
  )
}

function showsFormat(message: unknown): boolean {
  return formats.some(({ signOf }) => signOf?.(message) !== undefined)
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    // A torn line is no record, nor is one that is too long for a text; the others tell enough.
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function modelOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.model === 'string' ? value.model : undefined
}
