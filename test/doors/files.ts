import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** Session files in a folder of their own, removed after the tests; to be called outside of them. */
export interface SessionFiles {
  readonly folder: string
  /** Writes a session and gives its path. */
  write(name: string, records: readonly object[] | string): string
  /** What is on the disk of a session: its bytes, and when it was last written to. */
  trace(path: string): { readonly bytes: string; readonly modified: bigint }
}

export function sessionFiles(): SessionFiles {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-doors-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    write: (name, records) => {
      const path = join(folder, name)
      const lines = typeof records === 'string' ? records : records.map(lineOf).join('')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, lines)
      return path
    },
    trace: (path) => ({
      bytes: readFileSync(path, 'latin1'),
      modified: statSync(path, { bigint: true }).mtimeNs,
    }),
  }
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`
}
