import { type MendedLines, mendLines } from '../../documents/mend.ts'
import type { WrittenFile } from '../../documents/write.ts'
import { textOf } from '../input/input.ts'
import type { FirstLines } from '../input/sniff.ts'
import type { InputSource } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { optionsOf } from '../program/options.ts'
import { count } from '../screen/printable.ts'
import { chooseForLines } from './check-lines.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import { tellOutput } from './output.ts'
import { type Story, storyLines } from './repair-story.ts'

/** Mends a conversation that is written down line by line, and prints it or writes it to a file. */
export function repairLineFile(
  invocation: Invocation,
  errand: DeliverOptions,
  sample: FirstLines,
): Promise<number> {
  const { source, output } = errand
  tellOutput(invocation, 'lines', source, output)
  const choice = chooseForLines(invocation, sample)
  const target = { ...documentTarget(source, choice), kind: 'lines' } as const
  const options = { ...optionsOf(invocation.flags).judging, api: choice.rulebook }
  return deliver<MendedLines>(invocation, errand, {
    make: (bytes) => mendLines(bytes, options),
    lines: (delivered, style) =>
      storyLines(invocation, style, storyOf(source, choice.rulebook.name, delivered.made), delivered),
    answer: (mended, written) =>
      `${JSON.stringify({ ...answerHead('repair', target), ...answerOf(mended, written) })}\n`,
    isDone: ({ isSound }) => isSound,
  })
}

function answerOf(mended: MendedLines, written?: WrittenFile): object {
  const { found, isChanged, left, lines, turns, bytes } = mended
  const text = (): string => textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return { found, changed: isChanged, left, lines, turns, ...(written ?? { text: text() }) }
}

function storyOf(source: InputSource, api: string, mended: MendedLines): Story {
  const { found, left, edits } = mended
  const name = source.path ?? 'standard input'
  const size = `${count(mended.turns, 'turn')} in ${count(mended.lines, 'line')}`
  return {
    name,
    api,
    found,
    left,
    // Lines are counted from one, as findings name them.
    edits: mended.changes.map((edit) => ({
      ...edit,
      at: [`line ${Number(edit.at[0]) + 1}`, ...edit.at.slice(1)],
    })),
    made: edits === 0 ? 'nothing was changed' : `${count(edits, 'edit')} (${size})`,
    sound: () => `${name} is sound for ${api} (${size})`,
  }
}
