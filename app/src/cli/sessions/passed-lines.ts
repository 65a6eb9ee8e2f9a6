import type { Finds } from '../../sessions/find/find.ts'
import { reasonFor } from '../../sessions/find/foreign.ts'
import type { Invocation } from '../program/command.ts'
import { quoteFile } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { sameSessions } from './same-place.ts'

/** The files that were not read, and the command that reads them. */
export function passedLines(
  { program, flags, words }: Invocation,
  { foreign, archives }: Pick<Finds, 'foreign' | 'archives'>,
): readonly string[] {
  const kinds = new Map<string, number>()
  for (const { what } of foreign) kinds.set(what, (kinds.get(what) ?? 0) + 1)
  const strangers = [...kinds].map(([what, number]) => {
    const reason = reasonFor(what)
    const why = reason === undefined ? '' : `; not to be repaired here: ${reason}`
    return `  not judged: ${count(number, 'file')}: ${what}${why}`
  })
  if (archives === 0) return strangers
  const files = count(archives, 'copy or session that was put away', 'copies or sessions that were put away')
  const command = [program, 'doctor', ...words.map(quoteFile), '--archives'].join(' ')
  return [...strangers, `  not looked at: ${files}: ${command}${sameSessions(flags)}`]
}
