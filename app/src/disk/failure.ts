import { MortiseError } from '@mortise/core'
import { errnoOf } from './errno.ts'

/** Why something on disk was not done. */
export type DiskCode =
  | 'not-found'
  | 'not-a-file'
  | 'no-record'
  | 'no-permission'
  | 'read-only'
  | 'disk-full'
  | 'too-many-open'
  | 'other-device'
  | 'disk-failed'
  | 'other-owner'
  | 'hard-linked'
  | 'own-file'
  | 'live'
  | 'locked'
  | 'changed'
  | 'exists'
  | 'check-failed'
  | 'half-done'
  | 'state-newer'
  | 'state-busy'
  | 'backup-lost'
  | 'state-damaged'
  | 'state-foreign'
  | 'state-open'
  | 'no-operation'
  | 'no-driver'
  | 'too-large'
  | 'database-damaged'
  | 'database-unknown'

/** The exit that a failure leads to: 3 refused for safety, 4 the input cannot be read. */
export type DiskExit = 3 | 4

/** An expected failure: a code, one sentence, the exit, and what the machine said. */
export class DiskError extends MortiseError {
  declare readonly code: DiskCode
  readonly exit: DiskExit
  /** The file or folder that it is about, if a look at it tells more. */
  readonly path: string | undefined

  constructor(
    code: DiskCode,
    message: string,
    exit: DiskExit = 3,
    options: { hint?: string; cause?: unknown; path?: string } = {},
  ) {
    super(code, message, options)
    this.name = 'DiskError'
    this.exit = exit
    this.path = options.path
  }
}

/** The result of something on disk that may fail without being a bug. */
export type DiskOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: DiskError }

/** The value of an outcome; throws the failure if there is none. */
export function valueIn<Value>(outcome: DiskOutcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}

/** The act on a path that failed, for the sentence. */
export interface Doing {
  /** As in `could not be read`. */
  readonly verb: string
  readonly path: string
  readonly exit: DiskExit
}

/** Runs something whose expected failures are thrown, and gives them back as a value. */
export function outcomeOf<Value>(doing: Doing, run: () => Value): DiskOutcome<Value> {
  try {
    return { ok: true, value: during(doing, run) }
  } catch (thrown) {
    return { ok: false, error: expected(thrown) }
  }
}

/** The same for something that takes its time. */
export async function outcomeOfAsync<Value>(
  doing: Doing,
  run: () => Promise<Value>,
): Promise<DiskOutcome<Value>> {
  try {
    return { ok: true, value: await duringAsync(doing, run) }
  } catch (thrown) {
    return { ok: false, error: expected(thrown) }
  }
}

/** Runs one step; what the machine refuses is told as a failure of that step. */
export function during<Value>(doing: Doing, run: () => Value): Value {
  try {
    return run()
  } catch (thrown) {
    const errno = errnoOf(thrown)
    throw errno === undefined || thrown instanceof DiskError ? thrown : machineFailure(errno, doing, thrown)
  }
}

/** The same for a step that takes its time. */
export async function duringAsync<Value>(doing: Doing, run: () => Promise<Value>): Promise<Value> {
  const outcome = await run().then(
    (value) => () => value,
    (thrown: unknown) => (): Value => {
      throw thrown
    },
  )
  return during(doing, outcome)
}

/** Runs a step of tidying up, whose failure must not hide what came before. */
export function quietly(run: () => void): boolean {
  try {
    run()
    return true
  } catch (thrown) {
    if (errnoOf(thrown) === undefined && !(thrown instanceof DiskError)) throw thrown
    return false
  }
}

const reasons: Readonly<Record<string, readonly [DiskCode, string]>> = {
  ENOENT: ['not-found', 'there is no such file or folder'],
  ENOTDIR: ['not-found', 'a part of the path is not a folder'],
  ELOOP: ['not-found', 'its links go round in a circle'],
  ENAMETOOLONG: ['not-found', 'the name is too long'],
  EISDIR: ['not-a-file', 'it is a folder, not a file'],
  EACCES: ['no-permission', 'permission denied'],
  EPERM: ['no-permission', 'permission denied'],
  EROFS: ['read-only', 'the disk is mounted read-only'],
  ENOSPC: ['disk-full', 'the disk is full'],
  EDQUOT: ['disk-full', 'the disk is full, the quota of this user is used up'],
  EFBIG: ['disk-full', 'the file would be too large'],
  ENOMEM: ['too-large', 'it does not fit into memory'],
  EMFILE: ['too-many-open', 'too many files are open'],
  ENFILE: ['too-many-open', 'too many files are open'],
  EXDEV: ['other-device', 'it would have to move to another disk'],
  EEXIST: ['exists', 'something of that name is there already'],
  EBUSY: ['live', 'another program holds it'],
  ESTALE: ['disk-failed', 'the network disk has lost it'],
  EUCLEAN: ['disk-failed', 'the file system is damaged'],
}

function machineFailure(errno: string, doing: Doing, cause: unknown): DiskError {
  const [code, reason] = reasons[errno] ?? ['disk-failed', `the machine says ${errno}`]
  const end = doing.exit === 3 ? '; nothing was changed.' : '.'
  return new DiskError(code, `\`${doing.path}\` could not be ${doing.verb}: ${reason}${end}`, doing.exit, {
    cause,
    path: doing.path,
  })
}

function expected(thrown: unknown): DiskError {
  if (thrown instanceof DiskError) return thrown
  throw thrown
}
