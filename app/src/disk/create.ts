import { dirname } from 'node:path'
import { type Fingerprint, fingerprint } from './bytes.ts'
import { type Disk, withState } from './disk.ts'
import type { Likeness } from './durable.ts'
import { DiskError, type DiskOutcome, during, outcomeOfAsync } from './failure.ts'
import { placeNew } from './new-file.ts'
import { type Acted, operate } from './operate.ts'
import type { ReplaceRequest, Role } from './replace.ts'
import { sideNames } from './swap.ts'
import { refuseOwn } from './target.ts'

/** A new file beside another one. */
export interface Fork extends Pick<ReplaceRequest, 'command' | 'check' | 'counts'> {
  /** Where it shall be; nothing may be there yet. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The file whose mode and owner it takes over. */
  readonly like?: Likeness
}

/** A file that was made. */
export interface Forked {
  readonly operation: string
  readonly path: string
  readonly print: Fingerprint
}

/** Writes a new file, whole or not at all, and never over an existing one. */
export function forkFile(disk: Disk, fork: Fork): Promise<DiskOutcome<Forked>> {
  return outcomeOfAsync({ verb: 'written', path: fork.path, exit: 3 }, () =>
    withState(disk, () => createAlone(disk, fork, { kind: 'create' })),
  )
}

/** The same for those who are alone already; failures are thrown. */
export async function createAlone(disk: Disk, fork: Fork, role: Role): Promise<Forked> {
  const { bytes, check, counts = {}, command } = fork
  const path = during({ verb: 'written', path: fork.path, exit: 3 }, () => placeOf(disk, fork.path))
  const problem = check?.(bytes)
  if (problem !== undefined) throw new DiskError('check-failed', problem)
  const after = fingerprint([bytes])
  const plan = { command, ...role, path, key: null, mode: null, before: null, after, cut: [], counts }
  const { op } = await operate(disk, plan, undefined, async (intent) =>
    during({ verb: 'written', path, exit: 3 }, () => place(disk, fork, path, intent.op)),
  )
  return { operation: op, path, print: after }
}

/** The path with the links of its folder resolved: there is no file yet whose links could be. */
function placeOf({ files, folder }: Disk, path: string): string {
  const real = `${files.realPath(dirname(path))}/${path.slice(dirname(path).length).replace(/^[/\\]+/, '')}`
  refuseOwn(folder, real)
  return real
}

function place({ files }: Disk, { bytes, like }: Fork, path: string, op: string): Acted {
  const { modifiedNs: _, ...likeness } = like ?? {}
  placeNew(files, { path, fresh: sideNames(path, op).fresh, bytes, likeness })
  return { state: 'done', carried: 0 }
}
