import { isAbsolute, normalize } from 'node:path'
import type { Fingerprint } from './bytes.ts'
import type { CutBytes, Ending, OperationIntent, OperationKind } from './operation.ts'

/** A line of a journal as a record, or why it cannot be one. */
export type JournalLine =
  | { readonly record: OperationIntent | Ending; readonly why?: never }
  | { readonly record?: never; readonly why: string }

type RecordMembers = Readonly<Record<string, unknown>>
type Check = (value: unknown, all: RecordMembers) => boolean

/**
 * Reads one line of a journal.
 *
 * A journal is a file like any other: whoever may write to it could name any path in it, or hide one in the name of
 * an operation, a digest or a lock. So each member has a form, and a line with another one is not used at all.
 */
export function readLine(line: string): JournalLine {
  const value = parsed(line)
  if (value === undefined) return { why: 'it is no JSON object' }
  const checks = value.type === 'intent' ? intentChecks : value.type === 'ending' ? endingChecks : undefined
  if (checks === undefined) return { why: 'its `type` is not known' }
  const bad = Object.keys(checks).find((name) => !checks[name]?.(value[name], value))
  if (bad !== undefined) return { why: `its \`${bad}\` is not of the form that Mortise writes` }
  return { record: value as unknown as OperationIntent | Ending }
}

const kinds: readonly OperationKind[] = ['change', 'create', 'undo', 'redo', 'restore']

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

const isName = matches(/^[0-9a-z]{1,32}$/)
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const orNull =
  (check: Check): Check =>
  (value, all) =>
    value === null || check(value, all)
const orNone =
  (check: Check): Check =>
  (value, all) =>
    value === undefined || check(value, all)

const intentChecks: Readonly<Record<string, Check>> = {
  op: isName,
  run: orNone(isName),
  time: isTime,
  pid: (value, all) => isCount(value, all) && value !== 0,
  command: matches(/^[a-z][a-z -]{0,63}$/),
  kind: (value) => kinds.some((kind) => kind === value),
  path: isPath,
  key: orNull(matches(/^\d+:\d+$/)),
  mode: orNull((value, all) => isCount(value, all) && Number(value) <= 0o7777),
  before: orNull(isPrint),
  after: orNull(isPrint),
  reverts: orNone(isName),
  restores: orNone(isName),
  lock: orNone(isLockOf),
  cut: (value) => Array.isArray(value) && value.every(isCut),
  counts: (value) => isObject(value) && Object.entries(value).every(isCounted),
}

const endingChecks: Readonly<Record<string, Check>> = {
  op: isName,
  time: isTime,
  result: (value) => value === 'done' || value === 'failed',
  carried: orNone(isCount),
}

/** An absolute path without detours; its links are looked at when it is used. */
function isPath(value: unknown): boolean {
  if (typeof value !== 'string' || value.includes('\0')) return false
  return isAbsolute(value) && normalize(value) === value && !/[/\\]$/.test(value)
}

function isPrint(value: unknown, all: RecordMembers): boolean {
  if (!isObject(value)) return false
  const { size, sha256 } = value as Partial<Fingerprint>
  return isCount(size, all) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
}

/** A lock stands beside its file, and its name begins with that of the file. */
function isLockOf(value: unknown, { path }: RecordMembers): boolean {
  if (typeof value !== 'string' || typeof path !== 'string' || !value.startsWith(path)) return false
  return /^\.[\w.-]{1,32}$/.test(value.slice(path.length))
}

function isCut(value: unknown): boolean {
  if (!isObject(value)) return false
  const { at, length, base64 } = value as Partial<CutBytes>
  return isCount(at, {}) && isCount(length, {}) && (base64 === undefined || typeof base64 === 'string')
}

function isCounted([name, number]: readonly [string, unknown]): boolean {
  return /^[a-zA-Z-]{1,32}$/.test(name) && isCount(number, {})
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(line: string): RecordMembers | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? (value as RecordMembers) : undefined
  } catch {
    return undefined
  }
}
