import { DiskError, type DiskExit } from '../failure.ts'

/** A failure that SQLite tells of, by its own number. */
export class SqliteFailure extends Error {
  /** The primary code: 5 is busy. */
  readonly number: number

  constructor(number: number, cause: Error) {
    super(cause.message, { cause })
    this.name = 'SqliteFailure'
    this.number = number
  }

  /** A failure of either driver; undefined for any other error. */
  static of(thrown: unknown): SqliteFailure | undefined {
    if (!(thrown instanceof Error)) return undefined
    const { errcode, rawCode } = thrown as { errcode?: unknown; rawCode?: unknown }
    const number = typeof errcode === 'number' ? errcode : rawCode
    return typeof number === 'number' ? new SqliteFailure(number & 0xff, thrown) : undefined
  }
}

const [busy, locked, readOnly, corrupt, full, cannotOpen, constraint, noDatabase] = [
  5, 6, 8, 11, 13, 14, 19, 26,
]

/** Whether another connection keeps this one from its work for a moment. */
export function isBusyFailure(thrown: unknown): boolean {
  return thrown instanceof SqliteFailure && (thrown.number === busy || thrown.number === locked)
}

/** Whether a database can only be read as a copy: it has to be recovered first, and that would write to it. */
export function isRecoveryFailure(thrown: unknown): boolean {
  return thrown instanceof SqliteFailure && (thrown.number === readOnly || thrown.number === cannotOpen)
}

/** Runs a step on a database; what SQLite refuses is told as a failure of that step. */
export function duringRows<Value>(name: string, exit: DiskExit, run: () => Value): Value {
  try {
    return run()
  } catch (thrown) {
    throw thrown instanceof SqliteFailure ? failureOf(name, exit, thrown) : thrown
  }
}

function failureOf(name: string, exit: DiskExit, failure: SqliteFailure): DiskError {
  const end = exit === 3 ? '; nothing was changed.' : '.'
  const options = { cause: failure }
  switch (failure.number) {
    case busy:
    case locked:
      return busyRows(name, failure)
    case corrupt:
    case noDatabase:
      return new DiskError(
        'database-damaged',
        `The database of \`${name}\` is damaged or none at all${end}`,
        exit,
        options,
      )
    case full:
      return new DiskError(
        'disk-full',
        `\`${name}\` could not be written: the disk is full${end}`,
        exit,
        options,
      )
    case readOnly:
    case cannotOpen:
      return new DiskError(
        'no-permission',
        `The database of \`${name}\` could not be opened${end}`,
        exit,
        options,
      )
    case constraint:
      return new DiskError(
        'check-failed',
        `The database of \`${name}\` does not take these rows${end}`,
        exit,
        options,
      )
    default:
      return new DiskError(
        'disk-failed',
        `The database of \`${name}\` says: ${failure.message}${end}`,
        exit,
        options,
      )
  }
}

/** The failure of a database that another program is writing to. */
export function busyRows(name: string, cause?: unknown): DiskError {
  return new DiskError(
    'locked',
    `Another program is writing to the database of \`${name}\`; nothing was changed.`,
    3,
    { cause },
  )
}
