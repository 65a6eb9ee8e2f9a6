import { resolve } from 'node:path'
import {
  type Act,
  type DiskOutcome,
  isBusy,
  type LeftFile,
  type LoggedOperation,
  type Patience,
  type PlannedReversal,
  planReversal,
  type Reversal,
  type Reversed,
  type RunReversal,
  type RunReversed,
  readLog,
  redo,
  restore,
  reverseRun,
  undo,
  whileBusy,
} from '../../disk/index.ts'
import { canStandBehind } from '../../stores/records/standing.ts'
import { chooseSession, type NotChosen } from '../find/choose.ts'
import { findAll, type SessionContext } from '../find/context.ts'
import { pick } from '../find/pick.ts'
import { writersOf } from '../judge/writers.ts'

/** How operations are taken back. */
export interface ReverseOptions {
  readonly act: Act
  /** An operation, a run, a file or a session; if left out, the newest run. */
  readonly word: string | undefined
  /** Also files that were changed since, have a second name, or belong to another user. */
  readonly isForced: boolean
  /** Plan only: nothing is written. */
  readonly isDry?: boolean
  readonly patience: Patience
  /** Whether no other file is to be begun. */
  readonly isStopped?: () => boolean
  /** Watches the files of a run. */
  readonly watch?: RunReversal['watch']
}

/** The files that got their earlier bytes back. */
export type ReverseOutcome =
  /** One file. */
  | { readonly is: 'one'; readonly done: Reversed }
  /** The files of a run, and those that were left alone. */
  | ({ readonly is: 'run' } & RunReversed)
  /** A dry run: the files that would get their earlier bytes. */
  | { readonly is: 'planned'; readonly files: readonly PlannedReversal[] }
  /** There is nothing to take back. */
  | { readonly is: 'nothing' }
  /** The word names no session. */
  | { readonly is: 'not-chosen'; readonly why: NotChosen }

/** Takes back operations, or does them again. */
export async function reverse(
  context: SessionContext,
  options: ReverseOptions,
): Promise<DiskOutcome<ReverseOutcome>> {
  const { act } = options
  const choice = chooseOperation(context, act, options.word)
  if (!choice.ok) return choice
  if (choice.value.is === 'not-chosen') return { ok: true, value: choice.value }
  const { which } = choice.value
  const request = { ...requestOf(context, options), ...which }
  if (options.isDry) return planned(planReversal(context.disk, request, act), 'run' in which)
  if (act === 'restore' || !('run' in which)) {
    const outcome = await reverseOne(context, options, request)
    return outcome.ok ? { ok: true, value: { is: 'one', done: outcome.value } } : outcome
  }
  const outcome = await reverseAll(context, { ...options, act }, request)
  if (!outcome.ok)
    return outcome.error.code === 'no-operation' ? { ok: true, value: { is: 'nothing' } } : outcome
  const { reversed, left, unreached } = outcome.value
  const [only] = reversed
  if (only !== undefined && reversed.length + left.length + unreached === 1)
    return { ok: true, value: { is: 'one', done: only } }
  return { ok: true, value: { is: 'run', reversed, left, unreached } }
}

function planned(
  files: DiskOutcome<readonly PlannedReversal[]>,
  isRun: boolean,
): DiskOutcome<ReverseOutcome> {
  if (files.ok) return { ok: true, value: { is: 'planned', files: files.value } }
  return isRun && files.error.code === 'no-operation' ? { ok: true, value: { is: 'nothing' } } : files
}

/** The permissions, and the facts about the files that get their earlier bytes back. */
function requestOf(context: SessionContext, { act, isForced }: ReverseOptions): Reversal {
  return {
    command: act,
    allow: isForced ? ['other-owner', 'hard-linked', 'changed'] : [],
    writersOf: (path) => {
      const [found] = context.findIn([path]).found
      // A document has no agent: one that was saved a moment ago is at rest.
      return found === undefined ? { recentMs: 0 } : writersOf(found, context.judge(found).verdict)
    },
    canStand: (path, { earlier, current, appended }) => {
      const [found] = context.findIn([path]).found
      return found === undefined || canStandBehind(found.store, earlier, current, appended)
    },
  }
}

function reverseOne(
  { disk }: SessionContext,
  { act, patience }: ReverseOptions,
  request: Reversal,
): Promise<DiskOutcome<Reversed>> {
  const step = () => {
    if (act === 'restore') return restore(disk, { id: '', ...request })
    return act === 'undo' ? undo(disk, request) : redo(disk, request)
  }
  return whileBusy(disk, patience, step)
}

/** Takes a whole run back; files that are busy are tried again, each by itself. */
async function reverseAll(
  context: SessionContext,
  options: ReverseOptions & { readonly act: 'undo' | 'redo' },
  request: Reversal & { readonly run?: string | undefined },
): Promise<DiskOutcome<RunReversed>> {
  const { run, ...common } = request
  const { isStopped, watch } = options
  const named = { ...common, ...(run === undefined ? {} : { run }), isStopped, watch }
  const { disk } = context
  const outcome = await whileBusy(disk, options.patience, () => reverseRun(disk, named, options.act))
  if (!outcome.ok) return outcome
  const reversed: Reversed[] = [...outcome.value.reversed]
  const left: LeftFile[] = []
  for (const file of outcome.value.left) {
    const again =
      isBusy(file.error) && options.patience.waitMs > 0 && !isStopped?.()
        ? await reverseOne(context, options, { ...common, id: file.operation })
        : { ok: false as const, error: file.error }
    if (again.ok) reversed.push(again.value)
    else left.push({ ...file, error: again.error })
  }
  return { ok: true, value: { reversed, left, unreached: outcome.value.unreached } }
}

/** The operation whose undo takes a reversal back: a redo is undone as its operation was the first time. */
export function takenBackBy(
  { disk }: SessionContext,
  act: Act,
  { operation, reverted }: Reversed,
): DiskOutcome<Pick<LoggedOperation, 'op'> & { readonly run?: string }> {
  const log = readLog(disk)
  if (!log.ok) return log
  const { operations } = log.value
  const original = act === 'redo' ? operations.find(({ op }) => op === reverted)?.reverts : operation
  return { ok: true, value: operations.find(({ op }) => op === original) ?? { op: operation } }
}

/** A whole run, or the newest one; or one operation, by its id or its file. */
type OperationChoice =
  | { readonly run: string | undefined }
  | { readonly id: string }
  | { readonly path: string }

/** The operations that a word names, or the reason why it names no session. */
type ChosenOperation =
  | { readonly is: 'chosen'; readonly which: OperationChoice }
  | { readonly is: 'not-chosen'; readonly why: NotChosen }

/** Chooses by a word: an operation, a run, a file of the log, or a session; without a word, the newest run. */
function chooseOperation(
  context: SessionContext,
  act: Act,
  word: string | undefined,
): DiskOutcome<ChosenOperation> {
  if (word === undefined) return chosen({ run: undefined })
  if (act === 'restore') return chosen({ id: word })
  const log = readLog(context.disk)
  if (!log.ok) return log
  const { operations } = log.value
  if (operations.some(({ op }) => op.startsWith(word))) return chosen({ id: word })
  if (operations.some(({ run }) => run?.startsWith(word))) return chosen({ run: word })
  const file = operations.find(({ path }) => path === resolve(word))
  if (file !== undefined) return chosen({ path: file.path })
  // A session may be called like an operation: one that is there goes before an operation that is not.
  const isSession = pick(findAll(context).found, context.judge, word).length > 0
  if (/^[0-9a-f]{8}$/.test(word) && !isSession) return chosen({ id: word })
  const session = chooseSession(context, word)
  if (session.is === 'one') return chosen({ path: session.session.target.path })
  return { ok: true, value: { is: 'not-chosen', why: session } }
}

function chosen(which: OperationChoice): DiskOutcome<ChosenOperation> {
  return { ok: true, value: { is: 'chosen', which } }
}
