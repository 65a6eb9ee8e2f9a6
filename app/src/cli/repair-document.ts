import { printJson, printPlace, type RepairedBytes, type Report } from '@mortise/core'
import { answerHead, documentTarget } from './answer.ts'
import { soundSentence } from './check.ts'
import { tellChoice } from './choice.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'
import { findingLines, isRefused, mendedLines } from './findings.ts'
import { textOf } from './input.ts'
import { onOneLine } from './json-scan.ts'
import { count, printable } from './printable.ts'
import { repairInput } from './scan-input.ts'
import { seal } from './seal.ts'
import { type Source, sourceOf } from './source.ts'

/** Prints a conversation mended, and tells beside it what was done. */
export async function repairDocument(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const source = sourceOf(invocation.words, `${invocation.program} repair`)
  if (flags.batch) return (await import('./batch.ts')).runBatch('repair', source, invocation)
  const bytes = await source.whole()
  const mended = repairInput(source, bytes, flags)
  story.write(`document: ${printable(source.path ?? 'standard input')}; no file is changed\n`)
  tellChoice(invocation, mended.choice, mended.seen)
  out.write(flags.json ? jsonAnswer(source, bytes, mended) : mended.bytes)
  for (const line of storyLines(invocation, source, mended)) invocation.story.write(`${line}\n`)
  return mended.report.left.some(isRefused) ? exits.faults : exits.sound
}

/** The answer, with the document set as it is written: not each of its numbers may survive being parsed. */
function jsonAnswer(source: Source, bytes: Buffer, { bytes: made, choice, report }: RepairedBytes): string {
  const { found, plan, left, firstChange } = report
  const head = { ...answerHead('repair', documentTarget(source, choice)), found }
  const rest = {
    changed: plan.edits.length > 0,
    plan: seal(JSON.parse(textOf(bytes)), plan),
    left,
    firstChange: firstChange ?? null,
  }
  const document = onOneLine(textOf(Buffer.from(made.buffer, made.byteOffset, made.length)))
  return `${printJson(head).slice(0, -1)},"document":${document},${printJson(rest).slice(1)}\n`
}

function storyLines(invocation: Invocation, source: Source, mended: RepairedBytes): readonly string[] {
  const { look } = invocation.story
  const { choice, seen } = mended
  const { found, left, plan } = mended.report
  const stays = left.filter(isRefused)
  const bad = look.paint('red', look.bad)
  const good = look.paint('green', look.good)
  const what = `${printable(source.path ?? 'standard input')}`
  const api = choice.rulebook.name
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const sentence = `${what} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${editSentence(mended.report)}`
    return [`${bad} ${sentence}`, ...findingLines(stays, look)]
  }
  if (plan.edits.length === 0)
    return [`${good} ${soundSentence(source.path, choice, seen, found)}: nothing to mend`]
  const faults = found.filter(isRefused)
  const sentence = `${what} is mended for ${api}: ${count(faults.length, 'fault')}; ${editSentence(mended.report)}`
  return [...mendedLines(faults, look), `${good} ${sentence}`]
}

function editSentence({ plan, firstChange }: Report): string {
  if (plan.edits.length === 0) return 'nothing was changed'
  const edits = count(plan.edits.length, 'edit')
  return firstChange === undefined ? edits : `${edits}, the first at ${printPlace(firstChange)}`
}
