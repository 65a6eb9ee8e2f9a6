import { type RepairedLines, repairLines } from '@mortise/core'
import { answerHead, documentTarget } from './answer.ts'
import { chooseForLines } from './check-lines.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'
import { isRefused } from './findings.ts'
import { textOf } from './input.ts'
import { count } from './printable.ts'
import { type Story, storyLines } from './repair-story.ts'
import type { Sample } from './sniff.ts'
import type { Source } from './source.ts'

/** Prints a conversation that is written down line by line, mended, and tells beside it what was done. */
export function repairLineFile(
  invocation: Invocation,
  source: Source,
  bytes: Buffer,
  sample: Sample,
): number {
  const { flags, out, story } = invocation
  const { policy, tail } = flags
  story.tell(`lines: ${source.path ?? 'standard input'}; no file is changed`)
  const choice = chooseForLines(invocation, sample)
  const mended = repairLines(bytes, {
    api: choice.rulebook,
    ...(policy === undefined ? {} : { policy }),
    ...(tail === undefined ? {} : { tail }),
  })
  const target = { ...documentTarget(source, choice), kind: 'lines' } as const
  const made = Buffer.from(mended.bytes.buffer, mended.bytes.byteOffset, mended.bytes.length)
  if (flags.json) out.json({ ...answerHead('repair', target), ...answerOf(mended, made) })
  else out.print(made)
  story.tell(storyLines(storyOf(source, choice.rulebook.name, mended), story.look))
  return mended.left.some(isRefused) ? exits.faults : exits.sound
}

function answerOf({ found, edits, left, lines, turns }: RepairedLines, made: Buffer): object {
  return { found, changed: edits > 0, left, lines, turns, text: textOf(made) }
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
    made: edits === 0 ? 'nothing was changed' : `${count(edits, 'edit')} (${size})`,
    sound: () => `${name} is sound for ${api} (${size})`,
  }
}
