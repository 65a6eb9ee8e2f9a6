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

/** A row of the file: path, size, halves of the time and of the inode, then what was found. */
type Row = readonly [
  path: string,
  size: number,
  timeLow: number,
  timeHigh: number,
  inodeLow: number,
  inodeHigh: number,
  verdict: unknown,
  tailOffset: number,
  openCalls: readonly string[],
]

const name = 'index'
const head = 'mortise-index 2 '

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
      if (row?.[1] !== size || !isHalved(modifiedNs, row[2], row[3]) || !isHalved(inode, row[4], row[5]))
        return undefined
      return scannedOf(row)
    },
    begun: (path, { size, inode }) => {
      const row = rows.get(path)
      return row !== undefined && isHalved(inode, row[4], row[5]) && row[1] < size
        ? scannedOf(row)
        : undefined
    },
    learn: (path, { size, modifiedNs, inode }, { verdict, tailOffset, openCalls }) => {
      const [time, place] = [halvesOf(modifiedNs), halvesOf(inode)]
      rows.set(path, [path, size, ...time, ...place, verdict, tailOffset, openCalls])
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

// What 64 bits hold is compared as two numbers: of thousands of files, printing it would take as long as asking for it.
const word = new BigInt64Array(1)
const [low, high] = [0, 1]
const halves = new Uint32Array(word.buffer)

function halvesOf(value: bigint): readonly [low: number, high: number] {
  word[0] = value
  return [halves[low] as number, halves[high] as number]
}

function isHalved(value: bigint, lower: number, higher: number): boolean {
  word[0] = value
  return halves[low] === lower && halves[high] === higher
}

function scannedOf([, , , , , , verdict, tailOffset, openCalls]: Row): Scanned {
  return { verdict, tailOffset, openCalls }
}
