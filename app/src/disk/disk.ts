import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Machine } from './around.ts'
import { type Blobs, blobsIn } from './blobs.ts'
import { readWhole } from './bytes.ts'
import { halfWritten, syncFolder, writeOver } from './durable.ts'
import { errnoOf } from './errno.ts'
import { DiskError, type DiskOutcome, during, duringAsync, outcomeOfAsync, quietly } from './failure.ts'
import { type Files, nodeFiles } from './files.ts'
import { type Journal, journalIn } from './journal.ts'
import { lockFile } from './lock-file.ts'
import { nodeProcesses } from './processes.ts'
import { recover } from './recover.ts'
import { closeToOthers } from './trust.ts'

/** The disk as the commands see it: the machine, and our own folder on it. */
export interface Disk extends Machine {
  /** Our own folder. */
  readonly folder: string
  readonly journal: Journal
  readonly blobs: Blobs
  /** A name for a new operation. */
  readonly newId: () => string
  /** The name of this run: what one command does to several files is taken back as one thing. */
  readonly run: string
}

/** The version of what lies in our folder. */
const version = 1

const ownLock = lockFile({ waitMs: 10_000 })

/** Opens the disk with a folder of our own; nothing is read or made before it is needed. */
export function openDisk(folder: string, around: Partial<Machine & Pick<Disk, 'newId' | 'run'>> = {}): Disk {
  const files = around.files ?? nodeFiles
  return {
    files,
    processes: around.processes ?? nodeProcesses,
    now: around.now ?? Date.now,
    newId: around.newId ?? randomName,
    run: around.run ?? randomName(),
    ...(around.tables === undefined ? {} : { tables: around.tables }),
    ...(around.packings === undefined ? {} : { packings: around.packings }),
    folder,
    journal: journalIn(files, folder),
    blobs: blobsIn(files, join(folder, 'blobs')),
  }
}

function randomName(): string {
  return randomBytes(4).toString('hex')
}

/**
 * Runs something that writes, alone among all processes of Mortise.
 *
 * Operations that an earlier crash left undecided are decided first.
 */
export async function withState<Value>(disk: Disk, run: () => Promise<Value>): Promise<Value> {
  const held = await duringAsync({ verb: 'written', path: disk.folder, exit: 3 }, async () => {
    closeToOthers(disk)
    refuseNewer(disk)
    makeFolders(disk.files, join(disk.folder, 'blobs'))
    return ownLock.acquire(join(disk.folder, 'state'), disk)
  })
  if (!held.isHeld) {
    const { pid } = held.by
    const who = pid === undefined ? '' : ` (pid ${pid})`
    throw new DiskError('state-busy', `Another Mortise is at work${who}; nothing was changed.`, 3, {
      path: join(disk.folder, 'state.lock'),
    })
  }
  try {
    prepare(disk)
    return await run()
  } finally {
    held.release()
  }
}

/** Decides what an earlier crash left undecided, and tidies up after it; does nothing else. */
export function concludeUnfinished(disk: Disk): Promise<DiskOutcome<void>> {
  const doing = { verb: 'tidied up', path: disk.folder, exit: 3 } as const
  return outcomeOfAsync(doing, () => withState(disk, async () => undefined))
}

/** Whether a newer Mortise has written to our folder: then we only read it. */
export function isNewer({ files, folder }: Disk): boolean {
  const said = versionIn(files, folder)
  return said !== undefined && said !== version
}

/** Refuses to write beside a newer Mortise. */
export function refuseNewer(disk: Disk): void {
  if (!isNewer(disk)) return
  const path = join(disk.folder, 'version')
  if (versionIn(disk.files, disk.folder) === 'junk') {
    const message = `\`${path}\` does not say which version of Mortise keeps its journal there; nothing was changed.`
    throw new DiskError('state-damaged', message, 3, { path })
  }
  throw new DiskError(
    'state-newer',
    `A newer Mortise keeps its journal in \`${disk.folder}\`; it can be read, but not written. Nothing was changed.`,
  )
}

function prepare(disk: Disk): void {
  const { files, folder, blobs, journal } = disk
  during({ verb: 'written', path: folder, exit: 3 }, () => {
    refuseNewer(disk)
    tidyFolder(disk)
    blobs.tidy()
    if (versionIn(files, folder) === undefined) {
      writeOver(files, folder, 'version', [Buffer.from(`${version}\n`)])
    }
    journal.refresh()
    recover(disk)
  })
}

/** Removes what processes that died left of a lock, or half-written. */
function tidyFolder({ files, folder, processes }: Disk): void {
  for (const name of files.list(folder)) {
    const pid = /\.lock\.(\d+)\.(?:new|void)$/.exec(name)?.[1]
    const isLeft = name === halfWritten || (pid !== undefined && !processes.isAlive(Number(pid)))
    if (isLeft) quietly(() => files.remove(join(folder, name)))
  }
}

/** Makes a folder of our own, with those above it, for nobody else to read. */
export function makeFolders(files: Files, path: string): void {
  try {
    files.makeFolder(path, 0o700)
  } catch (thrown) {
    const errno = errnoOf(thrown)
    if (errno === 'EEXIST') return
    if (errno !== 'ENOENT') throw thrown
    makeFolders(files, dirname(path))
    makeFolders(files, path)
    return
  }
  quietly(() => syncFolder(files, dirname(path)))
}

/** The version of what lies in our folder; none where nothing does. */
function versionIn(files: Files, folder: string): number | 'junk' | undefined {
  try {
    const said = Buffer.from(readWhole(files, join(folder, 'version')))
      .toString()
      .trim()
    return /^[1-9]\d{0,8}$/.test(said) ? Number(said) : 'junk'
  } catch (thrown) {
    if (errnoOf(thrown) === 'EISDIR') return 'junk'
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
