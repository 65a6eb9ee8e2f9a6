import { closeSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/** The size that no config has: the readers of YAML take minutes for a hundred megabytes. */
const largest = 16 * 1024 * 1024

/** Reads a file of a config as text; with a limit, only a regular file. */
export function readText(path: string, limit?: number): string {
  return readBytes(path, limit).toString('utf8')
}

/** Reads a file of a config. A pipe, which may never end, and a file that is too large are refused unread. */
export function readBytes(path: string, limit?: number): Buffer {
  const stats = statSync(path)
  if (stats.isFIFO() || stats.isSocket() || (limit !== undefined && !stats.isFile()))
    throw failure('ENOTFILE')
  const most = limit ?? largest
  if (stats.size > most) throw failure('EFBIG')
  const bytes = startOf(path, most + 1)
  if (bytes.length > most) throw failure('EFBIG')
  return bytes
}

/** The first bytes of a file: files of the system may hold more than their size says. */
function startOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let left = most; left > 0; ) {
      const piece = Buffer.alloc(Math.min(left, 1 << 16))
      const count = readSync(file, piece)
      if (count === 0) break
      pieces.push(piece.subarray(0, count))
      left -= count
    }
    return Buffer.concat(pieces)
  } finally {
    closeSync(file)
  }
}

/** Whether a file is a link to a file in another folder than its own, or below that. */
export function isLinkElsewhere(path: string): boolean {
  try {
    if (!lstatSync(path).isSymbolicLink()) return false
    return /^\.\.(?:[/\\]|$)/.test(relative(realpathSync(dirname(path)), realpathSync(path)))
  } catch {
    return false
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(whyUnread(code)), { code })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file',
  EISDIR: 'It is a folder',
  ELOOP: 'Its links lead in a circle',
  ENOTFILE: 'It is a pipe, not a file',
  EFBIG: `It is larger than ${largest / 1024 / 1024} MB`,
}

/** Says why a file could not be read. */
export function whyUnread(code: string): string {
  return reasons[code] ?? `It cannot be read (${code})`
}
