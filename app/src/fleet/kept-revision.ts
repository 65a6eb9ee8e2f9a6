import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { type Disk, readNote, writeNote } from '../disk/index.ts'
import type { RevisionText } from './merge.ts'

/** The last revision of a machine, on its own disk: for a start while the database cannot be reached. */
export interface KeptRevision {
  read(): RevisionText | undefined
  /** Keeps a revision; a sentence says why it could not be kept. */
  write(revision: RevisionText): string | undefined
}

/** The kept revision of a config file and a role, in the folder of Mortise. */
export function keptRevision(disk: Disk, path: string, role: string): KeptRevision {
  const digest = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16)
  const note = `fleet-${role}-${digest}.json`
  return {
    read() {
      const read = readNote(disk, note)
      return read.ok && read.value !== undefined ? revisionIn(read.value) : undefined
    },
    write({ revision, text, name }) {
      const outcome = writeNote(disk, note, `${JSON.stringify({ revision, name, text })}\n`)
      return outcome.ok ? undefined : outcome.error.message
    },
  }
}

/** The revision in a note; a note that cannot be read holds none. */
function revisionIn(note: string): RevisionText | undefined {
  try {
    const { revision, name, text } = JSON.parse(note) as Partial<RevisionText>
    const isWhole = Number.isInteger(revision) && typeof name === 'string' && typeof text === 'string'
    return isWhole ? ({ revision, name, text } as RevisionText) : undefined
  } catch {
    return undefined
  }
}
