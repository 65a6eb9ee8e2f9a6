import type { CleanRow } from '../../sessions/rewrite/clean-row.ts'
import { writtenIn } from '../../sessions/rewrite/clean-totals.ts'
import type { Written } from '../../stores/clean/text-cleaning.ts'
import type { Invocation } from '../program/command.ts'
import { count } from '../screen/printable.ts'

/** The line about what goes from the texts of one file. */
export function unwrittenLines(
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
