import { type FileList, Rows } from './scan-rows.ts'
import type { Target } from './target.ts'

/** The result of a scan of one file, valid while the file stays the same. */
export interface Scanned {
  /** The word that tells whether the verdict still counts; it is read for every file, and the few different ones are kept once. */
  readonly key: string
  /** The string that is read for many files; of most of them nothing else is ever read. */
  readonly brief: string
  /** The verdict of the command; plain JSON. */
  readonly verdict: unknown
  /** How far it was read: where the next look may begin if the file only grew. */
  readonly tailOffset: number
  /** The calls that were open there. */
  readonly openCalls: readonly string[]
}

type FileFacts = Pick<Target['stat'], 'size' | 'modified' | 'inode'>

/** A file, and what a glance at it tells. */
export interface Place extends Pick<Target, 'folder' | 'name'> {
  readonly stat: FileFacts
}

/**
 * The first line of a table: of each row what is compared, as columns; the rows follow, a line each.
 *
 * Thousands of rows are looked up, and few are read: columns are parsed at once, a row when it is asked for.
 */
interface Columns extends FileList {
  readonly sizes: number[]
  readonly times: number[]
  readonly inodes: number[]
  /** The position of its key among the words; the column has this name in files on disk. */
  readonly marks: number[]
  readonly words: string[]
  readonly briefs: string[]
  /** How many bytes each row takes, without its line feed. */
  readonly lengths: readonly number[]
}

type Row = readonly [tailOffset: number, openCalls: readonly string[], verdict: unknown]

const lineFeed = 10

/** A table without rows. */
export function emptyTable(): Table {
  const files = { folders: [], counts: [], names: [] }
  const columns = {
    ...files,
    sizes: [],
    times: [],
    inodes: [],
    marks: [],
    words: [],
    briefs: [],
    lengths: [],
  }
  return new Table(columns, Buffer.alloc(0))
}

/** Reads what a table printed. */
export function readTable(bytes: Buffer): Table {
  const end = bytes.indexOf(lineFeed)
  return new Table(JSON.parse(bytes.toString('utf8', 0, end)) as Columns, bytes.subarray(end + 1))
}

/** The rows that were loaded, and behind them those that were learned since. */
export class Table {
  private readonly columns: Columns
  private readonly rows: Rows
  private readonly bytes: Buffer
  /** Where each loaded row starts in the bytes, once one of them was read. */
  private starts: readonly number[] | undefined
  /** The texts of the rows that were learned. */
  private readonly learned = new Map<number, string>()

  constructor(columns: Columns, bytes: Buffer) {
    this.columns = columns
    this.rows = new Rows(columns)
    this.bytes = bytes
  }

  /** The row of a file, or -1. */
  find({ folder, name }: Place): number {
    return this.rows.find(folder, name)
  }

  isSame(row: number, { size, modified, inode }: FileFacts): boolean {
    const { sizes, times, inodes } = this.columns
    return sizes[row] === size && times[row] === modified && inodes[row] === inode
  }

  isGrown(row: number, { size, inode }: FileFacts): boolean {
    const { sizes, inodes } = this.columns
    return inodes[row] === inode && (sizes[row] as number) < size
  }

  scanned(row: number): Scanned {
    return new LazyScanned(this, row)
  }

  /** Puts down what was found out about a file; tells in which row. */
  put({ folder, name, stat }: Place, { key, brief, ...rest }: Scanned): number {
    const { sizes, times, inodes, marks, words, briefs } = this.columns
    const row = this.rows.take(folder, name)
    const values: Row = [rest.tailOffset, rest.openCalls, rest.verdict]
    sizes[row] = stat.size
    times[row] = stat.modified
    inodes[row] = stat.inode
    marks[row] = positionIn(words, key)
    briefs[row] = brief
    this.learned.set(row, JSON.stringify(values))
    return row
  }

  /** The columns and the rows of the files that are to be kept. */
  print(isKept: (row: number, folder: string, name: string) => boolean): string {
    const { rows, ...files } = this.rows.list(isKept)
    const { sizes, times, inodes, briefs } = this.columns
    const of = <Value>(column: readonly Value[]): Value[] => rows.map((row) => column[row] as Value)
    const texts = rows.map((row) => this.textAt(row))
    const words: string[] = []
    const kept: Columns = {
      ...files,
      sizes: of(sizes),
      times: of(times),
      inodes: of(inodes),
      marks: rows.map((row) => positionIn(words, this.keyAt(row))),
      words,
      briefs: of(briefs),
      lengths: texts.map((text) => Buffer.byteLength(text)),
    }
    return [JSON.stringify(kept), ...texts, ''].join('\n')
  }

  keyAt(row: number): string {
    return this.columns.words[this.columns.marks[row] as number] as string
  }

  briefAt(row: number): string {
    return this.columns.briefs[row] as string
  }

  textAt(row: number): string {
    const learned = this.learned.get(row)
    if (learned !== undefined) return learned
    const { lengths } = this.columns
    this.starts ??= startsOf(lengths)
    const start = this.starts[row] as number
    return this.bytes.toString('utf8', start, start + (lengths[row] as number))
  }
}

function positionIn(words: string[], word: string): number {
  const known = words.indexOf(word)
  return known === -1 ? words.push(word) - 1 : known
}

function startsOf(lengths: readonly number[]): readonly number[] {
  let next = 0
  return lengths.map((length) => {
    const start = next
    next += length + 1
    return start
  })
}

/** Reads the row when something of it is asked for that stands in no column. */
class LazyScanned implements Scanned {
  private readonly table: Table
  private readonly row: number
  private known: Row | undefined

  constructor(table: Table, row: number) {
    this.table = table
    this.row = row
    this.known = undefined
  }

  get key(): string {
    return this.table.keyAt(this.row)
  }

  get brief(): string {
    return this.table.briefAt(this.row)
  }

  get tailOffset(): number {
    return this.held()[0]
  }

  get openCalls(): readonly string[] {
    return this.held()[1]
  }

  get verdict(): unknown {
    return this.held()[2]
  }

  private held(): Row {
    this.known ??= JSON.parse(this.table.textAt(this.row)) as Row
    return this.known
  }
}
