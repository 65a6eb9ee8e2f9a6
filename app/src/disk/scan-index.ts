import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, isNewer, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { quietly } from './failure.ts'
import { pathIn, type Target } from './target.ts'
import { closeToOthers, refuseForeignFolder } from './trust.ts'

/** The results of earlier scans. */
export interface ScanIndex {
  /** The result for a file that has not changed since. */
  known(file: KnownFile): Scanned | undefined
  learn(file: KnownFile, scanned: Scanned): void
  /** Writes the index, without files that are gone; tells whether that worked. */
  save(): boolean
}

/** The result of a scan of one file, valid while the file stays the same. */
export interface Scanned {
  /** The word that tells whether the verdict still counts. */
  readonly key: string
  /** The verdict of the command; plain JSON. */
  readonly verdict: unknown
}

/** A file, and what a glance at it tells. */
interface KnownFile extends Pick<Target, 'folder' | 'name'> {
  readonly stat: Pick<Target['stat'], 'size' | 'modified' | 'inode'>
}

/** One line of the index. */
interface IndexRow extends Scanned {
  readonly path: string
  readonly size: number
  readonly modified: number
  readonly inode: number
}

const name = 'index'
const head = 'mortise-index 5 '
const lineFeed = 10

/** Loads the index; one that is missing, damaged or of another version is an empty one. */
export function loadScanIndex(disk: Disk): ScanIndex {
  const rows = new Map<string, IndexRow>()
  /** The files that were met in this run: they are not looked for when the index is written. */
  const met = new Set<string>()
  let isChanged = false
  quietly(() => {
    refuseForeignFolder(disk)
    for (const row of rowsIn(readWhole(disk.files, join(disk.folder, name)))) rows.set(row.path, row)
  })
  return {
    known: ({ folder, name: file, stat }) => {
      const path = pathIn(folder, file)
      const row = rows.get(path)
      if (row === undefined) return undefined
      met.add(path)
      const isSame = row.size === stat.size && row.modified === stat.modified && row.inode === stat.inode
      return isSame ? row : undefined
    },
    learn: ({ folder, name: file, stat: { size, modified, inode } }, { key, verdict }) => {
      const path = pathIn(folder, file)
      rows.set(path, { path, size, modified, inode, key, verdict })
      met.add(path)
      isChanged = true
    },
    save: () => {
      if (!isChanged) return true
      const kept = [...rows.values()].filter(({ path }) => met.has(path) || disk.files.isThere(path))
      return quietly(() => save(disk, kept))
    },
  }
}

function save(disk: Disk, rows: readonly IndexRow[]): void {
  const { files, folder } = disk
  if (isNewer(disk)) return
  closeToOthers(disk)
  makeFolders(files, folder)
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeOver(files, folder, name, [Buffer.from(`${head}${sum(body)}\n${body}`)], '.index')
}

/** The rows of an index that is whole and of this version. */
function rowsIn(content: Uint8Array): readonly IndexRow[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.indexOf(lineFeed) + 1
  const body = bytes.subarray(start)
  if (bytes.toString('latin1', 0, start) !== `${head}${sum(body)}\n`) return []
  return JSON.parse(`[${body.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as readonly IndexRow[]
}

function sum(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
