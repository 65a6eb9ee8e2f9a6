import type { Cell, Database } from './driver.ts'

/** How one agent keeps its sessions in the tables of a database: all that the shelf has to know of it. */
export interface Tables {
  /** Whether a file may be such a database, by its name alone. */
  isDatabase(path: string): boolean
  /** How a session of a database is called in sentences: `main/3f2a`. */
  nameOf(database: string, id: string): string
  /** Says why a database cannot be read, or not be written; neither where it can be both. */
  standingOf(database: Database): DatabaseStanding
  sessionsIn(database: Database): readonly KeptSession[]
  /** The session by its id; undefined where there is none. */
  sessionIn(database: Database, id: string): KeptSession | undefined
  /** The rows that make up a session: a database may keep sessions in several ways. */
  layoutOf(database: Database, id: string): RowLayout
  /** A record before those in the rows, about the session as a whole: it is read, and never written. */
  headOf?(database: Database, id: string): Uint8Array
  /**
   * The record in a row, as bytes without a line break; throws a `DiskError` where nobody can read it.
   *
   * The row has the rows that belong to it only from tables that say so.
   */
  recordIn(row: RowImage, name: string): Uint8Array
  /** Gives a session other records: rows and what belongs to them. */
  rewrite(database: Database, id: string, rows: readonly RowImage[], records: RowRecords): void
  /** Sees to all that depends on the rows of a session, once they are others; whatever made them so. */
  follow(database: Database, id: string, change: FollowedChange): void
}

/** A change of the rows of a session that was made, and is not committed yet. */
export interface FollowedChange {
  /** A word that no other change has. */
  readonly digest: string
  /** The time, in milliseconds since 1970. */
  readonly now: number
  readonly before: readonly RowImage[]
  readonly after: readonly RowImage[]
}

/** Whether a database can be used. */
export interface DatabaseStanding {
  /** Why it cannot be read. */
  readonly unread?: string
  /** Why it is not to be written to. */
  readonly readOnly?: string
}

/** A session in a database, at a glance. */
export interface KeptSession {
  readonly id: string
  /** About how many bytes its records have. */
  readonly size: number
  /** When it was last gone on with, in milliseconds since 1970. */
  readonly modified: number
  /** A word that changes whenever its rows are rewritten. */
  readonly generation: string
  /** Whether its agent is at work on it, as far as the rows tell. */
  readonly isRunning: boolean
}

/** The old and the new records of a session, a line each. */
export interface RowRecords {
  readonly before: readonly Uint8Array[]
  readonly after: readonly Uint8Array[]
}

/** The tables with the rows of a session. */
export interface RowLayout {
  readonly main: MainTable
  /** Rows that belong to those rows. */
  readonly sides: readonly SideTable[]
}

/** A table whose rows are the records of sessions. */
export interface MainTable {
  readonly name: string
  /** The column with the id of the session. */
  readonly session: string
  /** The column that tells the rows of a session apart. */
  readonly key: string
  /** The columns that order the rows of a session. */
  readonly order: readonly string[]
  /** Whether the key is a whole number that orders them: rows may get other numbers. */
  readonly isNumbered?: boolean
}

/** A table with any number of rows for each row of the main one. */
export interface SideTable {
  readonly name: string
  readonly session: string
  /** The column with the key of the row of the main table that it belongs to. */
  readonly of: string
  /** Whether its rows are part of the record, and not only beside it. */
  readonly isInRecord?: boolean
  /** The column that orders those of one row. */
  readonly order: string
}

/** A row as it is, each cell with its type; text is kept as bytes. */
export interface RowImage {
  readonly cells: Cells
  /** The rows that belong to it, by their table. */
  readonly sides: Readonly<Record<string, readonly Cells[]>>
}

/** The cells of a row by column. */
export type Cells = Readonly<Record<string, CellImage>>

/** A cell as it is: `text` holds the bytes of a text. */
export interface CellImage {
  readonly type: 'null' | 'integer' | 'real' | 'text' | 'blob'
  readonly value: Cell
}
