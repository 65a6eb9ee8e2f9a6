import { type Goal, printJson } from '@mortise/core'
import { compactBytes, type ReadDocument, type SmallerDocument } from '../../documents/compact.ts'
import type { Delivered } from '../../documents/deliver.ts'
import { isRefused } from '../../documents/made.ts'
import { seal } from '../../documents/seal.ts'
import type { WrittenFile } from '../../documents/write.ts'
import { readFrom } from '../../stores/records/entries.ts'
import { onOneLine } from '../../text/json-scan.ts'
import { parseJson, readable, textOf } from '../input/input.ts'
import { type InputSource, sourceOf } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import type { Flags } from '../program/flags.ts'
import { given } from '../program/given.ts'
import { optionsOf } from '../program/options.ts'
import { quote, quoteFile } from '../program/program.ts'
import { findingLines, mendedLines } from '../screen/findings.ts'
import type { Style } from '../screen/style.ts'
import { refuseOtherAgents } from '../sessions/other-agents.ts'
import { samePlace } from '../sessions/same-place.ts'
import { checkNames, choose, tellChoice } from './choice.ts'
import { deliver } from './deliver.ts'
import { goalOf, sizeSentence, stageLines } from './goal.ts'
import { type Again, outputOf, tellOutput, writtenLines } from './output.ts'

/** Makes a document smaller, and prints it or writes it to a file. */
export async function compactDocument(invocation: Invocation): Promise<number> {
  const { flags, program } = invocation
  const goal = goalOf(flags, `${program} compact`)
  checkNames(flags)
  const source = sourceOf(invocation.words, `${program} compact${goalWords(flags)}`)
  const again: Again = (end) => sameCommand(invocation, source, end)
  const output = outputOf(invocation, source, again)
  const whole = await source.whole()
  if (source.path === undefined)
    refuseOtherAgents(invocation, source.name, { read: readFrom(whole), whole: () => whole })
  const options = { ...goal, ...given({ tail: optionsOf(flags).judging.tail }) }
  const errand = { command: 'compact', source, output, again, bytes: whole } as const
  return deliver<SmallerDocument>(invocation, errand, {
    make: (bytes) => compactBytes(readDocument(source, bytes, flags), options),
    onMade: ({ choice, document }) => {
      if (output.kind !== 'print') tellOutput(invocation, 'document', source, output)
      tellChoice(invocation, choice, document)
    },
    lines: (delivered, style) => storyLines(invocation, style, source, delivered, goal),
    answer: (smaller, written) => jsonAnswer(source, smaller, optionsOf(flags).isDry, written),
    isDone: ({ isDone }) => isDone,
  })
}

function readDocument(source: InputSource, content: Uint8Array, flags: Flags): ReadDocument {
  const bytes = readable(Buffer.from(content.buffer, content.byteOffset, content.length), source)
  const document = parseJson(bytes, source)
  return { source: bytes, document, choice: choose(document, flags) }
}

function goalWords({ budget, fraction }: Flags): string {
  return budget === undefined ? ` --fraction ${quote(fraction ?? '')}` : ` --budget ${quote(budget)}`
}

function sameCommand({ program, flags }: Invocation, source: InputSource, end: readonly string[]): string {
  const { api, format, tail } = flags
  const words = [
    `${program} compact ${quoteFile(source.path ?? '-')}${goalWords(flags)}`,
    ...(api === undefined ? [] : ['--api', api]),
    ...(format === undefined ? [] : ['--format', format]),
    ...(tail === undefined ? [] : ['--tail', tail]),
  ]
  return `${[...words, ...end].join(' ')}${samePlace(flags)}`
}

function jsonAnswer(
  source: InputSource,
  smaller: SmallerDocument,
  isDry: boolean,
  written: WrittenFile | undefined,
): string {
  const { choice, document, bytes, isChanged } = smaller
  const { found, plan, left, firstChange, ...sizes } = smaller.report
  const head = { ...answerHead('compact', documentTarget(source, choice)), found }
  const rest = {
    changed: isChanged,
    plan: seal(document, plan),
    left,
    firstChange: firstChange ?? null,
    ...sizes,
    ...written,
  }
  const print = (): string => onOneLine(textOf(Buffer.from(bytes)))
  const made = isDry || written !== undefined ? '' : `"document":${print()},`
  return `${printJson(head).slice(0, -1)},${made}${printJson(rest).slice(1)}\n`
}

function storyLines(
  invocation: Invocation,
  style: Style,
  source: InputSource,
  delivered: Delivered<SmallerDocument>,
  goal: Goal,
): readonly string[] {
  const { choice, report } = delivered.made
  const { found, left, fits } = report
  const stays = left.filter(isRefused)
  const mended = report.wasRepaired ? found.filter(isRefused) : []
  const sign = fits ? style.paint('green', style.good) : style.paint('red', style.bad)
  const what = source.path ?? 'standard input'
  const verdict = fits ? 'is small enough' : 'cannot be made small enough'
  return [
    ...mendedLines(mended, style),
    ...findingLines(stays, style),
    ...stageLines(report),
    `${sign} ${what} ${verdict} for ${choice.rulebook.name}: ${sizeSentence(report, goal, mended.length)}`,
    ...(delivered.isHeldBack ? ['  the file was not changed: faults would be left'] : []),
    ...writtenLines(invocation, delivered),
  ]
}
