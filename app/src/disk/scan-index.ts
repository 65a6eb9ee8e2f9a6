import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, isNewer, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { quietly } from './failure.ts'
import { emptyTable, type Place, readTable, type Scanned, type Table } from './scan-table.ts'
import { pathIn } from './target.ts'
import { closeToOthers, refuseForeignFolder } from './trust.ts'

/** The results of earlier scans. */
export interface ScanIndex {
  /** The result for a file that has not changed since. */
  known(place: Place): Scanned | undefined
  /** The result for the beginning of a file that has grown since. */
  begun(place: Place): Scanned | undefined
  learn(place: Place, scanned: Scanned): void
  /** Writes the index, without files that are gone; tells whether that worked. */
  save(): boolean
}

const name = 'index'
const head = 'mortise-index 4 '
const lineFeed = 10

/** Loads the index; one that is missing, damaged or of another version is an empty one. */
export function loadScanIndex(disk: Disk): ScanIndex {
  let table = emptyTable()
  quietly(() => {
    refuseForeignFolder(disk)
    table = tableIn(readWhole(disk.files, join(disk.folder, name)))
  })
  /** Which rows are of files that were met. */
  const areMet: boolean[] = []
  let isChanged = false
  return {
    known: (place) => {
      const row = table.find(place)
      if (row === -1) return undefined
      areMet[row] = true
      return table.isSame(row, place.stat) ? table.scanned(row) : undefined
    },
    begun: (place) => {
      const row = table.find(place)
      return row !== -1 && table.isGrown(row, place.stat) ? table.scanned(row) : undefined
    },
    learn: (place, scanned) => {
      areMet[table.put(place, scanned)] = true
      isChanged = true
    },
    save: () => {
      if (!isChanged) return true
      const isHere = (row: number, folder: string, file: string): boolean =>
        areMet[row] === true || disk.files.isThere(pathIn(folder, file))
      return quietly(() => save(disk, table.print(isHere)))
    },
  }
}

function save(disk: Disk, body: string): void {
  const { files, folder } = disk
  if (isNewer(disk)) return
  closeToOthers(disk)
  makeFolders(files, folder)
  writeOver(files, folder, name, [Buffer.from(`${head}${sum(body)}\n${body}`)], '.index')
}

function tableIn(content: Uint8Array): Table {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const start = bytes.indexOf(lineFeed) + 1
  const body = bytes.subarray(start)
  return bytes.toString('latin1', 0, start) === `${head}${sum(body)}\n` ? readTable(body) : emptyTable()
}

function sum(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
