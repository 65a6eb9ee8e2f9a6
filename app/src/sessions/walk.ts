import { type Dirent, readdirSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type Around, type DiskError, outcomeOf, type Sight, type Target } from '../disk/index.ts'

/** Takes what is met on a walk; names are relative to where it began, with slashes. */
export interface Walker {
  /** Whether a file of that name is of interest: only such a one is looked at more closely. */
  wants(name: string): boolean
  file(target: Target, name: string): void
  /** What cannot be read, and why. */
  closed(error: DiskError): void
}

/** Walks through a folder and all below it; a link is followed, a circle once. */
export function walkFolder(around: Around, folder: string, walker: Walker): void {
  const passed = new Set<string>()
  const walk = (path: string, lead: string): void => {
    const real = told(path, walker, () => around.files.realPath(path))
    if (real === undefined || passed.has(real)) return
    passed.add(real)
    const entries = told(real, walker, () => readdirSync(real, { withFileTypes: true })) ?? []
    const start = real.endsWith(sep) ? real : `${real}${sep}`
    for (const entry of entries) meet(entry, real, `${start}${entry.name}`, `${lead}${entry.name}`)
  }
  const meet = (entry: Dirent, parent: string, path: string, name: string): void => {
    if (entry.isDirectory()) walk(path, `${name}/`)
    else if (entry.isSymbolicLink()) follow(path, name)
    else if (entry.isFile() && walker.wants(name)) {
      const stat = sightOf(path)
      if (stat !== undefined) walker.file(targetAt(path, parent, stat), name)
    }
  }
  const follow = (path: string, name: string): void => {
    const stat = sightOf(path)
    if (stat?.kind === 'folder') walk(path, `${name}/`)
    if (stat?.kind !== 'file' || !walker.wants(name)) return
    const real = told(path, walker, () => around.files.realPath(path))
    if (real !== undefined) walker.file(targetAt(real, dirname(real), stat), name)
  }
  // Thousands of files are asked for, and hardly one fails: what a failure needs is made when there is one.
  const sightOf = (path: string): Sight | undefined => {
    try {
      return around.files.glance(path)
    } catch (thrown) {
      return told(path, walker, (): Sight => {
        throw thrown
      })
    }
  }
  walk(folder, '')
}

function targetAt(path: string, folder: string, stat: Sight): Target {
  return { path, folder, key: stat.key, stat }
}

/** The value, or nothing where the walker is told why; what went away meanwhile was never there. */
function told<Value>(path: string, walker: Walker, look: () => Value): Value | undefined {
  const outcome = outcomeOf({ verb: 'read', path, exit: 4 }, look)
  if (outcome.ok) return outcome.value
  if (outcome.error.code !== 'not-found') walker.closed(outcome.error)
  return undefined
}
