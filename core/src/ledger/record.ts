import { isObject, type JsonObject } from '../model/json.ts'
import { MortiseError } from '../model/outcome.ts'
import type { End } from './end.ts'

/** One thing that happened, as it stands in the log: what was said, what the model said, how its calls went. */
export type LedgerRecord =
  | { readonly do: 'say'; readonly messages: readonly unknown[] }
  | {
      readonly do: 'turn'
      readonly turn: number
      readonly messages: readonly unknown[]
      /** It was made for a conversation that had changed by the time it was entered. */
      readonly isLoose?: boolean
    }
  | { readonly do: 'start'; readonly turn: number; readonly call: number }
  | ({ readonly do: 'end'; readonly turn: number; readonly call: number } & End)

/** The first line of a log: what it is, and for whom its messages are written. */
export interface Header {
  readonly schema: string
  readonly api: string
  readonly format: string
}

const schema = 'mortise/ledger/1'

export function headerFor(api: string, format: string): Header {
  return { schema, api, format }
}

/** A log as it was read: its header and its records. */
export interface Log {
  readonly header: Header | undefined
  readonly records: readonly LedgerRecord[]
  /** How many lines could not be read: those that a crash cut, and damaged ones. */
  readonly skipped: number
}

/**
 * Reads the lines of a log. A line that was cut is skipped: whatever it was, nobody was told that it is durable.
 *
 * Throws where this is the log of something else, or of a later version.
 */
export function readLog(lines: readonly string[]): Log {
  const values = lines.filter((line) => line.trim() !== '').map(parsed)
  const readable = values.filter(isObject)
  const [first, ...rest] = readable
  if (first === undefined) {
    if (!lines.every(mayBeHeader)) throw notALedger()
    return { header: undefined, records: [], skipped: values.length }
  }
  const records = rest.filter(isRecord)
  return { header: headerIn(first), records, skipped: values.length - records.length - 1 }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Whether a line without end may have become a header: a process may die while it writes its first line. */
function mayBeHeader(line: string): boolean {
  const start = `{"schema":"${schema}`
  return line.startsWith(start) || start.startsWith(line)
}

function headerIn({ schema: named, api, format }: JsonObject): Header {
  if (typeof named !== 'string' || !named.startsWith('mortise/ledger/')) throw notALedger()
  if (named !== schema || typeof api !== 'string' || typeof format !== 'string') {
    throw new MortiseError('ledger-newer', `This ledger was written by another version: \`${named}\`.`, {
      hint: 'Update Mortise, or begin a new ledger.',
    })
  }
  return { schema: named, api, format }
}

function notALedger(): MortiseError {
  return new MortiseError('not-a-ledger', 'This holds something, but no ledger; nothing was written to it.', {
    hint: 'Name a file that is not there yet.',
  })
}

function isRecord(value: JsonObject): value is LedgerRecord & JsonObject {
  const { do: deed, turn, call, messages } = value
  switch (deed) {
    case 'say':
      return Array.isArray(messages)
    case 'turn':
      return Array.isArray(messages) && isCount(turn)
    case 'start':
      return isCount(turn) && isCount(call)
    case 'end':
      return isCount(turn) && isCount(call) && isEnd(value)
    default:
      return false
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}

function isEnd({ as, output, ran, why }: JsonObject): boolean {
  switch (as) {
    case 'returned':
      return isObject(output) && ['text', 'json', 'content'].some((kind) => kind in output)
    case 'cancelled':
    case 'timed-out':
    case 'interrupted':
      return typeof ran === 'boolean'
    case 'failed':
    case 'denied':
    case 'not-run':
      return typeof why === 'string'
    default:
      return false
  }
}

/** A record or a header as a line. Throws where a message holds what is no JSON. */
export function printLine(value: LedgerRecord | Header): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new MortiseError('not-json', `This message cannot be written as JSON: ${why}`, {
      hint: 'Give the ledger what goes to the API.',
      cause,
    })
  }
}
