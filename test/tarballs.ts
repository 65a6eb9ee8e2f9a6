import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A packed package: where its tarball is, and the files in it. */
export interface Tarball {
  readonly path: string
  readonly files: readonly string[]
}

/** Packs both packages as `npm publish` would. */
export function packAll(folder: string): { readonly core: Tarball; readonly app: Tarball } {
  return { core: pack('core', folder), app: pack('app', folder) }
}

/** A folder that goes when the test file is done. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'mortise-package-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs npm; its output, without warnings. */
export function npm(cwd: string, ...words: readonly string[]): string {
  return execFileSync('npm', ['--silent', ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

function pack(workspace: string, folder: string): Tarball {
  const printed = npm(root, 'pack', '--json', '--pack-destination', folder, '-w', workspace)
  const answer: unknown = JSON.parse(printed)
  // A list until npm 10, a table by name since npm 11.
  const [packed] = (Array.isArray(answer) ? answer : Object.values(answer as object)) as readonly Packed[]
  if (packed === undefined) throw new Error(`npm packed nothing of ${workspace}: ${printed}`)
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}
