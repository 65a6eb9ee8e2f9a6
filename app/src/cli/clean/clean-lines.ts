import type { Liveness } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Found } from '../../sessions/find/find.ts'
import type { Along } from '../../stores/clean/clean.ts'
import type { Written } from '../../stores/clean/text-cleaning.ts'
import { writerWords } from '../mend/session-lines.ts'
import type { Invocation } from '../program/command.ts'
import type { Failure } from '../program/failure.ts'
import { quote, quoteFile } from '../program/program.ts'
import { listed } from '../screen/look.ts'
import { count, printable } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'
import type { Cleanup } from './clean-choice.ts'
import { unwrittenLines } from './clean-written.ts'

/** What went from a file, or would. */
export interface CleanRow extends Along {
  /** Nothing where it could not even be looked at. */
  readonly found: Found | undefined
  readonly id: string | null
  readonly title: string | undefined
  /** Records that were looked at, and those that went or changed. */
  readonly processed: number
  readonly cleaned: number
  /** Calls and results together. */
  readonly removed: number
  readonly calls: number
  readonly results: number
  /** Calls that stay because they have their results. */
  readonly kept: number
  /** Stretches that cannot be read, and were left as they are. */
  readonly unread: number
  /** The calls of these tools that are written as plain text, and those of them that go. */
  readonly written: Written
  readonly unwritten: Written
  readonly tools: ReadonlyMap<string, number>
  /** Every tool that was called in it. */
  readonly called: ReadonlySet<string>
  readonly operation?: string
  /** How many bytes the agent wrote meanwhile, which were kept. */
  readonly carried?: number
  readonly failure?: Failure
}

const shownFiles = 20

/** The files, those first that are left alone; of many, the first ones. */
export function listLines(
  invocation: Invocation,
  context: SessionContext,
  rows: readonly CleanRow[],
  when: 'plan' | 'done',
): readonly string[] {
  const [failed, others] = [rows.filter(({ failure }) => failure), rows.filter(({ failure }) => !failure)]
  const all = [...failed, ...others]
  const way = when === 'done' ? pasted('', `${invocation.program} log`) : undefined
  const { shown, more } = listed(all, shownFiles, invocation.out.look, way)
  const isOfMany = changedIn(rows) > 1
  return [...shown.flatMap((row) => rowLines(invocation, context, row, when, isOfMany)), ...more]
}

/** How much goes from a file. */
export function goingIn({ removed, unwritten }: CleanRow): number {
  return removed + unwritten.calls + unwritten.summaries
}

/** How many files were changed. */
export function changedIn(rows: readonly CleanRow[]): number {
  return rows.filter(({ operation }) => operation !== undefined).length
}

/** One file: what it is, what goes, and how to bring it back, unless all are brought back together. */
function rowLines(
  invocation: Invocation,
  context: SessionContext,
  row: CleanRow,
  when: 'plan' | 'done',
  isOfMany: boolean,
): readonly string[] {
  const { look } = invocation.out
  const { found, failure, operation, carried = 0 } = row
  if (failure !== undefined || found === undefined) {
    const hint = hintFor(invocation, context, row)
    const lines = hint === undefined ? [] : [pasted('  hint: ', hint)]
    return [`${look.paint('red', look.bad)} ${printable(failure?.message ?? '')}`, ...lines]
  }
  const { program, flags } = invocation
  const { home, judge } = context
  const mark = when === 'plan' ? look.paint('yellow', look.advice) : look.paint('green', look.good)
  const agent = found.profile === undefined ? found.store.name : `${found.store.name}/${found.profile}`
  const title = row.title === undefined ? '' : `  "${row.title}"`
  const where = samePlace(flags)
  return [
    `${mark} ${printable(`${nearHome(found.target.path, home.folder)}  ${agent}${title}`)}`,
    ...(row.removed === 0
      ? []
      : [
          `  ${when === 'plan' ? 'would remove' : 'removed'} ${amounts(row)}: ${printable(toolWords(row.tools))}`,
        ]),
    ...unwrittenLines(row, when),
    ...alongLines(row),
    ...(when === 'plan' ? liveLines(judge.look(found).live) : []),
    ...(carried > 0 ? [`  ${count(carried, 'byte')} written meanwhile were kept`] : []),
    ...(operation === undefined || isOfMany
      ? []
      : [pasted('  undo: ', `${program} undo ${quote(operation)}${where}`)]),
  ]
}

/** What was broken before may stand in the way of a cleaning: mended, it can be cleaned. */
function hintFor(
  { program, flags }: Invocation,
  { judge }: SessionContext,
  { found, failure }: CleanRow,
): string | undefined {
  if (found === undefined || failure?.code !== 'not-clean') return failure?.hint
  if (judge.look(found).health !== 'broken') return undefined
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
    ...(notes > 0 ? [count(notes, 'progress record')] : []),
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
  { out: { look }, flags }: Invocation,
  rows: readonly CleanRow[],
  { deny, isText }: Cleanup,
): readonly string[] {
  const { processed, cleaned, removed, calls, results, kept, failed, ...along } = totalsOf(rows)
  const files = count(processed, 'file')
  const names = deny.tools.map((name) => `\`${name}\``).join(', ')
  const going = rows.reduce((sum, row) => sum + goingIn(row), 0)
  if (going === 0 && failed === 0 && kept > 0) {
    const stays = kept === 1 ? 'has its result and stays' : 'have their results and stay'
    const words = `${count(kept, 'call')} of ${printable(names)} ${stays}`
    return [`${look.paint('green', look.good)} nothing to clean: ${files} processed, ${words}`]
  }
  if (going === 0 && failed === 0) {
    const called = [...new Set(rows.flatMap((row) => [...row.called]))].sort()
    const more = called.length > shownTools ? ` and ${called.length - shownTools} more` : ''
    const there = called.slice(0, shownTools).join(', ')
    return [
      `${look.paint('yellow', look.advice)} nothing to clean: ${files} processed, no call of ${printable(names)}`,
      `  ${called.length === 0 ? 'no tool is called there at all' : `tools called there: ${printable(there)}${more}`}`,
    ]
  }
  const mark = failed > 0 ? look.paint('red', look.bad) : look.paint('green', look.good)
  const isDry = flags['dry-run'] === true
  const left = failed > 0 ? `; ${count(failed, 'file')} left alone` : ''
  const words = isText && removed > 0 ? ', kept as text' : ''
  const beside = alongWords(along) === '' ? '' : `, with them ${alongWords(along)}`
  const verbs = isDry ? ['would clean', 'would remove'] : ['cleaned', 'removed']
  return [
    `${mark} processed ${files}, ${verbs[0]} ${cleaned}, ${verbs[1]} ${amounts({ calls, results })}${beside}${words}${left}`,
  ]
}

const counted = ['removed', 'calls', 'results', 'records', 'notes', 'thoughts'] as const

interface Totals extends Pick<CleanRow, 'processed' | 'cleaned' | 'kept' | (typeof counted)[number]> {
  readonly failed: number
}

/** Files that were looked at and that hold less now, and all that went from them. */
export function totalsOf(rows: readonly CleanRow[]): Totals {
  const due = rows.filter((row) => goingIn(row) > 0 && row.failure === undefined)
  const sum = (name: (typeof counted)[number]): number => due.reduce((all, row) => all + row[name], 0)
  const sums = Object.fromEntries(counted.map((name) => [name, sum(name)])) as Pick<
    Totals,
    (typeof counted)[number]
  >
  return {
    processed: rows.length,
    cleaned: due.length,
    ...sums,
    kept: rows.reduce((all, row) => all + row.kept, 0),
    failed: rows.filter(({ failure }) => failure !== undefined).length,
  }
}
