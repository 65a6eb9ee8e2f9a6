import { type Choice, printPlace } from '@mortise/core'
import { answerHead, documentTarget } from './answer.ts'
import { soundSentence } from './check.ts'
import { choose, tellChoice } from './choice.ts'
import type { Invocation } from './command.ts'
import { parseExactly, restoreNumbers } from './exact-json.ts'
import { exits } from './failure.ts'
import { findingLines, isRefused, mendedLines } from './findings.ts'
import { type Input, readInput } from './input.ts'
import { printInStyle, styleOf } from './json-style.ts'
import { type Mended, mend } from './mend.ts'
import { count, printable } from './printable.ts'
import { seal } from './seal.ts'
import { type Source, sourceOf } from './source.ts'

/** Prints a conversation mended, and tells beside it what was done. */
export async function repair(invocation: Invocation): Promise<number> {
  const { flags, out } = invocation
  const source = sourceOf(invocation.words, `${invocation.program} repair`)
  if (flags.batch) return (await import('./batch.ts')).runBatch('repair', source, invocation)
  const input = await readInput(source)
  const choice = choose(input.document, flags)
  const mended = mend(input.document, input.text, { ...flags, rulebook: choice.rulebook })
  tellChoice(invocation, choice, input.document)
  out.write(flags.json ? jsonAnswer(source, choice, input, mended) : documentBytes(input, mended))
  for (const line of storyLines(invocation, source, choice, mended)) invocation.story.write(`${line}\n`)
  return mended.report.left.some(isRefused) ? exits.faults : exits.sound
}

function documentBytes(input: Input, mended: Mended): string | Buffer {
  if (!mended.isChanged) return input.bytes
  return `${input.mark}${restoreNumbers(printInStyle(mended.value, styleOf(input.text)), mended.mark)}`
}

function jsonAnswer(source: Source, choice: Choice, input: Input, mended: Mended): string {
  const { found, plan, left, firstChange } = mended.report
  const exact = mended.isChanged ? mended : (parseExactly(input.text) ?? mended)
  const answer = {
    ...answerHead('repair', documentTarget(source, choice)),
    found,
    document: exact.value,
    changed: mended.isChanged,
    plan: seal(input.document, plan),
    left,
    firstChange: firstChange ?? null,
  }
  return `${restoreNumbers(JSON.stringify(answer), exact.mark)}\n`
}

function storyLines(
  invocation: Invocation,
  source: Source,
  choice: Choice,
  mended: Mended,
): readonly string[] {
  const { look } = invocation.story
  const { found, left } = mended.report
  const stays = left.filter(isRefused)
  const bad = look.paint('red', look.bad)
  const good = look.paint('green', look.good)
  const what = `${printable(source.path ?? 'standard input')}`
  const api = choice.rulebook.name
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const sentence = `${what} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${editSentence(mended)}`
    return [`${bad} ${sentence}`, ...findingLines(stays, look)]
  }
  if (!mended.isChanged)
    return [`${good} ${soundSentence(source.path, choice, mended.value, found)}: nothing to mend`]
  const faults = found.filter(isRefused)
  const sentence = `${what} is mended for ${api}: ${count(faults.length, 'fault')}; ${editSentence(mended)}`
  return [...mendedLines(faults, look), `${good} ${sentence}`]
}

function editSentence({ report }: Mended): string {
  const { plan, firstChange } = report
  if (plan.edits.length === 0) return 'nothing was changed'
  const edits = count(plan.edits.length, 'edit')
  return firstChange === undefined ? edits : `${edits}, the first at ${printPlace(firstChange)}`
}
