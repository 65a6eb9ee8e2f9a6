import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, isNewer, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { quietly } from './failure.ts'
import type { Sight } from './files.ts'

/** What a scan found out about a file, to be known again while the file is the same. */
export interface Scanned {
  /** What is asked of every file, in one string: of most files nothing else is ever asked for. */
  readonly brief: string
  /** What the command has to say of it; plain JSON. */
  readonly verdict: unknown
  /** How far it was read: where the next look may begin if the file only grew. */
  readonly tailOffset: number
  /** The calls that were open there. */
  readonly openCalls: readonly string[]
}

type Look = Pick<Sight, 'size' | 'modified' | 'inode'>

/** What earlier scans found out. */
export interface ScanIndex {
  /** What is known of a file that has not changed since. */
  known(path: string, stat: Look): Scanned | undefined
  /** What is known of the beginning of a file that has grown since. */
  begun(path: string, stat: Look): Scanned | undefined
  learn(path: string, stat: Look, scanned: Scanned): void
  /** Writes the index, without files that are gone; tells whether that worked. */
  save(): boolean
}

/**
 * The second line of the file: of each row what is compared, as columns; the rows follow, a line each.
 *
 * Thousands of rows are looked up, and few are read: columns are parsed at once, a row when it is asked for.
 */
interface Columns {
  readonly paths: string[]
  readonly sizes: number[]
  readonly times: number[]
  readonly inodes: number[]
  readonly briefs: string[]
  /** How many bytes each row takes, without its line feed. */
  readonly lengths: number[]
}

type Row = readonly [tailOffset: number, openCalls: readonly string[], verdict: unknown]

const name = 'index'
const head = 'mortise-index 3 '
const lineFeed = 10

/** Loads the index; one that is missing, damaged or of another version is an empty one. */
export function loadScanIndex(disk: Disk): ScanIndex {
  let table = new Table()
  quietly(() => {
    table = tableIn(readWhole(disk.files, join(disk.folder, name)))
  })
  const used: string[] = []
  let isChanged = false
  return {
    known: (path, stat) => {
      used.push(path)
      const row = table.find(path)
      return row !== undefined && table.isSame(row, stat) ? table.scanned(row) : undefined
    },
    begun: (path, stat) => {
      const row = table.find(path)
      return row !== undefined && table.isGrown(row, stat) ? table.scanned(row) : undefined
    },
    learn: (path, stat, { brief, verdict, tailOffset, openCalls }) => {
      const row: Row = [tailOffset, openCalls, verdict]
      table.add(path, stat, brief, JSON.stringify(row))
      used.push(path)
      isChanged = true
    },
    save: () => {
      if (!isChanged) return true
      const here = new Set(used)
      return quietly(() =>
        save(
          disk,
          table.print((path) => here.has(path) || disk.files.isThere(path)),
        ),
      )
    },
  }
}

function save(disk: Disk, body: string): void {
  const { files, folder } = disk
  if (isNewer(disk)) return
  makeFolders(files, folder)
  writeOver(files, folder, name, [Buffer.from(`${head}${sum(body)}\n${body}`)], '.index')
}

function tableIn(content: Uint8Array): Table {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.indexOf(lineFeed) + 1
  const body = bytes.subarray(start)
  if (bytes.toString('latin1', 0, start) !== `${head}${sum(body)}\n`) return new Table()
  const end = body.indexOf(lineFeed)
  return new Table(JSON.parse(body.toString('utf8', 0, end)) as Columns, body.subarray(end + 1))
}

function sum(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The rows that were loaded, and behind them those that were learned since. */
class Table {
  private readonly columns: Columns
  private readonly byPath = new Map<string, number>()
  /** Where each loaded row starts in the bytes. */
  private readonly starts: number[] = []
  private readonly bytes: Buffer
  /** The texts of the rows that were learned. */
  private readonly learned: string[] = []

  constructor(columns: Columns = emptyColumns(), bytes: Buffer = Buffer.alloc(0)) {
    this.columns = columns
    this.bytes = bytes
    let start = 0
    const { paths, lengths } = columns
    for (let row = 0; row < paths.length; row++) {
      this.byPath.set(paths[row] as string, row)
      this.starts.push(start)
      start += (lengths[row] as number) + 1
    }
  }

  find(path: string): number | undefined {
    return this.byPath.get(path)
  }

  isSame(row: number, { size, modified, inode }: Look): boolean {
    const { sizes, times, inodes } = this.columns
    return sizes[row] === size && times[row] === modified && inodes[row] === inode
  }

  isGrown(row: number, { size, inode }: Look): boolean {
    const { sizes, inodes } = this.columns
    return inodes[row] === inode && (sizes[row] as number) < size
  }

  scanned(row: number): Scanned {
    return new LazyScanned(this.columns.briefs[row] as string, this, row)
  }

  add(path: string, { size, modified, inode }: Look, brief: string, text: string): void {
    const { paths, sizes, times, inodes, briefs, lengths } = this.columns
    this.byPath.set(path, paths.length)
    paths.push(path)
    sizes.push(size)
    times.push(modified)
    inodes.push(inode)
    briefs.push(brief)
    lengths.push(Buffer.byteLength(text))
    this.learned.push(text)
  }

  /** The columns and the rows of the files that are to be kept. */
  print(isKept: (path: string) => boolean): string {
    const rows = [...this.byPath].flatMap(([path, row]) => (isKept(path) ? row : []))
    const { paths, sizes, times, inodes, briefs, lengths } = this.columns
    const kept: Columns = {
      paths: rows.map((row) => paths[row] as string),
      sizes: rows.map((row) => sizes[row] as number),
      times: rows.map((row) => times[row] as number),
      inodes: rows.map((row) => inodes[row] as number),
      briefs: rows.map((row) => briefs[row] as string),
      lengths: rows.map((row) => lengths[row] as number),
    }
    return [JSON.stringify(kept), ...rows.map((row) => this.text(row)), ''].join('\n')
  }

  text(row: number): string {
    const start = this.starts[row]
    if (start === undefined) return this.learned[row - this.starts.length] as string
    return this.bytes.toString('utf8', start, start + (this.columns.lengths[row] as number))
  }
}

function emptyColumns(): Columns {
  return { paths: [], sizes: [], times: [], inodes: [], briefs: [], lengths: [] }
}

/** Reads the row when something of it is asked for that is not in brief. */
class LazyScanned implements Scanned {
  readonly brief: string
  private readonly table: Table
  private readonly row: number
  private known: Row | undefined

  constructor(brief: string, table: Table, row: number) {
    this.brief = brief
    this.table = table
    this.row = row
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
    this.known ??= JSON.parse(this.table.text(this.row)) as Row
    return this.known
  }
}
