import { chooseFiles } from '../../sessions/find/choose-files.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Finds } from '../../sessions/find/find.ts'
import { type CleanManyOptions, cleanPlanned, planCleaning } from '../../sessions/rewrite/clean-many.ts'
import { type CleanRow, changedIn, isDue } from '../../sessions/rewrite/clean-row.ts'
import { undoRunLines } from '../history/undo-run.ts'
import { patienceOf } from '../mend/patience.ts'
import type { Invocation } from '../program/command.ts'
import { canAsk, confirm } from '../program/confirm.ts'
import { CommandError, exits, isExpected } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { option, quoteFile } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { contextOf } from '../sessions/context.ts'
import { noAgentLines } from '../sessions/no-agent-lines.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { notChosen } from '../sessions/session-choice.ts'
import { cleanAnswer } from './clean-answer.ts'
import { type Cleanup, cleanupOf } from './clean-choice.ts'
import { failureOf } from './clean-failure.ts'
import { closingLines, listLines } from './clean-lines.ts'
import { writtenLines } from './clean-written.ts'

/** Removes the calls and results of denied tools from sessions, and tells of each file what went. */
export async function clean(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const how = cleanupOf(invocation)
  const context = contextOf(flags)
  const finds = filesToClean(invocation, context)
  context.index.save()
  if (!flags['dry-run']) refuseUnasked(invocation)
  const planned = planCleaning(context, finds, how.rewrite, watched(invocation, 'looking at sessions'))
  if (planned.length === 0) return tellNothing(invocation, context, how)
  const due = planned.filter(isDue)
  story.tell(`clean: ${whichWords(planned.length, due.length, flags)}`)
  if (flags['dry-run'] || due.length === 0) return finish(invocation, context, planned, how)
  if (!(await isAgreed(invocation, context, due))) {
    out.tell('Nothing was changed.')
    return exits.faults
  }
  const options = { ...watched(invocation, 'cleaning sessions'), patience: patienceOf(invocation) }
  return finish(invocation, context, await cleanPlanned(context, planned, how.rewrite, options), how)
}

function watched(invocation: Invocation, words: string): CleanManyOptions {
  return { watch: (total) => progressOf(invocation, words, total), isExpected }
}

/** The files that are to be cleaned: all that are asked about, or one session with its subagents and archives. */
function filesToClean(invocation: Invocation, context: SessionContext): Finds {
  const { session, archives = false } = invocation.flags
  const chosen = chooseFiles(context, session, archives)
  if (chosen.is === 'files') return chosen.finds
  throw notChosen(invocation, chosen, session ?? '')
}

/** Shows the plan and asks, where somebody can be asked and did not say `--yes`. */
async function isAgreed(
  invocation: Invocation,
  context: SessionContext,
  due: readonly CleanRow[],
): Promise<boolean> {
  const { flags, out } = invocation
  if (flags.yes || flags.json || !canAsk()) return true
  out.tell(listLines(invocation, context, due, 'plan'))
  return confirm(due.length === 1 ? 'Clean it?' : `Clean these ${due.length} files?`)
}

function finish(
  invocation: Invocation,
  context: SessionContext,
  rows: readonly CleanRow[],
  how: Cleanup,
): number {
  const { flags, out } = invocation
  const isDry = flags['dry-run'] === true
  const told = rows.filter((row) => isDue(row) || row.failure !== undefined)
  if (flags.json) out.json(cleanAnswer(rows, how, isDry))
  else {
    out.tell(listLines(invocation, context, told, isDry ? 'plan' : 'done'))
    out.tell(closingLines(invocation, rows, how))
    out.tell(writtenLines(invocation, rows))
    if (changedIn(rows) > 1) out.tell(undoRunLines(invocation, changedIn(rows)))
  }
  return exitOf(rows)
}

/** The worst exit of all files; 1 if there was nothing to clean and nothing was kept. */
function exitOf(rows: readonly CleanRow[]): number {
  const worst = rows.reduce(
    (exit, row) => Math.max(exit, failureOf(row)?.exit ?? exit),
    exits.sound as number,
  )
  const isIdle = !rows.some((row) => isDue(row) || row.failure !== undefined || row.kept > 0)
  return isIdle ? exits.faults : worst
}

/** Where nobody can be asked, changing everything has to be said. */
function refuseUnasked({ flags, words, program }: Invocation): void {
  if (flags.yes || flags.session !== undefined || (canAsk() && !flags.json)) return
  throw new CommandError(
    'usage',
    'This would change every session with such a call: say `--yes`, or see first what would go.',
    `${program} clean ${toolFlags(flags.tools, words)}${sameCleaning(flags)} --dry-run${sameSessions(flags)}`,
  )
}

/** The patterns, as they were said. */
function toolFlags(tools: readonly string[] = [], words: readonly string[]): string {
  return [...tools.map((tool) => option('--tools', tool)), ...words.map(quoteFile)].join(' ')
}

/** The flags behind a command that is to clean in the same way as this one. */
function sameCleaning({ mode, archives, 'text-calls': written }: Invocation['flags']): string {
  return `${mode === undefined ? '' : ` --mode ${mode}`}${archives ? ' --archives' : ''}${written ? ' --text-calls' : ''}`
}

function whichWords(files: number, due: number, flags: Flags): string {
  const looked = `${count(files, 'file')} looked at`
  if (due === 0) return looked
  return `${looked}, ${due} to clean; ${flags['dry-run'] ? 'nothing will be written' : 'each is to be cleaned in place'}`
}

/** A machine without sessions is sound. */
function tellNothing(invocation: Invocation, context: SessionContext, how: Cleanup): number {
  if (invocation.flags.json) invocation.out.json(cleanAnswer([], how, invocation.flags['dry-run'] === true))
  else invocation.out.tell(noAgentLines(context))
  return exits.sound
}
