import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, isNewer, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { quietly } from './failure.ts'
import type { Sight } from './files.ts'

/** What a scan found out about a file, to be known again while the file is the same. */
export interface Scanned {
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

/** A row of the file: what a file was when it was read, and what was found; the rest where it is not the usual. */
type Row = readonly [
  path: string,
  size: number,
  modified: number,
  inode: number,
  verdict: unknown,
  tailOffset?: number,
  openCalls?: readonly string[],
]

const name = 'index'
const head = 'mortise-index 3 '
const none: readonly string[] = []

/** Loads the index; one that is missing, damaged or of another version is an empty one. */
export function loadScanIndex(disk: Disk): ScanIndex {
  const rows = new Map<string, Row>()
  quietly(() => {
    for (const row of rowsOf(readWhole(disk.files, join(disk.folder, name)))) rows.set(row[0], row)
  })
  const used: string[] = []
  let isChanged = false
  return {
    known: (path, { size, modified, inode }) => {
      const row = rows.get(path)
      used.push(path)
      return row !== undefined && row[1] === size && row[2] === modified && row[3] === inode
        ? scannedOf(row)
        : undefined
    },
    begun: (path, { size, inode }) => {
      const row = rows.get(path)
      return row !== undefined && row[3] === inode && row[1] < size ? scannedOf(row) : undefined
    },
    learn: (path, stat, scanned) => {
      rows.set(path, rowOf(path, stat, scanned))
      used.push(path)
      isChanged = true
    },
    save: () => {
      if (!isChanged) return true
      const here = new Set(used)
      const isKept = ([path]: Row): boolean => here.has(path) || disk.files.isThere(path)
      return quietly(() => save(disk, [...rows.values()].filter(isKept)))
    },
  }
}

function save(disk: Disk, rows: readonly Row[]): void {
  const { files, folder } = disk
  if (isNewer(disk)) return
  makeFolders(files, folder)
  const body = JSON.stringify(rows)
  writeOver(files, folder, name, [Buffer.from(`${head}${sum(body)}\n${body}`)], '.index')
}

function rowsOf(content: Uint8Array): readonly Row[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (bytes.toString('latin1', 0, Math.max(0, end)) !== `${head}${sum(body)}`) return []
  return JSON.parse(body.toString()) as readonly Row[]
}

function sum(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

function rowOf(path: string, { size, modified, inode }: Look, scanned: Scanned): Row {
  const { verdict, tailOffset, openCalls } = scanned
  const isUsual = tailOffset === size && openCalls.length === 0
  return isUsual
    ? [path, size, modified, inode, verdict]
    : [path, size, modified, inode, verdict, tailOffset, openCalls]
}

function scannedOf(row: Row): Scanned {
  return { verdict: row[4], tailOffset: row[5] ?? row[1], openCalls: row[6] ?? none }
}
