import {
  closeSync,
  createReadStream,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { closest } from '../../text/closest.ts'
import { CommandError } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'

/** Where a command reads from. */
export interface InputSource {
  /** The file, unless it is standard input. */
  readonly path: string | undefined
  /** The name of the source in sentences. */
  readonly name: string
  /** The command that reads it, without the source, for hints. */
  readonly command: string
  open(): AsyncIterable<Buffer>
  /** All of it at once. */
  whole(): Promise<Buffer>
  /** Any part of it, as often as one likes. */
  access(): Promise<Access>
}

/** Bytes that can be read from anywhere. */
export interface Access {
  /** Fills `into` with what stands from a position on; returns how many bytes there were. */
  read(into: Uint8Array, position: number): number
  whole(): Buffer
  /** How many bytes there are. */
  size(): number
  close(): void
}

/** Finds out what to read: the one file named, or standard input. */
export function sourceOf(words: readonly string[], command: string): InputSource {
  const [path, ...others] = words
  if (others.length > 0) {
    const hint = `${command} ${quoteFile(path ?? '')}`
    throw new CommandError('usage', `One file at a time: ${words.length} were named.`, hint)
  }
  return path === undefined || path === '-' ? standardInput(path, command) : fileSource(path, command)
}

function standardInput(path: string | undefined, command: string): InputSource {
  if (path === undefined && process.stdin.isTTY) {
    throw new CommandError('usage', 'Name a file, or pipe a conversation in.', `${command} conversation.json`)
  }
  const source: InputSource = {
    path: undefined,
    name: 'standard input',
    command,
    open: () => guarded(process.stdin, source),
    whole: () => joined(source),
    access: async () => heldAccess(await source.whole()),
  }
  return source
}

function fileSource(path: string, command: string): InputSource {
  const source: InputSource = {
    path,
    name: `\`${path}\``,
    command,
    open: () => {
      refuseDevice(path, source)
      return guarded(createReadStream(path, { highWaterMark: 1 << 18 }), source)
    },
    whole: async () => readAtOnce(path, source) ?? joined(source),
    access: async () => fileAccess(path, source) ?? heldAccess(await source.whole()),
  }
  return source
}

/** A device may have no end. */
function refuseDevice(path: string, source: InputSource): void {
  const facts = guard(source, () => statSync(path))
  if (facts.isCharacterDevice() || facts.isBlockDevice())
    throw new CommandError(
      'unreadable',
      `${source.name} is a device, not a file.`,
      `ls -l ${quoteFile(path)}`,
    )
}

function fileAccess(path: string, source: InputSource): Access | undefined {
  if (!guard(source, () => statSync(path).isFile())) return undefined
  const file = guard(source, () => openSync(path, 'r'))
  const size = (): number => guard(source, () => fstatSync(file).size)
  return {
    read: (into, position) => guard(source, () => readSync(file, into, 0, into.length, position)),
    whole: () => {
      refuseLarge(source, size())
      return guard(source, () => readFileSync(path))
    },
    size,
    close: () => closeSync(file),
  }
}

function guard<Value>(source: InputSource, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    throw unreadable(error, source)
  }
}

/** Bytes that cannot be read again are kept. */
function heldAccess(bytes: Buffer): Access {
  return {
    read: (into, position) => bytes.copy(into, 0, position, position + into.length),
    whole: () => bytes,
    size: () => bytes.length,
    close: () => {},
  }
}

const longestAtOnce = 1 << 29

/** The content of a file of common size; a stream would take longer to set up than a session takes to read. */
function readAtOnce(path: string, source: InputSource): Buffer | undefined {
  try {
    const facts = statSync(path)
    // A pipe may have nothing to read yet, and a read that waits for it would not be interrupted.
    return facts.isFile() && facts.size < longestAtOnce ? readFileSync(path) : undefined
  } catch (error) {
    throw unreadable(error, source)
  }
}

async function joined(source: InputSource): Promise<Buffer> {
  const all: Buffer[] = []
  let size = 0
  for await (const chunk of source.open()) {
    size += chunk.length
    refuseLarge(source, size)
    all.push(chunk)
  }
  return Buffer.concat(all)
}

/** The most that is held of a document, or of a line: the values that are made of it stand in memory beside it. */
export const mostBytes: number = 1 << 30

/** Takes the pieces of a source one after the other, and refuses a line that goes on and on. */
export function lineLimit(source: InputSource): (piece: Uint8Array) => void {
  let size = 0
  return (piece) => {
    const feed = piece.lastIndexOf(lineFeed)
    size = feed < 0 ? size + piece.length : piece.length - feed - 1
    refuseLarge(source, size)
  }
}

const lineFeed = 10

function refuseLarge({ name }: InputSource, size: number): void {
  if (size > mostBytes)
    throw new CommandError('unreadable', `${name} is larger than 1 GB, the limit for one document.`)
}

async function* guarded(chunks: AsyncIterable<Buffer>, source: InputSource): AsyncGenerator<Buffer> {
  const take = lineLimit(source)
  try {
    for await (const chunk of chunks) {
      take(chunk)
      yield chunk
    }
  } catch (error) {
    throw unreadable(error, source)
  }
}

/** Whether two names lead to one file; a name that leads nowhere leads to no file. */
export function isSameFile(left: string, right: string | number): boolean {
  try {
    const facts = typeof right === 'number' ? fstatSync(right) : statSync(right)
    const { dev, ino } = statSync(left)
    return facts.dev === dev && facts.ino === ino
  } catch {
    return false
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ENOTDIR: 'cannot be read: a part of the path is not a folder',
  ELOOP: 'cannot be read: its links go round in a circle',
  ENAMETOOLONG: 'cannot be read: the name is too long',
}

function unreadable(error: unknown, source: InputSource): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof CommandError) return error
  const code = String(error.code)
  const path = source.path ?? '.'
  if (code === 'ENOENT')
    return new CommandError('unreadable', `There is no file ${source.name}.`, nearby(path, source))
  const reason = reasons[code] ?? `cannot be read: ${code}`
  return new CommandError('unreadable', `${source.name} ${reason}.`, `ls -l ${quoteFile(path)}`)
}

function nearby(path: string, source: InputSource): string {
  const folder = dirname(path)
  const near = closest(basename(path), namesIn(folder))
  return near === undefined ? `ls ${quoteFile(folder)}` : `${source.command} ${quoteFile(join(folder, near))}`
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
