import { readFileSync, statSync } from 'node:fs'

/** The size that no config has: the readers of YAML take minutes for a hundred megabytes. */
const largest = 16 * 1024 * 1024

/** Reads a file of a config as text. */
export function readText(path: string): string {
  return readBytes(path).toString('utf8')
}

/** Reads a file of a config. A pipe, which may never end, and a file that is too large are refused unread. */
export function readBytes(path: string): Buffer {
  const stats = statSync(path)
  if (stats.isFIFO() || stats.isSocket()) throw failure('ENOTFILE')
  if (stats.size > largest) throw failure('EFBIG')
  return readFileSync(path)
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
