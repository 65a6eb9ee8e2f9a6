import { writerWords } from '../../answers/words.ts'
import { DiskError, type Liveness } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { type CleanRow, changedIn, goingIn, totalsOf, writtenIn } from '../../sessions/rewrite/clean-row.ts'
import type { Along } from '../../stores/clean/clean.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { Written } from '../../stores/clean/text-cleaning.ts'
import type { CleanedFile } from '../../transition/clean-files.ts'
import type { Invocation } from '../program/command.ts'
import { type DescribedFailure, describeFailure } from '../program/failure.ts'
import { quote, quoteFile } from '../program/program.ts'
import { count, printable } from '../screen/printable.ts'
import { listed } from '../screen/style.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'

const shownFiles = 20

/** The files, those first that are left alone; of many, the first ones. */
export function listLines(
  invocation: Invocation,
  context: SessionContext,
  rows: readonly CleanedFile[],
  when: 'plan' | 'done',
): readonly string[] {
  const [failed, others] = [rows.filter(({ failure }) => failure), rows.filter(({ failure }) => !failure)]
  const all = [...failed, ...others]
  const way = when === 'done' ? pasted('', `${invocation.program} log`) : undefined
  const { shown, more } = listed(all, shownFiles, invocation.out.style, way)
  const isOfMany = changedIn(rows) > 1
  return [...shown.flatMap((row) => rowLines(invocation, context, row, when, isOfMany)), ...more]
}

/** One file: what it is, what goes, and how to bring it back, unless all are brought back together. */
function rowLines(
  invocation: Invocation,
  context: SessionContext,
  row: CleanedFile,
  when: 'plan' | 'done',
  isOfMany: boolean,
): readonly string[] {
  const { style } = invocation.out
  const { found, operation, carried = 0 } = row
  const failure = failureOf(row)
  if (failure !== undefined || found === undefined) {
    const hint = hintFor(invocation, context, row, failure)
    const lines = hint === undefined ? [] : [pasted('  hint: ', hint)]
    return [`${style.paint('red', style.bad)} ${printable(failure?.message ?? '')}`, ...lines]
  }
  const { program, flags } = invocation
  const { home, judge } = context
  const sign = when === 'plan' ? style.paint('yellow', style.advice) : style.paint('green', style.good)
  const agent = found.profile === undefined ? found.store.name : `${found.store.name}/${found.profile}`
  const title = row.title === undefined ? '' : `  "${row.title}"`
  const where = samePlace(flags)
  return [
    `${sign} ${printable(`${nearHome(found.target.path, home.folder)}  ${agent}${title}`)}`,
    ...(row.removed === 0
      ? []
      : [
          `  ${when === 'plan' ? 'would remove' : 'removed'} ${amounts(row)}: ${printable(toolWords(row.tools))}`,
        ]),
    ...unwrittenLines(row, when),
    ...alongLines(row),
    ...(when === 'plan' ? liveLines(judge(found).live) : []),
    ...(carried > 0 ? [`  ${count(carried, 'byte')} written meanwhile were kept`] : []),
    ...(operation === undefined || isOfMany
      ? []
      : [pasted('  undo: ', `${program} undo ${quote(operation)}${where}`)]),
  ]
}

/** A session that was broken before may be cleaned once it is mended. */
function hintFor(
  { program, flags }: Invocation,
  { judge }: SessionContext,
  { found }: CleanedFile,
  failure: DescribedFailure | undefined,
): string | undefined {
  if (found === undefined || failure?.code !== 'not-clean') return failure?.hint
  if (judge(found).health !== 'broken') return undefined
  return `${program} repair ${quoteFile(found.target.path)}${samePlace(flags)}`
}

/** Counts of the parts that go with calls and results, and of the lines that could not be read. */
function alongLines(row: CleanRow): readonly string[] {
  const { unread } = row
  const beside = alongWords(row)
  return [
    ...(beside === '' ? [] : [`  with them: ${beside}`]),
    ...(unread > 0 ? [`  left as it is: ${count(unread, 'stretch', 'stretches')} that cannot be read`] : []),
  ]
}

function alongWords({ notes, thoughts }: Pick<Along, 'notes' | 'thoughts'>): string {
  const words = [
    ...(notes > 0 ? [count(notes, 'record beside them', 'records beside them')] : []),
    ...(thoughts > 0 ? [count(thoughts, 'thought')] : []),
  ]
  return words.join(', ')
}

function liveLines(live: Liveness): readonly string[] {
  return live.state === 'live'
    ? [`  live: ${printable(writerWords(live))}, so that it would be left alone`]
    : []
}

function amounts({ calls, results }: Pick<CleanRow, 'calls' | 'results'>): string {
  return `${calls + results} (${count(calls, 'call')}, ${count(results, 'result')})`
}

/** The tools by name, and how much of each where there are several. */
function toolWords(tools: ReadonlyMap<string, number>): string {
  const [only, ...others] = tools.keys()
  if (only !== undefined && others.length === 0) return only
  return [...tools].map(([name, number]) => `${name} ${number}`).join(', ')
}

const shownTools = 12

/** The sum of it, and what there is where nothing matched. */
export function closingLines(
  { out: { style }, flags }: Invocation,
  rows: readonly CleanRow[],
  { deny, isText }: CleanOptions,
): readonly string[] {
  const { processed, cleaned, removed, calls, results, kept, failed, ...along } = totalsOf(rows)
  const files = count(processed, 'file')
  const names = deny.tools.map((name) => `\`${name}\``).join(', ')
  const going = rows.reduce((sum, row) => sum + goingIn(row), 0)
  if (going === 0 && failed === 0 && kept > 0) {
    const stays = kept === 1 ? 'has its result and stays' : 'have their results and stay'
    const words = `${count(kept, 'call')} of ${printable(names)} ${stays}`
    return [`${style.paint('green', style.good)} nothing to clean: ${files} processed, ${words}`]
  }
  if (going === 0 && failed === 0) {
    const called = [...new Set(rows.flatMap((row) => [...row.called]))].sort()
    const more = called.length > shownTools ? ` and ${called.length - shownTools} more` : ''
    const there = called.slice(0, shownTools).join(', ')
    return [
      `${style.paint('yellow', style.advice)} nothing to clean: ${files} processed, no call of ${printable(names)}`,
      `  ${called.length === 0 ? 'no tool is called there at all' : `tools called there: ${printable(there)}${more}`}`,
    ]
  }
  const sign = failed > 0 ? style.paint('red', style.bad) : style.paint('green', style.good)
  const isDry = flags['dry-run'] === true
  const left = failed > 0 ? `; ${count(failed, 'file')} left alone` : ''
  const words = isText && removed > 0 ? ', kept as text' : ''
  const beside = alongWords(along) === '' ? '' : `, with them ${alongWords(along)}`
  const verbs = isDry ? ['would clean', 'would remove'] : ['cleaned', 'removed']
  return [
    `${sign} processed ${files}, ${verbs[0]} ${cleaned}, ${verbs[1]} ${amounts({ calls, results })}${beside}${words}${left}`,
  ]
}

/** The line about what goes from the texts of one file. */
function unwrittenLines(
  { unwritten }: Pick<CleanRow, 'unwritten'>,
  when: 'plan' | 'done',
): readonly string[] {
  if (unwritten.calls + unwritten.summaries === 0) return []
  return [`  ${when === 'plan' ? 'would change' : 'changed'} text: ${writtenWords(unwritten)}`]
}

/** The line about calls written as text that stay. */
export function writtenLines({ out: { style } }: Invocation, rows: readonly CleanRow[]): readonly string[] {
  const { calls, summaries } = writtenIn(rows, 'written')
  const gone = writtenIn(rows, 'unwritten')
  const left = { calls: calls - gone.calls, summaries: summaries - gone.summaries }
  if (left.calls + left.summaries === 0) return []
  const end = gone.calls + gone.summaries > 0 ? '' : '; --text-calls changes the text too'
  return [`${style.paint('yellow', style.advice)} left as text: ${writtenWords(left)}${end}`]
}

function writtenWords({ calls, summaries }: Written): string {
  const words = [
    ...(calls > 0 ? [`${count(calls, 'call')} written as text`] : []),
    ...(summaries > 0 ? [`${count(summaries, 'summary', 'summaries')} about such calls`] : []),
  ]
  return words.join(', ')
}

/** The failure of a row in words, with its exit code; undefined if the row did not fail. */
export function failureOf({ failure }: Pick<CleanRow, 'failure'>): DescribedFailure | undefined {
  if (failure === undefined) return undefined
  const { code, message, exit, hint, path } = failure
  if (code === 'not-clean') return { code, message, exit, hint: undefined }
  return describeFailure(
    new DiskError(code, message, exit, {
      ...(hint === undefined ? {} : { hint }),
      ...(path === undefined ? {} : { path }),
    }),
  )
}
