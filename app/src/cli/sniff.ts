import { formats, messageIn } from '@mortise/core'
import { hasMark } from './input.ts'
import { isBlank } from './lines.ts'
import type { Access } from './source.ts'

/** What the first lines of a conversation in JSON Lines tell about the whole. */
export interface Sample {
  readonly model: string | undefined
  readonly messages: readonly unknown[]
}

const headSize = 1 << 20
// Records may come before the first message; a file with so many of them holds something else.
const largestHead = 1 << 23
const enough = 20

/**
 * The first messages of bytes that hold one a line; undefined of any other bytes.
 *
 * One document may have line breaks too, but none after a whole value that something else follows.
 */
export function sampleOf(access: Access): Sample | undefined {
  for (let size = headSize; ; size *= 8) {
    const head = headOf(access, size)
    const sample = sampleIn(head)
    const isAll = head.length < size || size >= largestHead
    if (sample === undefined || sample.messages.length > 0 || isAll)
      return sample?.messages.length === 0 ? undefined : sample
  }
}

/** The first bytes, with the whole first line where there is another one. */
function headOf(access: Access, size: number): Buffer {
  const head = firstBytes(access, size)
  if (head.length < size || head.includes(10)) return head
  const feed = lineFeedAfter(access, size)
  return feed < 0 ? head : firstBytes(access, feed + size)
}

function firstBytes(access: Access, size: number): Buffer {
  const head = Buffer.allocUnsafe(size)
  return head.subarray(0, access.read(head, 0))
}

/** Where the first line feed stands from a position on, or -1. */
function lineFeedAfter(access: Access, position: number): number {
  const piece = Buffer.allocUnsafe(headSize)
  for (let at = position; ; at += piece.length) {
    const length = access.read(piece, at)
    const feed = piece.subarray(0, length).indexOf(10)
    if (feed >= 0) return at + feed
    if (length < piece.length) return -1
  }
}

/** What a head of JSON Lines tells, perhaps nothing yet; undefined of one that is none. */
function sampleIn(head: Buffer): Sample | undefined {
  if (!isInLines(head)) return undefined
  const messages: unknown[] = []
  let model: string | undefined
  for (const line of linesIn(head)) {
    const record = parsed(line)
    const message = anyMessageIn(record)
    model ??= modelOf(message) ?? modelOf(record)
    if (message !== undefined) messages.push(message)
    if (messages.length === enough) break
  }
  return { model, messages }
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
    if (line.trim() === '') continue
    if (records > others) return true
    if (isRecord(parsed(line))) records++
    else if (++others > records + 1) return false
  }
  return records > others && others > 0
}

/** All lines, without a byte order mark; the last one may be cut. */
function* linesIn(head: Buffer): Generator<string> {
  const bytes = hasMark(head) ? head.subarray(3) : head
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(10, start)
    const end = feed < 0 ? bytes.length : feed
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}

/** The message in a record, whatever its format. */
function anyMessageIn(record: unknown): unknown {
  return (
    messageIn(record) ?? formats.map((format) => messageIn(record, format)).find((each) => each !== undefined)
  )
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A torn line is no record, and the others tell enough.
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function modelOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.model === 'string' ? value.model : undefined
}
