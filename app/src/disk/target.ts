import { basename, dirname, sep } from 'node:path'
import type { Machine } from './around.ts'
import { errnoOf } from './errno.ts'
import { DiskError, type DiskOutcome, during, outcomeOf } from './failure.ts'
import type { Files, Sight, Stat } from './files.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf, rowTargetOf } from './sqlite/shelf.ts'

/** One file on disk, by whatever path it was named. */
export interface Target {
  /** The path after all links. */
  readonly path: string
  readonly folder: string
  /** Its name in that folder. */
  readonly name: string
  readonly stat: Sight
}

/** The file of a name in a folder, which is behind all links. */
export function targetIn(folder: string, name: string, stat: Sight): Target {
  return new NamedTarget(folder, name, stat)
}

/** Of thousands of files few are asked for their paths: those that nobody asks for are not kept. */
class NamedTarget implements Target {
  readonly folder: string
  readonly name: string
  readonly stat: Sight

  constructor(folder: string, name: string, stat: Sight) {
    this.folder = folder
    this.name = name
    this.stat = stat
  }

  get path(): string {
    return pathIn(this.folder, this.name)
  }
}

/** The path of a name in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`
}

/** The kinds of files that are refused unless the caller allows them. */
export type Allowed = 'other-owner' | 'hard-linked' | 'live' | 'changed'

/** Finds the one regular file that a path leads to, or the one session in a database. */
export function resolveTarget(around: Machine, path: string): DiskOutcome<Target> {
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => {
    const rows = rowPathIn(path)
    return rows === undefined ? targetOf(around, path) : rowTargetOf(around, rowPlaceOf(around, rows))
  })
}

/** The same, for use inside a step: failures are thrown. */
export function targetOf({ files }: Machine, path: string): Target {
  return during({ verb: 'read', path, exit: 4 }, () => {
    const real = files.realPath(path)
    const stat = files.glance(real)
    if (stat.kind !== 'file') throw notAFile(path, stat.kind)
    return targetIn(dirname(real), basename(real), stat)
  })
}

/** Refuses a file that somebody else owns, or that has a second name; `risk` says what that name would do. */
export function refuseForeign(
  { files, processes }: Machine,
  path: string,
  allowed: readonly Allowed[],
  risk = 'that would keep the old bytes',
): void {
  const stat = during({ verb: 'read', path, exit: 4 }, () => files.stat(path))
  if (processes.user !== undefined && stat.owner !== processes.user && !allowed.includes('other-owner')) {
    throw new DiskError(
      'other-owner',
      `\`${path}\` belongs to another user (uid ${stat.owner}); it is left alone.`,
      3,
      { path },
    )
  }
  if (stat.links > 1 && !allowed.includes('hard-linked')) {
    const others = stat.links === 2 ? 'another name' : `${stat.links - 1} other names`
    throw new DiskError(
      'hard-linked',
      `\`${path}\` has ${others} on this disk ${risk}; it is left alone.`,
      3,
      { path },
    )
  }
}

/** Refuses to work on what lies in our own folder. */
export function refuseOwn(folder: string, path: string): void {
  if (!path.startsWith(`${folder}${sep}`)) return
  throw new DiskError('own-file', `\`${path}\` belongs to Mortise itself; it is left alone.`)
}

/**
 * Refuses a path of the journal that leads elsewhere today: a link has taken its place, or that of a folder above it.
 *
 * The journal holds paths after all links; what was put in their way since is not what Mortise changed.
 */
export function refuseDetour({ files }: Pick<Machine, 'files'>, path: string): void {
  const folder = dirname(path)
  const real = realPathOf(files, path) ?? pathIn(realPathOf(files, folder) ?? folder, basename(path))
  if (real === path) return
  throw new DiskError('changed', `\`${path}\` leads elsewhere now, through a link; nothing was changed.`, 3, {
    path,
  })
}

/** A path after all links; none where nothing is there. */
function realPathOf(files: Files, path: string): string | undefined {
  try {
    return files.realPath(path)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

function notAFile(path: string, kind: Stat['kind']): DiskError {
  return new DiskError('not-a-file', `\`${path}\` is a ${kind}, not a file.`, 4)
}
