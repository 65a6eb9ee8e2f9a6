import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'

const tailSize = 1 << 18

/** The last bytes of a file that lies beside a session, as text; empty where there is none. */
export function tailBeside(path: string, name: string): string {
  try {
    const file = openSync(join(dirname(path), name), 'r')
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.allocUnsafe(Math.min(size, tailSize))
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
    } finally {
      closeSync(file)
    }
  } catch {
    // A file that cannot be read tells nothing: the conversation alone decides then.
    return ''
  }
}
