import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, isNewer, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { quietly } from './failure.ts'
import type { Stat } from './files.ts'

/** What a scan found out about a file, to be known again while the file is the same. */
export interface Scanned {
  /** What the command has to say of it; plain JSON. */
  readonly verdict: unknown
  /** How far it was read: where the next look may begin if the file only grew. */
  readonly tailOffset: number
  /** The calls that were open there. */
  readonly openCalls: readonly string[]
}

type Look = Pick<Stat, 'size' | 'modifiedNs' | 'inode'>

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

/** A row of the file: path, size, time, inode, then what was found. */
type Row = readonly [string, number, string, string, unknown, number, readonly string[]]

const name = 'index'
const head = 'mortise-index 1 '

/** Loads the index; one that is missing, damaged or of another version is an empty one. */
export function loadScanIndex(disk: Disk): ScanIndex {
  const rows = new Map<string, Row>()
  quietly(() => {
    const bytes = Buffer.from(readWhole(disk.files, join(disk.folder, name)))
    for (const row of rowsOf(bytes)) rows.set(row[0], row)
  })
  const used = new Set<string>()
  let isChanged = false
  const isKept = ([path]: Row): boolean => used.has(path) || disk.files.isThere(path)
  return {
    known: (path, { size, modifiedNs, inode }) => {
      const row = rows.get(path)
      used.add(path)
      if (row?.[1] !== size || row[2] !== `${modifiedNs}` || row[3] !== `${inode}`) return undefined
      return scannedOf(row)
    },
    begun: (path, { size, inode }) => {
      const row = rows.get(path)
      return row?.[3] === `${inode}` && row[1] < size ? scannedOf(row) : undefined
    },
    learn: (path, { size, modifiedNs, inode }, { verdict, tailOffset, openCalls }) => {
      rows.set(path, [path, size, `${modifiedNs}`, `${inode}`, verdict, tailOffset, openCalls])
      used.add(path)
      isChanged = true
    },
    save: () => {
      if (!isChanged) return true
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

function rowsOf(bytes: Buffer): readonly Row[] {
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (bytes.toString('latin1', 0, Math.max(0, end)) !== `${head}${sum(body)}`) return []
  return JSON.parse(body.toString()) as readonly Row[]
}

function sum(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

function scannedOf([, , , , verdict, tailOffset, openCalls]: Row): Scanned {
  return { verdict, tailOffset, openCalls }
}
