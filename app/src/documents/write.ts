import { statSync } from 'node:fs'
import {
  type Allowed,
  type Disk,
  type DiskError,
  type DiskOutcome,
  nodeFiles,
  nodeProcesses,
  type Replaced,
  rewriteFile,
  writeNewFile,
} from '../disk/index.ts'

/** The result of writing a file. */
export interface WrittenFile {
  readonly output: string
  /** The operation that `undo` takes back; null where no earlier bytes were replaced. */
  readonly operation: string | null
}

/** A file that is written for a user. */
export interface OutputFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** The command that writes it, for the log. */
  readonly command: string
  /** The file that it is made of; the new file gets the same permissions. */
  readonly like?: string | undefined
  /** Replace a file that exists already. */
  readonly isForced: boolean
  /** Opens the disk; a file that is not there yet needs no journal. */
  openDisk(): Disk
}

/** A file that was written, or the reason why it was not. */
export type WriteOutcome =
  | { readonly is: 'written'; readonly written: WrittenFile }
  | { readonly is: 'exists' }
  | { readonly is: 'no-folder' }
  | { readonly is: 'failed'; readonly error: DiskError }

/** Permission for files that are otherwise left alone: of another user, or with a second name. */
const forced: readonly Allowed[] = ['other-owner', 'hard-linked']

/** Writes a new file; an existing one is replaced only if that is forced, and `undo` brings its bytes back. */
export async function writeFile(file: OutputFile): Promise<WriteOutcome> {
  const { path, bytes, command } = file
  const around = { files: nodeFiles, processes: nodeProcesses, now: Date.now }
  const fresh = writeNewFile(around, path, bytes, likenessOf(file.like))
  if (fresh.ok) return { is: 'written', written: { output: path, operation: null } }
  const { error } = fresh
  if (error.code === 'not-found') return { is: 'no-folder' }
  if (error.code !== 'exists') return { is: 'failed', error }
  if (!file.isForced) return { is: 'exists' }
  const content = { bytes }
  return writeOutcome(
    path,
    await rewriteFile(file.openDisk(), path, () => ({ command, content, allow: forced, recentMs: 0 })),
  )
}

/** The outcome of replacing a file, as an outcome of writing. */
export function writeOutcome(path: string, outcome: DiskOutcome<Replaced>): WriteOutcome {
  if (!outcome.ok) return { is: 'failed', error: outcome.error }
  const replaced = outcome.value
  const operation = replaced.state === 'replaced' ? replaced.operation : null
  return { is: 'written', written: { output: path, operation } }
}

function likenessOf(path: string | undefined): { readonly mode?: number } {
  try {
    return path === undefined ? {} : { mode: statSync(path).mode & 0o777 }
  } catch {
    return {}
  }
}
