import { hasByteOrderMark } from '../../input/input.ts'
import type { InputSource } from '../../input/source.ts'
import type { Invocation } from '../../program/command.ts'
import { exits } from '../../program/failure.ts'
import { isBlank, splitLines } from '../../screen/lines.ts'
import { count } from '../../screen/printable.ts'
import { openRows } from '../../screen/screen.ts'
import { answerRow, type BatchCommand } from './row.ts'
import type { RowAnswer } from './row-members.ts'

/** Answers JSON Lines, row by row and in order, in constant memory. */
export async function runBatch(
  command: BatchCommand,
  source: InputSource,
  invocation: Invocation,
): Promise<number> {
  const tally: Record<RowAnswer['outcome'], number> = { sound: 0, changed: 0, faulty: 0, failed: 0 }
  const writer = openRows()
  let isFirst = true
  for await (const lines of splitLines(source.open())) {
    for (const line of lines) {
      const bytes = isFirst && hasByteOrderMark(line) ? line.subarray(3) : line
      isFirst = false
      if (isBlank(bytes)) continue
      const answer = answerRow(command, bytes, invocation.flags)
      tally[answer.outcome]++
      const full = writer.add(answer.line)
      if (full !== undefined) await full
    }
    // Each row is answered at once: another program may be waiting for the answer before it asks again.
    await writer.flush()
  }
  invocation.story.tell(tallySentence(command, tally))
  return tally.faulty + tally.failed > 0 ? exits.faults : exits.sound
}

function tallySentence(command: BatchCommand, tally: Readonly<Record<RowAnswer['outcome'], number>>): string {
  const rows = count(tally.sound + tally.changed + tally.faulty + tally.failed, 'row')
  const mended = command === 'check' ? '' : `, ${tally.changed} mended`
  const faulty = command === 'check' ? 'with faults' : 'not mended wholly'
  return `${rows}: ${tally.sound} sound${mended}, ${tally.faulty} ${faulty}, ${tally.failed} failed`
}
