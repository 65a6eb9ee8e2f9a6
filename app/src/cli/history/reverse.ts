import {
  type Act,
  type DiskOutcome,
  type LoggedOperation,
  type PlannedReversal,
  type Reversed,
  type RunReversed,
  readLog,
  rowPathIn,
} from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { reverse, takenBackBy } from '../../sessions/history/reverse.ts'
import { patienceOf } from '../mend/patience.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation, RunCommand } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { stopOnInterrupt } from '../program/interruption.ts'
import { must } from '../program/must.ts'
import { optionsOf } from '../program/options.ts'
import { quote } from '../program/program.ts'
import { cutPath } from '../screen/cut-text.ts'
import { count, grouped } from '../screen/printable.ts'
import { type ProgressFacts, progressOf, type StepProgress } from '../screen/progress.ts'
import type { Style } from '../screen/style.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { samePlace } from '../sessions/same-place.ts'
import { notChosen } from '../sessions/session-choice.ts'
import { nearHome } from '../sessions/session-names.ts'
import { tellForeignJournal } from './log-notes.ts'

/** Takes back what the last command did, or the operation, run, session or file named. */
export const undoCommand: RunCommand = (invocation) => reverseAct(invocation, 'undo')

/** Takes the newest undo back. */
export const redoCommand: RunCommand = (invocation) => reverseAct(invocation, 'redo')

/** Gives a session the bytes from before an operation, whatever came since. */
export const restoreCommand: RunCommand = (invocation) => {
  const { words, flags } = invocation
  if (words.length === 0)
    throw new CommandError('usage', '`restore` needs an operation.', `mortise log${samePlace(flags)}`)
  return reverseAct(invocation, 'restore')
}

async function reverseAct(invocation: Invocation, act: Act): Promise<number> {
  const { flags, words } = invocation
  if (words.length > 1)
    throw new CommandError('usage', `\`${act}\` takes one operation.`, `mortise log${samePlace(flags)}`)
  const context = contextOf(flags)
  tellForeignJournal(invocation, context)
  const [word] = words
  const stop = stopOnInterrupt(invocation)
  let progress: StepProgress | undefined
  const outcome = must(
    await reverse(context, {
      act,
      word,
      isForced: flags.force === true,
      isDry: optionsOf(flags).isDry,
      patience: patienceOf(invocation),
      isStopped: () => stop.isStopped,
      watch: (total) => {
        progress = progressOf(invocation, `${act} of sessions`, total)
        return (files) => progress?.step(files.length, amountsOf(files))
      },
    }),
  )
  progress?.end()
  switch (outcome.is) {
    case 'not-chosen':
      throw notChosen(invocation, outcome.why, word ?? '')
    case 'planned':
      return tellPlanned(invocation, context, act, outcome.files)
    case 'nothing':
      throw nothingLeft(invocation, context, act)
    case 'one':
      return tellOne(invocation, context, act, outcome.done)
    case 'run':
      return tellAll(invocation, context, act, outcome)
  }
}

/** The files that would get their earlier bytes, and those that would be left as they are. */
function tellPlanned(
  { flags, out }: Invocation,
  { home }: SessionContext,
  act: Act,
  files: readonly PlannedReversal[],
): number {
  const { paint, good, bad, width, cut } = out.style
  const lines = files.map(({ operation, path, outcome }) => {
    if (!outcome.ok) return `${paint('red', bad)} ${outcome.error.message}`
    const name = cutPath(nearHome(path, home.folder), width - 4, cut)
    const kept = grownWords(outcome.value.grown)
    const change = outcome.value.isGone ? 'would be gone' : `would be as before ${operation}`
    return `${paint('green', good)} ${name} ${change}${kept}`
  })
  const ready = files.filter(({ outcome }) => outcome.ok)
  if (flags.json) {
    const rows = files.map(({ operation, path, outcome }) => {
      const facts = outcome.ok
        ? outcome.value
        : { error: { code: outcome.error.code, message: outcome.error.message } }
      return { path, operation, ...facts }
    })
    out.json({ ...answerHead(act, { kind: 'sessions' }), dryRun: true, files: rows })
  } else
    out.tell(lines, `${count(ready.length, 'file')} of ${files.length} would change; nothing was written.`)
  return files.reduce(
    (worst, { outcome }) => Math.max(worst, outcome.ok ? exits.sound : outcome.error.exit),
    exits.sound as number,
  )
}

function grownWords(grown: number): string {
  return grown > 0 ? `; ${count(grown, 'byte')} written since stay behind them` : ''
}

/** The bytes that were written, and how many files were left as they are. */
function amountsOf(files: readonly DiskOutcome<Reversed>[]): ProgressFacts {
  const sizes = files.map((file) => (file.ok ? (file.value.print?.size ?? 0) : 0))
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), failed: files.filter(({ ok }) => !ok).length }
}

function tellOne(invocation: Invocation, context: SessionContext, act: Act, done: Reversed): number {
  const { flags, out, program } = invocation
  if (flags.json) {
    out.json({ ...answerHead(act, { kind: 'session', path: done.path }), ...membersOf(done) })
    return exits.sound
  }
  const back = act === 'undo' ? 'redo' : `undo ${quote(must(takenBackBy(context, act, done)).op)}`
  const word = act === 'undo' ? 'redo' : 'undo'
  out.tell(
    `${out.style.paint('green', out.style.good)} ${sentenceOf(act, done, context.home.folder, out.style)}`,
    pasted(`  ${word}: `, `${program} ${back}${samePlace(flags)}`),
  )
  return exits.sound
}

function tellAll(
  invocation: Invocation,
  context: SessionContext,
  act: Act,
  { reversed, left, unreached }: RunReversed,
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
    return unreached > 0 ? exits.interrupted : exit
  }
  const { paint, good, bad } = out.style
  const total = reversed.length + left.length + unreached
  const verb = act === 'undo' ? 'taken back' : 'done again'
  const [first] = reversed
  const back = act === 'undo' ? 'redo' : `undo ${quote(first === undefined ? '' : runOf(first, context))}`
  out.tell(
    reversed.map(
      (each) => `${paint('green', good)} ${sentenceOf(act, each, context.home.folder, out.style)}`,
    ),
    left.map(({ error }) => `${paint('red', bad)} ${error.message}`),
    reversed.length === total
      ? `All ${total} files of that run were ${verb}.`
      : `${reversed.length} of ${total} files of that run were ${verb}.`,
    first === undefined
      ? []
      : pasted(`  ${act === 'undo' ? 'redo' : 'undo'}: `, `${program} ${back}${samePlace(flags)}`),
  )
  if (unreached === 0) return exit
  invocation.story.tell(
    `stopped after ${grouped(total - unreached)} of ${grouped(total)}; the same command goes on`,
  )
  return exits.interrupted
}

function membersOf({ operation, reverted, grown, print }: Reversed): object {
  return { operation, reverted, grown, print }
}

/** The run whose undo takes this back. */
function runOf(done: Reversed, context: SessionContext): string {
  const { op, run = op } = must(takenBackBy(context, 'redo', done))
  return run
}

function sentenceOf(
  act: Act,
  { path, reverted, print, grown }: Reversed,
  home: string,
  { width, cut }: Style,
): string {
  // On a line of its own, after the sign.
  const name = cutPath(nearHome(path, home), width - 4, cut)
  if (print === null) return `${name} is gone again`
  const kept = grownWords(grown)
  if (act === 'redo') return `${name} is changed again as before the undo ${reverted}${kept}`
  const what = rowPathIn(path) === undefined ? 'bytes' : 'rows'
  return `${name} holds the ${what} from before ${reverted} again, checksum compared${kept}`
}

/** Says that there is nothing to undo or redo, and what there is instead. */
function nothingLeft({ flags }: Invocation, context: SessionContext, act: Act): CommandError {
  const { isEmpty, newest } = must(inForce(context))
  const here = samePlace(flags)
  const told = (why: string, hint: string): CommandError =>
    new CommandError('no-operation', `There is nothing to ${act}: ${why}.`, `mortise ${hint}${here}`)
  if (isEmpty) return told('Mortise has changed no file yet', 'doctor')
  if (act === 'undo') return told('every change in the log was taken back', 'redo')
  if (newest === undefined) return told('no undo is the newest change of its file', 'log')
  const what = `${newest.command} of ${nearHome(newest.path, context.home.folder)}`
  return told(`the newest change is operation \`${newest.op}\`, ${what}`, `undo ${newest.op}`)
}

/** The operations of the log, and the newest one that was not taken back. */
interface InForce {
  readonly isEmpty: boolean
  readonly newest: LoggedOperation | undefined
}

/** Reads from the log which operation could be undone. */
function inForce({ disk }: SessionContext): DiskOutcome<InForce> {
  const log = readLog(disk)
  if (!log.ok) return log
  const { operations } = log.value
  return { ok: true, value: { isEmpty: operations.length === 0, newest: operations.find(isInForce) } }
}

function isInForce({ result, isTakenBack, kind }: LoggedOperation): boolean {
  return result === 'done' && !isTakenBack && kind !== 'undo' && kind !== 'redo'
}
