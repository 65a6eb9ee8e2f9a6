import { type Disk, whileBusy } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Found } from '../../sessions/find/find.ts'
import { planRewrite, rewriteInPlace } from '../../sessions/rewrite/rewrite.ts'
import type { Cleaned } from '../../stores/clean/clean.ts'
import { undoRunLines } from '../history/undo-run.ts'
import { patienceOf } from '../mend/patience.ts'
import type { Invocation } from '../program/command.ts'
import { canAsk, confirm } from '../program/confirm.ts'
import { CommandError, describeFailure, exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { must } from '../program/must.ts'
import { option, quoteFile } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { contextOf } from '../sessions/context.ts'
import { noAgentLines } from '../sessions/no-agent-lines.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { sessionName } from '../sessions/session-names.ts'
import { cleanAnswer } from './clean-answer.ts'
import { type Cleanup, cleanupOf, filesToClean } from './clean-choice.ts'
import { type CleanRow, changedIn, closingLines, goingIn, listLines } from './clean-lines.ts'
import { writtenLines } from './clean-written.ts'

/** Takes calls and results of denied tools out of sessions, and tells of each file what went. */
export async function clean(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const how = cleanupOf(invocation)
  const context = contextOf(flags)
  const { found, closed } = filesToClean(invocation, context)
  context.index.save()
  if (!flags['dry-run']) refuseUnasked(invocation)
  const planned = [
    ...planAll(invocation, context, found, how),
    ...closed.map((error) => failed(undefined, error)),
  ]
  if (planned.length === 0) return tellNothing(invocation, context, how)
  const due = planned.filter(isDue)
  story.tell(`clean: ${whichWords(planned.length, due.length, flags)}`)
  const isDone = !flags['dry-run'] && due.length > 0
  if (isDone && isToBeAsked(invocation)) {
    out.tell(listLines(invocation, context, due, 'plan'))
    if (!(await confirm(due.length === 1 ? 'Clean it?' : `Clean these ${due.length} files?`))) {
      out.tell('Nothing was changed.')
      return exits.faults
    }
  }
  const rows = isDone ? await cleanAll(invocation, context, planned, how) : planned
  return finish(invocation, context, rows, how)
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
  const worst = rows.reduce(
    (exit, { failure }) => Math.max(exit, failure?.exit ?? exit),
    exits.sound as number,
  )
  const isKept = rows.some(({ kept }) => kept > 0)
  return worst === exits.sound && told.length === 0 && !isKept ? exits.faults : worst
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

function isToBeAsked({ flags }: Invocation): boolean {
  return !flags.yes && !flags.json && canAsk()
}

function isDue(row: CleanRow): boolean {
  return goingIn(row) > 0 && row.failure === undefined
}

function planAll(
  invocation: Invocation,
  { disk }: SessionContext,
  found: readonly Found[],
  how: Cleanup,
): CleanRow[] {
  const progress = progressOf(invocation, 'looking at sessions', found.length)
  const rows = found.map((each) => {
    progress.step()
    return attempt(each, () => rowOf(each, must(planRewrite(disk, each, how.treatment))))
  })
  progress.end()
  return rows
}

async function cleanAll(
  invocation: Invocation,
  { disk }: SessionContext,
  planned: readonly CleanRow[],
  how: Cleanup,
): Promise<CleanRow[]> {
  const progress = progressOf(invocation, 'cleaning sessions', planned.length)
  const rows: CleanRow[] = []
  for (const row of planned) {
    progress.step()
    rows.push(isDue(row) && row.found !== undefined ? await cleanOne(invocation, disk, row.found, how) : row)
  }
  progress.end()
  return rows
}

async function cleanOne(invocation: Invocation, disk: Disk, found: Found, how: Cleanup): Promise<CleanRow> {
  const outcome = await whileBusy(disk, patienceOf(invocation), () =>
    rewriteInPlace(disk, found, how.treatment),
  )
  return attempt(found, () => {
    const { mended, replaced } = must(outcome)
    const row = rowOf(found, mended)
    if (replaced.state !== 'replaced') return row
    return { ...row, operation: replaced.operation, carried: replaced.carried }
  })
}

/** A row, or one that says why there is none; a bug is no answer about a session. */
function attempt(found: Found, make: () => CleanRow): CleanRow {
  try {
    return make()
  } catch (thrown) {
    if (describeFailure(thrown).exit === exits.bug) throw thrown
    return failed(found, thrown)
  }
}

function failed(found: Found | undefined, thrown: unknown): CleanRow {
  const none = { id: null, title: undefined, processed: 0, cleaned: 0, removed: 0, calls: 0, results: 0 }
  const along = { records: 0, notes: 0, thoughts: 0, kept: 0, unread: 0, ...nothingWritten }
  return { found, ...none, ...along, tools: new Map(), called: new Set(), failure: describeFailure(thrown) }
}

const nothingWritten = { written: { calls: 0, summaries: 0 }, unwritten: { calls: 0, summaries: 0 } }

function rowOf(found: Found, made: Cleaned): CleanRow {
  const { before, changes, census, along, written, unwritten, unread, isClean } = made
  const { calls, results, kept, tools, called } = census
  const touched = changes.filter((change) => change.do !== 'insert' && change.do !== 'relink')
  const row = {
    found,
    id: before.session.id,
    title: before.session.title,
    processed: before.entries.length,
    cleaned: new Set(touched.map(({ record }) => record)).size,
    removed: calls + results,
    calls,
    results,
    ...along,
    kept,
    unread,
    written: written(),
    unwritten,
    tools,
    called,
  }
  return isClean ? row : { ...row, removed: 0, failure: refusal(found, before.session.readOnly) }
}

function refusal(found: Found, readOnly: string | undefined): NonNullable<CleanRow['failure']> {
  const name = sessionName(found)
  const message =
    readOnly === undefined
      ? `\`${name}\` cannot be cleaned without breaking it; it was left as it is.`
      : `\`${name}\` is left alone. ${readOnly}`
  return {
    code: readOnly === undefined ? 'not-clean' : 'read-only',
    message,
    hint: undefined,
    exit: exits.safety,
  }
}

function whichWords(files: number, due: number, flags: Flags): string {
  const looked = `${count(files, 'file')} looked at`
  if (due === 0) return looked
  return `${looked}, ${due} to clean; ${flags['dry-run'] ? 'nothing will be written' : 'each is to be cleaned in place'}`
}

/** Where there is nothing, nothing is wrong. */
function tellNothing(invocation: Invocation, context: SessionContext, how: Cleanup): number {
  if (invocation.flags.json) invocation.out.json(cleanAnswer([], how, invocation.flags['dry-run'] === true))
  else invocation.out.tell(noAgentLines(context))
  return exits.sound
}
