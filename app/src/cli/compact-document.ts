import { applyBytes, type Choice, type CompactReport, compact as make, printJson } from '@mortise/core'
import { readFrom } from '../stores/entries.ts'
import { answerHead, documentTarget } from './answer.ts'
import { checkNames, choose, tellChoice } from './choice.ts'
import type { Invocation, Screen } from './command.ts'
import { exits } from './failure.ts'
import { findingLines, isRefused, mendedLines } from './findings.ts'
import { goalOf, sizes, stageLines } from './goal.ts'
import { parseJson, readable, textOf } from './input.ts'
import { onOneLine } from './json-scan.ts'
import { refuseOtherAgents } from './other-agents.ts'
import { seal } from './seal.ts'
import { type Source, sourceOf } from './source.ts'

/** Prints a document made smaller, and tells beside it what was done. */
export async function compactDocument(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const command = `${invocation.program} compact`
  const goal = goalOf(flags, command)
  checkNames(flags)
  const [[flag, value] = []] = Object.entries(goal)
  const source = sourceOf(invocation.words, `${command} --${flag} ${value}`)
  const whole = await source.whole()
  if (source.path === undefined)
    refuseOtherAgents(invocation, source.name, { read: readFrom(whole), whole: () => whole })
  const bytes = readable(whole, source)
  const document = parseJson(bytes, source)
  const choice = choose(document, flags)
  const tail = flags.tail === undefined ? {} : { tail: flags.tail }
  const { report } = make(document, { ...goal, ...tail, api: choice.rulebook })
  tellChoice(invocation, choice, document)
  const isDry = flags['dry-run'] === true
  const tell = (screen: Screen): void => {
    screen.tell(storyLines(screen, source, choice, report))
  }
  if (flags.json) out.jsonText(jsonAnswer(source, choice, bytes, document, report, isDry))
  else if (isDry) tell(out)
  else out.print(smallerBytes(bytes, report))
  if (flags.json || !isDry) tell(story)
  return report.fits && !report.left.some(isRefused) ? exits.sound : exits.faults
}

/** The smaller document; what the plan does not touch is written as it was. */
function smallerBytes(bytes: Buffer, { plan }: CompactReport): Uint8Array {
  const made = applyBytes(bytes, plan)
  if (made.ok) return made.value
  throw made.error
}

function jsonAnswer(
  source: Source,
  choice: Choice,
  bytes: Buffer,
  document: unknown,
  report: CompactReport,
  isDry: boolean,
): string {
  const { found, plan, left, firstChange, ...sizes } = report
  const head = { ...answerHead('compact', documentTarget(source, choice)), found }
  const rest = {
    changed: plan.edits.length > 0,
    plan: seal(document, plan),
    left,
    firstChange: firstChange ?? null,
    ...sizes,
  }
  const made = isDry ? '' : `"document":${onOneLine(textOf(Buffer.from(smallerBytes(bytes, report))))},`
  return `${printJson(head).slice(0, -1)},${made}${printJson(rest).slice(1)}\n`
}

function storyLines(
  { look }: Screen,
  source: Source,
  choice: Choice,
  report: CompactReport,
): readonly string[] {
  const { found, left, before, after, fits } = report
  const stays = left.filter(isRefused)
  const mark = fits ? look.paint('green', look.good) : look.paint('red', look.bad)
  const what = source.path ?? 'standard input'
  const verdict = fits ? 'is small enough' : 'cannot be made small enough'
  return [
    ...mendedLines(report.wasRepaired ? found.filter(isRefused) : [], look),
    ...findingLines(stays, look),
    ...stageLines(report),
    `${mark} ${what} ${verdict} for ${choice.rulebook.name}: ${sizes(after, before, 'of')}`,
  ]
}
