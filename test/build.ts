import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'core/src',
  'core/assembly',
  'app/src',
  'core/bundle.js',
  'app/bundle.js',
  'app/sample.js',
  'app/keep-code.cjs',
  'window/src',
]

/** Builds before the first test, where sources are newer than the last build: the screens run the built command. */
export function setup(): void {
  const built = statSync(join(root, 'app/dist/bundle/main.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (sources.some((path) => newestIn(join(root, path)) > built))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** When the newest file at or below a path was changed. */
function newestIn(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name) && !entry.name.endsWith('.test.ts'),
    )
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)
}
