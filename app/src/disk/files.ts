import * as fs from 'node:fs'

/**
 * The quick facts about a path: for thousands of files, exact numbers take too long to make.
 *
 * The time is exact to a quarter of a microsecond, an inode up to 2^53: enough to see that a file is another one,
 * together with its size. A file that is about to be replaced is asked for its `Stat`.
 */
export interface Sight {
  readonly kind: 'file' | 'folder' | 'fifo' | 'socket' | 'device'
  /** `device:inode`, exactly: equal for two paths to one file. */
  readonly key: string
  readonly inode: number
  readonly size: number
  /** When it was written to, in milliseconds since 1970, with parts of them. */
  readonly modified: number
  /** The permission bits alone. */
  readonly mode: number
  readonly owner: number
  readonly group: number
}

/** The exact facts about a path or a handle. */
export interface Stat extends Sight {
  readonly modifiedNs: bigint
  /** How many names the file has. */
  readonly links: number
}

/**
 * The few calls by which this folder touches files.
 *
 * All that reads or writes goes through one such value, so that a test can fail any call, or die at it.
 * All but one are synchronous: between the last look and the swap nothing else of ours may run.
 */
export interface Files {
  open(path: string, flags: number, mode?: number): number
  close(handle: number): void
  read(handle: number, into: Uint8Array, at: number): number
  /** Writes at the handle's own position, or at the end where it was opened to append. */
  write(handle: number, bytes: Uint8Array): number
  sync(handle: number): void
  /** Makes what was written last, and lets other things happen meanwhile: who appends all day must not stand still. */
  syncData(handle: number): Promise<void>
  /** Cuts a file off. */
  truncate(handle: number, size: number): void
  stat(path: string): Stat
  glance(path: string): Sight
  /** Whether a path leads to anything; where it does not, no failure has to be made of it. */
  isThere(path: string): boolean
  statHandle(handle: number): Stat
  realPath(path: string): string
  list(folder: string): readonly string[]
  makeFolder(path: string, mode: number): void
  removeFolder(path: string): void
  rename(from: string, to: string): void
  link(from: string, to: string): void
  remove(path: string): void
  setMode(handle: number, mode: number): void
  setOwner(handle: number, owner: number, group: number): void
  setModified(handle: number, modifiedNs: bigint): void
  /** Sets when a path was modified, in milliseconds. */
  touch(path: string, time: number): void
}

const { O_RDONLY, O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK } = fs.constants

/** How a file may be opened. */
export const flags: Readonly<
  Record<'read' | 'append' | 'appendOrCreate' | 'appendAndRead' | 'create', number>
> = {
  // Never waits: a fifo that took the place of a file would hold us for ever.
  read: O_RDONLY | (O_NONBLOCK ?? 0),
  append: O_WRONLY | O_APPEND,
  appendOrCreate: O_WRONLY | O_APPEND | O_CREAT,
  appendAndRead: O_RDWR | O_APPEND | O_CREAT | (O_NONBLOCK ?? 0),
  // Fails where there is something already, a dangling link too.
  create: O_RDWR | O_CREAT | O_EXCL,
}

/** The calls of the machine that we run on. */
export const nodeFiles: Files = {
  open: (path, how, mode) => fs.openSync(path, how, mode),
  close: (handle) => fs.closeSync(handle),
  read: (handle, into, at) => fs.readSync(handle, into, 0, into.length, at),
  write: (handle, bytes) => fs.writeSync(handle, bytes),
  sync: (handle) => fs.fsyncSync(handle),
  syncData: (handle) =>
    new Promise((resolve, reject) => {
      fs.fdatasync(handle, (error) => (error === null ? resolve() : reject(error)))
    }),
  truncate: (handle, size) => fs.ftruncateSync(handle, size),
  stat: (path) => statOf(fs.statSync(path, { bigint: true })),
  glance: (path) => new FileGlance(path, fs.statSync(path)),
  isThere: (path) => fs.statSync(path, { throwIfNoEntry: false }) !== undefined,
  statHandle: (handle) => statOf(fs.fstatSync(handle, { bigint: true })),
  realPath: (path) => fs.realpathSync.native(path),
  list: (folder) => fs.readdirSync(folder),
  makeFolder: (path, mode) => fs.mkdirSync(path, { mode }),
  removeFolder: (path) => fs.rmdirSync(path),
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  remove: (path) => fs.unlinkSync(path),
  setMode: (handle, mode) => fs.fchmodSync(handle, mode),
  setOwner: (handle, owner, group) => fs.fchownSync(handle, owner, group),
  setModified: (handle, modifiedNs) => {
    const seconds = Number(modifiedNs) / 1e9
    fs.futimesSync(handle, seconds, seconds)
  },
  touch: (path, time) => fs.utimesSync(path, time / 1000, time / 1000),
}

/** Of thousands of files few are asked for their keys: a key is made of its numbers when it is. */
class FileGlance implements Sight {
  readonly kind: Sight['kind']
  readonly inode: number
  readonly size: number
  readonly modified: number
  readonly owner: number
  readonly group: number
  private readonly device: number
  private readonly bits: number
  /** The key, where its numbers are too large to be exact. */
  private readonly exactKey: string | undefined

  constructor(path: string, stat: fs.Stats) {
    this.kind = kindOf(stat)
    this.inode = stat.ino
    this.size = stat.size
    this.modified = stat.mtimeMs
    this.owner = stat.uid
    this.group = stat.gid
    this.device = stat.dev
    this.bits = stat.mode
    this.exactKey = isExact(stat) ? undefined : keyOf(fs.statSync(path, { bigint: true }))
  }

  get key(): string {
    return this.exactKey ?? `${this.device}:${this.inode}`
  }

  get mode(): number {
    return this.bits & 0o7777
  }
}

function isExact({ dev, ino }: fs.Stats): boolean {
  return ino <= Number.MAX_SAFE_INTEGER && dev <= Number.MAX_SAFE_INTEGER
}

function statOf(stat: fs.BigIntStats): Stat {
  return {
    kind: kindOf(stat),
    key: keyOf(stat),
    inode: Number(stat.ino),
    size: Number(stat.size),
    modified: Number(stat.mtimeNs) / 1e6,
    modifiedNs: stat.mtimeNs,
    mode: Number(stat.mode) & 0o7777,
    owner: Number(stat.uid),
    group: Number(stat.gid),
    links: Number(stat.nlink),
  }
}

function keyOf({ dev, ino }: fs.BigIntStats): string {
  return `${dev}:${ino}`
}

function kindOf(stat: fs.Stats | fs.BigIntStats): Stat['kind'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'folder'
  if (stat.isFIFO()) return 'fifo'
  return stat.isSocket() ? 'socket' : 'device'
}
