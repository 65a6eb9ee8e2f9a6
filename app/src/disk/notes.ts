import { join } from 'node:path'
import { readWhole } from './bytes.ts'
import { type Disk, makeFolders } from './disk.ts'
import { writeOver } from './durable.ts'
import { type DiskOutcome, outcomeOf } from './failure.ts'
import { closeToOthers, refuseForeignFolder } from './trust.ts'

/** Reads a note that Mortise keeps in its folder; undefined where there is none. */
export function readNote(disk: Disk, name: string): DiskOutcome<string | undefined> {
  const path = join(disk.folder, name)
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => {
    refuseForeignFolder(disk)
    return disk.files.isThere(path) ? Buffer.from(readWhole(disk.files, path)).toString() : undefined
  })
}

/** Keeps a note in the folder of Mortise: a reader sees the old one or the new one. */
export function writeNote(disk: Disk, name: string, text: string): DiskOutcome<void> {
  return outcomeOf({ verb: 'written', path: join(disk.folder, name), exit: 3 }, () => {
    closeToOthers(disk)
    makeFolders(disk.files, disk.folder)
    writeOver(disk.files, disk.folder, name, [Buffer.from(text)], `.${name}`)
  })
}
