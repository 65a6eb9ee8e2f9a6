import {
  type Act,
  type DiskOutcome,
  isBusy,
  type LeftFile,
  type Reversal,
  type Reversed,
  type RunReversed,
  readLog,
  redo,
  restore,
  reverseRun,
  rowPathIn,
  undo,
  whileBusy,
} from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { patienceOf } from '../mend/patience.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation, Run } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { quote } from '../program/program.ts'
import { cutPath } from '../screen/cut-text.ts'
import type { Look } from '../screen/look.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'
import { tellForeignJournal } from './log-notes.ts'
import { nothingLeft } from './nothing-left.ts'
import { reversalOf, whichOf } from './reversal.ts'

/** Takes back what the last command did, or the operation, run, session or file named. */
export const undoCommand: Run = (invocation) => reverse(invocation, 'undo')

/** Takes the newest undo back. */
export const redoCommand: Run = (invocation) => reverse(invocation, 'redo')

/** Gives a session the bytes from before an operation, whatever came since. */
export const restoreCommand: Run = (invocation) => {
  const { words, flags } = invocation
  if (words.length === 0)
    throw new CommandError('usage', '`restore` needs an operation.', `mortise log${samePlace(flags)}`)
  return reverse(invocation, 'restore')
}

async function reverse(invocation: Invocation, act: Act): Promise<number> {
  const { flags, words } = invocation
  if (words.length > 1)
    throw new CommandError('usage', `\`${act}\` takes one operation.`, `mortise log${samePlace(flags)}`)
  const context = contextOf(flags)
  tellForeignJournal(invocation, context)
  const request = reversalOf(invocation, context, act)
  const which = whichOf(invocation, context, act)
  if (act === 'restore' || !('run' in which)) {
    return tellOne(
      invocation,
      context,
      act,
      must(await reverseOne(invocation, context, act, { ...request, ...which })),
    )
  }
  const outcome = await reverseAll(invocation, context, act, { ...request, ...which })
  if (!outcome.ok && outcome.error.code === 'no-operation') throw nothingLeft(invocation, context, act)
  const { reversed, left } = must(outcome)
  const [only] = reversed
  if (only !== undefined && reversed.length + left.length === 1)
    return tellOne(invocation, context, act, only)
  return tellAll(invocation, context, act, { reversed, left })
}

function reverseOne(
  invocation: Invocation,
  { disk }: SessionContext,
  act: Act,
  request: Reversal,
): Promise<DiskOutcome<Reversed>> {
  const step = () => {
    if (act === 'restore') return restore(disk, { id: '', ...request })
    return act === 'undo' ? undo(disk, request) : redo(disk, request)
  }
  return whileBusy(disk, patienceOf(invocation), step)
}

/** Takes a whole run back; files that are busy are tried again, each by itself. */
async function reverseAll(
  invocation: Invocation,
  context: SessionContext,
  act: 'undo' | 'redo',
  request: Reversal & { readonly run?: string | undefined },
): Promise<DiskOutcome<RunReversed>> {
  const { run, ...common } = request
  const named = run === undefined ? common : { ...common, run }
  const outcome = await whileBusy(context.disk, patienceOf(invocation), () =>
    reverseRun(context.disk, named, act),
  )
  if (!outcome.ok) return outcome
  const reversed: Reversed[] = [...outcome.value.reversed]
  const left: LeftFile[] = []
  for (const file of outcome.value.left) {
    const again = isBusy(file.error)
      ? await reverseOne(invocation, context, act, { ...common, id: file.operation })
      : { ok: false as const, error: file.error }
    if (again.ok) reversed.push(again.value)
    else left.push({ ...file, error: again.error })
  }
  return { ok: true, value: { reversed, left } }
}

function tellOne(invocation: Invocation, context: SessionContext, act: Act, done: Reversed): number {
  const { flags, out, program } = invocation
  if (flags.json) {
    out.json({ ...answerHead(act, { kind: 'session', path: done.path }), ...membersOf(done) })
    return exits.sound
  }
  const back = act === 'undo' ? 'redo' : `undo ${quote(takenBackBy(act, done, context).op)}`
  const word = act === 'undo' ? 'redo' : 'undo'
  out.tell(
    `${out.look.paint('green', out.look.good)} ${sentenceOf(act, done, context.home.folder, out.look)}`,
    pasted(`  ${word}: `, `${program} ${back}${samePlace(flags)}`),
  )
  return exits.sound
}

function tellAll(
  invocation: Invocation,
  context: SessionContext,
  act: Act,
  { reversed, left }: RunReversed,
): number {
  const { flags, out, program } = invocation
  const exit = left.reduce((worst, { error }) => Math.max(worst, error.exit), exits.sound as number)
  if (flags.json) {
    const files = reversed.map((each) => ({ path: each.path, ...membersOf(each) }))
    const failed = left.map(({ path, operation, error: { code, message } }) => ({
      path,
      operation,
      error: { code, message },
    }))
    out.json({ ...answerHead(act, { kind: 'sessions' }), files, failed })
    return exit
  }
  const { paint, good, bad } = out.look
  const total = reversed.length + left.length
  const verb = act === 'undo' ? 'taken back' : 'done again'
  const [first] = reversed
  const back = act === 'undo' ? 'redo' : `undo ${quote(first === undefined ? '' : runOf(first, context))}`
  out.tell(
    reversed.map((each) => `${paint('green', good)} ${sentenceOf(act, each, context.home.folder, out.look)}`),
    left.map(({ error }) => `${paint('red', bad)} ${error.message}`),
    left.length === 0
      ? `All ${total} files of that run were ${verb}.`
      : `${reversed.length} of ${total} files of that run were ${verb}.`,
    first === undefined
      ? []
      : pasted(`  ${act === 'undo' ? 'redo' : 'undo'}: `, `${program} ${back}${samePlace(flags)}`),
  )
  return exit
}

function membersOf({ operation, reverted, grown, print }: Reversed): object {
  return { operation, reverted, grown, print }
}

/** The operation whose undo takes this back: what was done again is undone as it was the first time. */
function takenBackBy(
  act: Act,
  { operation, reverted }: Reversed,
  { disk }: SessionContext,
): { op: string; run?: string } {
  const { operations } = must(readLog(disk))
  const original = act === 'redo' ? operations.find(({ op }) => op === reverted)?.reverts : operation
  return operations.find(({ op }) => op === original) ?? { op: operation }
}

/** The run whose undo takes this back. */
function runOf(done: Reversed, context: SessionContext): string {
  const { op, run = op } = takenBackBy('redo', done, context)
  return run
}

function sentenceOf(
  act: Act,
  { path, reverted, print, grown }: Reversed,
  home: string,
  { width, cut }: Look,
): string {
  // On a line of its own, after the mark.
  const name = cutPath(nearHome(path, home), width - 4, cut)
  if (print === null) return `${name} is gone again`
  const kept = grown > 0 ? `; ${count(grown, 'byte')} written since stay behind them` : ''
  if (act === 'redo') return `${name} is changed again as before the undo ${reverted}${kept}`
  const what = rowPathIn(path) === undefined ? 'bytes' : 'rows'
  return `${name} holds the ${what} from before ${reverted} again, checksum compared${kept}`
}
