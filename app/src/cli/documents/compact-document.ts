import { applyBytes, type Choice, type CompactReport, compact, type Goal, printJson } from '@mortise/core'
import { readFrom } from '../../stores/records/entries.ts'
import { parseJson, readable, textOf } from '../input/input.ts'
import { onOneLine } from '../input/json-scan.ts'
import { type Source, sourceOf } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { given } from '../program/given.ts'
import { quote, quoteFile } from '../program/program.ts'
import { findingLines, isRefused, mendedLines } from '../screen/findings.ts'
import type { Style } from '../screen/style.ts'
import { refuseOtherAgents } from '../sessions/other-agents.ts'
import { samePlace } from '../sessions/same-place.ts'
import { checkNames, choose, tellChoice } from './choice.ts'
import { deliver, type MadeDocument } from './deliver.ts'
import { goalOf, sizes, stageLines } from './goal.ts'
import { type Again, type Outcome, outputOf, tellOutput, type Written, writtenLines } from './output.ts'
import { seal } from './seal.ts'

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
  let isTold = false
  const make = (bytes: Uint8Array): MadeDocument => {
    const smaller = smallerOf(source, bytes, flags, goal)
    if (!isTold && output.kind !== 'print') tellOutput(invocation, 'document', source, output)
    if (!isTold) tellChoice(invocation, smaller.choice, smaller.document)
    isTold = true
    return madeOf(invocation, source, smaller)
  }
  return deliver(invocation, { command: 'compact', source, output, again, bytes: whole, make })
}

/** A document, and what was done to make it smaller. */
interface Smaller {
  readonly bytes: Buffer
  readonly document: unknown
  readonly choice: Choice
  readonly report: CompactReport
}

function smallerOf(source: Source, content: Uint8Array, flags: Flags, goal: Goal): Smaller {
  const bytes = readable(Buffer.from(content.buffer, content.byteOffset, content.length), source)
  const document = parseJson(bytes, source)
  const choice = choose(document, flags)
  return {
    bytes,
    document,
    choice,
    report: compact(document, { ...goal, ...given({ tail: flags.tail }), api: choice.rulebook }).report,
  }
}

function madeOf(invocation: Invocation, source: Source, smaller: Smaller): MadeDocument {
  const { report } = smaller
  const isSound = !report.left.some(isRefused)
  const isDry = invocation.flags['dry-run'] === true
  return {
    bytes: smallerBytes(smaller),
    isChanged: report.plan.edits.length > 0,
    isSound,
    exit: report.fits && isSound ? exits.sound : exits.faults,
    lines: (style, outcome) => storyLines(invocation, style, source, smaller, outcome),
    answer: (written) => jsonAnswer(source, smaller, isDry, written),
  }
}

function goalWords({ budget, fraction }: Flags): string {
  return budget === undefined ? ` --fraction ${quote(fraction ?? '')}` : ` --budget ${quote(budget)}`
}

function sameCommand({ program, flags }: Invocation, source: Source, end: readonly string[]): string {
  const { api, format, tail } = flags
  const words = [
    `${program} compact ${quoteFile(source.path ?? '-')}${goalWords(flags)}`,
    ...(api === undefined ? [] : ['--api', api]),
    ...(format === undefined ? [] : ['--format', format]),
    ...(tail === undefined ? [] : ['--tail', tail]),
  ]
  return `${[...words, ...end].join(' ')}${samePlace(flags)}`
}

/** The smaller document; what the plan does not touch is written as it was. */
function smallerBytes({ bytes, report }: Smaller): Uint8Array {
  const made = applyBytes(bytes, report.plan)
  if (made.ok) return made.value
  throw made.error
}

function jsonAnswer(source: Source, smaller: Smaller, isDry: boolean, written: Written | undefined): string {
  const { choice, document } = smaller
  const { found, plan, left, firstChange, ...sizes } = smaller.report
  const head = { ...answerHead('compact', documentTarget(source, choice)), found }
  const rest = {
    changed: plan.edits.length > 0,
    plan: seal(document, plan),
    left,
    firstChange: firstChange ?? null,
    ...sizes,
    ...written,
  }
  const print = (): string => onOneLine(textOf(Buffer.from(smallerBytes(smaller))))
  const made = isDry || written !== undefined ? '' : `"document":${print()},`
  return `${printJson(head).slice(0, -1)},${made}${printJson(rest).slice(1)}\n`
}

function storyLines(
  invocation: Invocation,
  style: Style,
  source: Source,
  { choice, report }: Smaller,
  outcome: Outcome,
): readonly string[] {
  const { found, left, before, after, fits, plan } = report
  const stays = left.filter(isRefused)
  const mark = fits ? style.paint('green', style.good) : style.paint('red', style.bad)
  const what = source.path ?? 'standard input'
  const verdict = fits ? 'is small enough' : 'cannot be made small enough'
  const isKept = outcome.output.kind === 'in-place' && stays.length > 0 && plan.edits.length > 0
  return [
    ...mendedLines(report.wasRepaired ? found.filter(isRefused) : [], style),
    ...findingLines(stays, style),
    ...stageLines(report),
    `${mark} ${what} ${verdict} for ${choice.rulebook.name}: ${sizes(after, before, 'of')}`,
    ...(isKept ? ['  the file was not changed: faults would be left'] : []),
    ...writtenLines(invocation, outcome),
  ]
}
