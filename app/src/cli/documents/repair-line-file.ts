import { type RepairedLines, repairLines } from '@mortise/core'
import { textOf } from '../input/input.ts'
import type { Sample } from '../input/sniff.ts'
import type { Source } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { optionsOf } from '../program/options.ts'
import { count } from '../screen/printable.ts'
import { chooseForLines } from './check-lines.ts'
import { type Delivery, deliver, type MadeDocument } from './deliver.ts'
import { tellOutput, type Written } from './output.ts'
import { mendedBy, type Story } from './repair-story.ts'

/** Mends a conversation that is written down line by line, and prints it or writes it to a file. */
export function repairLineFile(
  invocation: Invocation,
  to: Omit<Delivery, 'make'>,
  sample: Sample,
): Promise<number> {
  const { source, output } = to
  tellOutput(invocation, 'lines', source, output)
  const choice = chooseForLines(invocation, sample)
  const target = { ...documentTarget(source, choice), kind: 'lines' } as const
  const make = (bytes: Uint8Array): MadeDocument => {
    const mended = repairLines(bytes, { ...optionsOf(invocation.flags).judging, api: choice.rulebook })
    return {
      bytes: Buffer.from(mended.bytes.buffer, mended.bytes.byteOffset, mended.bytes.length),
      ...mendedBy(invocation, storyOf(source, choice.rulebook.name, mended)),
      answer: (written) =>
        `${JSON.stringify({ ...answerHead('repair', target), ...answerOf(mended, written) })}\n`,
    }
  }
  return deliver(invocation, { ...to, make })
}

function answerOf({ found, edits, left, lines, turns, bytes }: RepairedLines, written?: Written): object {
  const text = (): string => textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return { found, changed: edits > 0, left, lines, turns, ...(written ?? { text: text() }) }
}

function storyOf(source: Source, api: string, mended: RepairedLines): Story {
  const { found, left, edits } = mended
  const name = source.path ?? 'standard input'
  const size = `${count(mended.turns, 'turn')} in ${count(mended.lines, 'line')}`
  return {
    name,
    api,
    found,
    left,
    isChanged: edits > 0,
    // Lines are counted from one, as findings name them.
    edits: mended.changes.map((edit) => ({
      ...edit,
      at: [`line ${Number(edit.at[0]) + 1}`, ...edit.at.slice(1)],
    })),
    made: edits === 0 ? 'nothing was changed' : `${count(edits, 'edit')} (${size})`,
    sound: () => `${name} is sound for ${api} (${size})`,
  }
}
