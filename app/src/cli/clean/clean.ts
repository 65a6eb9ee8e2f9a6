import { existsSync } from 'node:fs'
import { type Deny, deniedBy, MortiseError } from '@mortise/core'
import { chooseFiles } from '../../sessions/find/choose-files.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Finds, Found } from '../../sessions/find/find.ts'
import { type CleanRow, changedIn, failedRow, isDue } from '../../sessions/rewrite/clean-row.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import { type CleanedFile, type CleanFilesOptions, cleanFiles } from '../../transition/clean-files.ts'
import { undoRunLines } from '../history/undo-run.ts'
import { patienceOf } from '../mend/patience.ts'
import type { Invocation } from '../program/command.ts'
import { canAsk, confirm } from '../program/confirm.ts'
import { CommandError, exits } from '../program/failure.ts'
import { given } from '../program/given.ts'
import { stopOnInterrupt, tellStopped } from '../program/interruption.ts'
import { optionsOf } from '../program/options.ts'
import { option, quoteFile } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { contextOf } from '../sessions/context.ts'
import { noAgentLines } from '../sessions/no-agent-lines.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { notChosen } from '../sessions/session-choice.ts'
import { cleanAnswer } from './clean-answer.ts'
import { closingLines, failureOf, listLines, writtenLines } from './clean-lines.ts'

/** Removes the calls and results of denied tools from sessions, and tells of each file what went. */
export async function clean(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const how = cleanupOf(invocation)
  if (flags.fleet) {
    const { askFleet } = await import('../fleet/ask-fleet.ts')
    return askFleet(invocation, { do: 'clean', options: how, ...given({ agent: flags.agent }) })
  }
  const context = contextOf(flags)
  const { found, closed } = filesToClean(invocation, context)
  context.index.save()
  if (!flags['dry-run']) refuseUnasked(invocation)
  if (found.length + closed.length === 0) return tellNothing(invocation, context, how)
  const shut = closed.map((error) => ({ ...failedRow(undefined, error), found: undefined }))
  const isAsked = !flags.yes && !flags.json && canAsk()
  let files = found
  let others: readonly CleanedFile[] = shut
  if (flags['dry-run'] || isAsked) {
    const words = 'looking at sessions'
    const looked = await cleanAll(invocation, context, found, {
      how,
      words,
      isDry: true,
      isStopped: () => false,
    })
    const planned = [...looked, ...shut]
    const due = planned.filter(isDue)
    const going = due.length === 0 ? '' : `, ${due.length} to clean`
    const end = flags['dry-run'] && due.length > 0 ? '; nothing will be written' : ''
    story.tell(`clean: ${count(planned.length, 'file')} looked at${going}${end}`)
    if (flags['dry-run'] || due.length === 0) return finish(invocation, context, planned, how)
    out.tell(listLines(invocation, context, due, 'plan'))
    if (!(await confirm(due.length === 1 ? 'Clean it?' : `Clean these ${due.length} files?`))) {
      out.tell('Nothing was changed.')
      return exits.faults
    }
    files = due.flatMap((row) => row.found ?? [])
    others = planned.filter((row) => !isDue(row))
  } else
    story.tell(`clean: ${count(found.length, 'file')}; those with such a call are to be cleaned in place`)
  const stop = stopOnInterrupt(invocation)
  const patience = patienceOf(invocation)
  const isStopped = (): boolean => stop.isStopped
  const cleaned = await cleanAll(invocation, context, files, {
    how,
    words: 'cleaning sessions',
    isStopped,
    patience,
  })
  const exit = finish(invocation, context, [...cleaned, ...others], how)
  if (cleaned.length === files.length) return exit
  return tellStopped(invocation, cleaned.length, files.length, changedIn(cleaned))
}

/** The files of one step, each with its row; the bar counts them. */
async function cleanAll(
  invocation: Invocation,
  context: SessionContext,
  found: readonly Found[],
  { how, words, ...options }: { how: CleanOptions; words: string } & Omit<CleanFilesOptions, 'onFiles'>,
): Promise<readonly CleanedFile[]> {
  const progress = progressOf(invocation, words, found.length)
  const sizes = new Map(found.map(({ target: { path, stat } }) => [path, stat.size]))
  const onFiles = (rows: readonly CleanRow[]): void => {
    const bytes = rows.reduce((sum, { path = '' }) => sum + (sizes.get(path) ?? 0), 0)
    progress.step(rows.length, { bytes, failed: rows.filter(({ failure }) => failure !== undefined).length })
  }
  const { allow } = optionsOf(invocation.flags)
  const rows = await cleanFiles(context, found, how, { ...options, allow, onFiles })
  progress.end()
  return rows
}

/** The files that are to be cleaned: all that are asked about, or one session with its subagents and archives. */
function filesToClean(invocation: Invocation, context: SessionContext): Finds {
  const { session, archives = false } = invocation.flags
  const chosen = chooseFiles(context, session, archives)
  if (chosen.is === 'files') return chosen.finds
  throw notChosen(invocation, chosen, session ?? '')
}

/** Tells of the files, and gives the exit code. */
function finish(
  invocation: Invocation,
  context: SessionContext,
  rows: readonly CleanedFile[],
  how: CleanOptions,
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
function exitOf(rows: readonly CleanedFile[]): number {
  const worst = rows.reduce(
    (exit, row) => Math.max(exit, failureOf(row)?.exit ?? exit),
    exits.sound as number,
  )
  const isIdle = !rows.some((row) => isDue(row) || row.failure !== undefined || row.kept > 0)
  return isIdle ? exits.faults : worst
}

/** Where nobody can be asked, changing everything has to be said. */
function refuseUnasked({ flags, words, program }: Invocation): void {
  if (flags.yes || (canAsk() && !flags.json)) return
  throw new CommandError(
    'usage',
    `This would change ${flags.session === undefined ? 'every session with such a call' : 'the session'}: say \`--yes\`, or see first what would go.`,
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

/** A machine without sessions is sound. */
function tellNothing(invocation: Invocation, context: SessionContext, how: CleanOptions): number {
  if (invocation.flags.json) invocation.out.json(cleanAnswer([], how, invocation.flags['dry-run'] === true))
  else invocation.out.tell(noAgentLines(invocation, context))
  return exits.sound
}

/** The cleanup that the command line asks for. */
function cleanupOf(invocation: Invocation): CleanOptions {
  const { flags } = invocation
  const { mode } = flags
  const tools = patternsOf(invocation)
  const deny: Deny = mode === 'keep-completed' ? { tools, keep: 'completed' } : { tools }
  refuseUnknownGroup(deny)
  return { deny, isText: mode === 'text', withWritten: flags['text-calls'] === true }
}

/** The patterns, whether they are said one by one, with commas between, or after each other. */
function patternsOf({ flags, words, program }: Invocation): readonly string[] {
  const { tools = [] } = flags
  const example = `${program} clean --tools '*' --dry-run`
  if (tools.length === 0) {
    throw new CommandError('usage', 'Say which tools: `--tools` takes names, patterns and groups.', example)
  }
  const file = words.find((word) => existsSync(word))
  if (file !== undefined) {
    throw new CommandError(
      'usage',
      `\`${file}\` is a file: put a pattern in quotes, and name a session by \`--session\`.`,
      example,
    )
  }
  const patterns = [...tools, ...words].flatMap((word) => word.split(',')).map((word) => word.trim())
  const said = patterns.filter((pattern) => pattern !== '')
  if (said.length === 0) throw new CommandError('usage', 'There is no pattern in `--tools`.', example)
  return said
}

function refuseUnknownGroup(deny: Deny): void {
  try {
    deniedBy(deny)
  } catch (thrown) {
    if (!(thrown instanceof MortiseError)) throw thrown
    throw new CommandError('usage', thrown.message, thrown.hint)
  }
}
