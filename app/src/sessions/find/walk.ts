import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import {
  type DiskError,
  type Machine,
  outcomeOf,
  pathIn,
  type Sight,
  type Target,
  targetIn,
} from '../../disk/index.ts'

/** Receives the files of a walk; names are relative to the first folder, with slashes. */
export interface Walker {
  /** Whether a file of that name is of interest: only such a one is looked at more closely. */
  wants(name: string): boolean
  file(target: Target, name: string): void
  /** Told of a place that cannot be read, and why. */
  closed(error: DiskError): void
}

/** Walks through a folder and all below it; a link is followed, a circle once. */
export function walkFolder(around: Machine, folder: string, walker: Walker): void {
  const passed = new Set<string>()
  /** `real` is resolved already: an entry that is no link needs no resolving. */
  const walk = (real: string, lead: string): void => {
    if (passed.has(real)) return
    passed.add(real)
    const entries = told(real, walker, () => readdirSync(real, { withFileTypes: true })) ?? []
    for (const entry of entries) meet(entry, real, `${lead}${entry.name}`)
  }
  const meet = (entry: Dirent, parent: string, name: string): void => {
    if (entry.isFile()) {
      if (!walker.wants(name)) return
      const stat = sightOf(pathIn(parent, entry.name))
      if (stat !== undefined) walker.file(targetIn(parent, entry.name, stat), name)
    } else if (entry.isDirectory()) walk(pathIn(parent, entry.name), `${name}/`)
    else if (entry.isSymbolicLink()) follow(pathIn(parent, entry.name), name)
  }
  const follow = (path: string, name: string): void => {
    const stat = sightOf(path)
    const isFile = stat?.kind === 'file' && walker.wants(name)
    if (!isFile && stat?.kind !== 'folder') return
    const real = realOf(path)
    if (real === undefined) return
    if (isFile) walker.file(targetIn(dirname(real), basename(real), stat), name)
    else walk(real, `${name}/`)
  }
  const realOf = (path: string): string | undefined => told(path, walker, () => around.files.realPath(path))
  // Thousands of files are asked for, and hardly one fails: the error is made only when there is one.
  const sightOf = (path: string): Sight | undefined => {
    try {
      return around.files.glance(path)
    } catch (thrown) {
      return told(path, walker, (): Sight => {
        throw thrown
      })
    }
  }
  const start = realOf(folder)
  if (start !== undefined) walk(start, '')
}

/** The value, or undefined once the walker was told why; a file that is gone meanwhile is skipped. */
function told<Value>(path: string, walker: Walker, run: () => Value): Value | undefined {
  const outcome = outcomeOf({ verb: 'read', path, exit: 4 }, run)
  if (outcome.ok) return outcome.value
  if (outcome.error.code !== 'not-found') walker.closed(outcome.error)
  return undefined
}
