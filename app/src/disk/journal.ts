import { readRange, withHandle, writeAll } from './bytes.ts'
import { syncFolder, writeOver } from './durable.ts'
import { errnoOf } from './errno.ts'
import { during, quietly } from './failure.ts'
import { type Files, flags } from './files.ts'
import { readLine } from './journal-record.ts'
import type { Ending, Operation, OperationIntent } from './operation.ts'

/** The record of all operations: one line before each, one line after. */
export interface Journal {
  /** Reads what was added since the last look. */
  refresh(): void
  /** The operations, oldest first. */
  operations(): readonly Operation[]
  /** Writes down operations that are about to begin; several are one write. */
  begin(...intents: readonly OperationIntent[]): void
  end(...endings: readonly Ending[]): void
  /** Forgets operations; the lines of the others stay as they are. */
  forget(ops: ReadonlySet<string>): void
  /** The lines that cannot be used; they stay where they are and have no say. */
  setAside(): readonly UnusedLine[]
}

/** A line of the journal that has no say, and why. */
export interface UnusedLine {
  readonly line: number
  readonly why: string
}

const name = 'journal.jsonl'
const newline = 10

/** The journal in a folder. */
export function journalIn(files: Files, folder: string): Journal {
  const path = `${folder}/${name}`
  let operations = new Map<string, Operation>()
  let unused: UnusedLine[] = []
  let lines = 0
  let key = ''
  let offset = 0
  const refresh = (): void => {
    const found = tailOf(files, path, key, offset)
    if (found.isOther) {
      operations = new Map()
      unused = []
      lines = 0
      offset = 0
    }
    key = found.key
    // A last line without its end is one that a crash cut off, or that is being written: it has no say yet.
    const end = found.bytes.lastIndexOf(newline) + 1
    offset += end
    for (const line of linesOf(found.bytes.subarray(0, end))) {
      lines += 1
      const why = learn(operations, line)
      if (why !== undefined) unused.push({ line: lines, why })
    }
  }
  const append = (...records: readonly (OperationIntent | Ending)[]): void => {
    if (records.length === 0) return
    const lines = records.map((record) => JSON.stringify(record)).join('\n')
    during({ verb: 'written', path, exit: 3 }, () => appendLine(files, folder, path, lines))
    refresh()
  }
  return {
    refresh,
    operations: () => [...operations.values()],
    begin: append,
    end: append,
    setAside: () => unused,
    forget: (ops) => {
      const { bytes } = tailOf(files, path, '', 0)
      const kept = linesOf(bytes).filter((line) => !ops.has(readLine(line).record?.op ?? ''))
      writeOver(files, folder, name, [Buffer.from(kept.map((line) => `${line}\n`).join(''))])
      refresh()
    },
  }
}

interface JournalTail {
  readonly bytes: Buffer
  readonly key: string
  /** Whether this is not the file that was read before. */
  readonly isOther: boolean
}

function tailOf(files: Files, path: string, key: string, offset: number): JournalTail {
  try {
    return withHandle(files, path, flags.read, (handle) => {
      const stat = files.statHandle(handle)
      const isOther = stat.key !== key || stat.size < offset
      const bytes = Buffer.from(readRange(files, handle, isOther ? 0 : offset, stat.size))
      return { bytes, key: stat.key, isOther }
    })
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ENOENT') throw thrown
    return { bytes: Buffer.alloc(0), key: '', isOther: true }
  }
}

function appendLine(files: Files, folder: string, path: string, line: string): void {
  const handle = files.open(path, flags.appendOrCreate, 0o600)
  let isFirst: boolean
  try {
    const { size } = files.statHandle(handle)
    isFirst = size === 0
    const isCut = !isFirst && !endsInNewline(files, path, size)
    writeAll(files, handle, Buffer.from(`${isCut ? '\n' : ''}${line}\n`))
    files.sync(handle)
  } finally {
    quietly(() => files.close(handle))
  }
  if (isFirst) syncFolder(files, folder)
}

function endsInNewline(files: Files, path: string, size: number): boolean {
  return (
    withHandle(files, path, flags.read, (handle) => readRange(files, handle, size - 1, size))[0] === newline
  )
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
}

/** Takes a line in; tells why where it cannot be used. */
function learn(operations: Map<string, Operation>, line: string): string | undefined {
  const { record, why } = readLine(line)
  if (record === undefined) return why
  const begun = operations.get(record.op)
  if (record.type === 'intent') {
    if (begun !== undefined) return 'its operation is there already'
    const { type: _, ...intent } = record
    operations.set(record.op, { ...intent, result: 'unfinished', carried: 0 })
    return undefined
  }
  if (begun === undefined) return 'its operation never began'
  operations.set(record.op, { ...begun, result: record.result, carried: record.carried ?? 0 })
  return undefined
}
