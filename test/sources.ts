import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One source file, as the tests about sources see it. */
export interface Source {
  /** From the root of the workspace: `core/src/engine/match/match.ts`. */
  readonly path: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
  /** What it imports or exports from elsewhere: paths from the root of the workspace, or bare names. */
  readonly imports: readonly string[]
}

const root = fileURLToPath(new URL('../', import.meta.url))

/** The sources under a folder, tests left out. */
export function sourcesIn(folder: string): Source[] {
  return filesIn(folder)
    .filter((path) => !path.endsWith('.test.ts'))
    .map(readSource)
}

/** The TypeScript files, with JSX or without, under a folder, tests too; what is installed there is not ours. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(`${root}${folder}`, { withFileTypes: true })
  const own = entries.filter(({ name }) => name !== 'node_modules')
  return own
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
}

/** The names that a folder holds. */
export function namesIn(folder: string): string[] {
  return readdirSync(`${root}${folder}`).sort()
}

export function readText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

function readSource(path: string): Source {
  const text = readText(path)
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return { path, text, code, imports: importsOf(path, code) }
}

const fromClause = /(?:^|\n)\s*(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]/g
const bareImport = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function importsOf(path: string, code: string): string[] {
  const names = [...code.matchAll(fromClause), ...code.matchAll(bareImport)].map(
    ([, first, second]) => first ?? second ?? '',
  )
  return names.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
}
