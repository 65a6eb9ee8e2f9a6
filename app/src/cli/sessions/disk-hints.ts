import type { DiskError } from '../../disk/index.ts'
import { quote, quoteFile } from '../program/program.ts'

const isWindows = process.platform === 'win32'

/** The commands that tell more about a path, by the failure that they explain. */
const tellers: ReadonlyMap<string, string> = new Map([
  ['no-permission', isWindows ? 'icacls' : 'ls -ld'],
  ['read-only', isWindows ? 'icacls' : 'ls -ld'],
  ['not-a-file', isWindows ? 'dir' : 'ls -ld'],
  ['locked', isWindows ? 'dir' : 'ls -ld'],
  ['state-busy', isWindows ? 'type' : 'cat'],
  ['state-damaged', isWindows ? 'type' : 'cat'],
  ['state-foreign', isWindows ? 'icacls' : 'ls -la'],
  ['state-open', isWindows ? 'icacls' : 'ls -la'],
  ['disk-full', isWindows ? 'dir' : 'df -h'],
])

/** The commands that take `--force`. */
const forcible: ReadonlySet<string | undefined> = new Set([
  'repair',
  'clean',
  'compact',
  'undo',
  'redo',
  'restore',
])

/** The command that tells more about a failure on disk, or that does it all the same. */
export function diskHint(thrown: unknown, line: readonly string[]): string | undefined {
  if (!isDiskError(thrown)) return undefined
  const { code, path } = thrown
  const canForce = code === 'other-owner' || code === 'hard-linked'
  if (canForce && line.some((word) => forcible.has(word)))
    return `mortise ${line.map(quote).join(' ')} --force`
  const teller = tellers.get(code)
  return teller === undefined || path === undefined ? undefined : `${teller} ${quoteFile(path)}`
}

/** Told by its name: to ask for its class would load the whole of `disk` with every command. */
function isDiskError(thrown: unknown): thrown is DiskError {
  return thrown instanceof Error && thrown.name === 'DiskError'
}
