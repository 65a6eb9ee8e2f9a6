import { messageIn } from '@mortise/core'
import { hasMark } from './input.ts'
import { isBlank } from './lines.ts'
import type { Access } from './source.ts'

/** What the first lines of a conversation in JSON Lines tell about the whole. */
export interface Sample {
  readonly model: string | undefined
  readonly messages: readonly unknown[]
}

const headSize = 1 << 20
const enough = 20

/** As many bytes as it takes to tell what a source is. */
export function headOf(access: Access): Buffer {
  const head = Buffer.allocUnsafe(headSize)
  return head.subarray(0, access.read(head, 0))
}

/**
 * The first messages of bytes that hold one a line; undefined of any other bytes.
 *
 * One document may have line breaks too, but none after a whole value that something else follows.
 */
export function sampleOf(head: Buffer): Sample | undefined {
  const bytes = hasMark(head) ? head.subarray(3) : head
  const first = bytes.indexOf(10)
  if (first < 0 || isBlank(bytes.subarray(first))) return undefined
  if (!isRecord(parsed(bytes.toString('utf8', 0, first)))) return undefined
  const messages: unknown[] = []
  let model: string | undefined
  for (const line of linesIn(bytes)) {
    const record = parsed(line)
    const message = messageIn(record)
    model ??= modelOf(message) ?? modelOf(record)
    if (message !== undefined) messages.push(message)
    if (messages.length === enough) break
  }
  return messages.length > 0 ? { model, messages } : undefined
}

/** All lines; the last one may be cut. */
function* linesIn(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(10, start)
    const end = feed < 0 ? bytes.length : feed
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
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
