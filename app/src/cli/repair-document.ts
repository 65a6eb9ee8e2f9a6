import { printJson, printPlace, type RepairedBytes, type Report } from '@mortise/core'
import { answerHead, documentTarget } from './answer.ts'
import { soundSentence } from './check.ts'
import { tellChoice } from './choice.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'
import { isRefused } from './findings.ts'
import { textOf } from './input.ts'
import { onOneLine } from './json-scan.ts'
import { count } from './printable.ts'
import { type Story, storyLines } from './repair-story.ts'
import { repairInput } from './scan-input.ts'
import { seal } from './seal.ts'
import { sampleOf } from './sniff.ts'
import { type Source, sourceOf } from './source.ts'

/** Prints a conversation mended, and tells beside it what was done. */
export async function repairDocument(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  const source = sourceOf(invocation.words, `${invocation.program} repair`)
  if (flags.batch) return (await import('./batch.ts')).runBatch('repair', source, invocation)
  const access = await source.access()
  try {
    const sample = sampleOf(access, flags)
    if (sample === undefined) return repairWhole(invocation, source, access.whole())
    return (await import('./repair-line-file.ts')).repairLineFile(invocation, source, access.whole(), sample)
  } finally {
    access.close()
  }
}

function repairWhole(invocation: Invocation, source: Source, bytes: Buffer): number {
  const { flags, out, story } = invocation
  const mended = repairInput(source, bytes, flags)
  story.tell(`document: ${source.path ?? 'standard input'}; no file is changed`)
  tellChoice(invocation, mended.choice, mended.seen)
  if (flags.json) out.jsonText(jsonAnswer(source, bytes, mended))
  else out.print(mended.bytes)
  story.tell(storyLines(storyOf(source, mended), story.look))
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

function storyOf(source: Source, { choice, seen, report }: RepairedBytes): Story {
  return {
    name: source.path ?? 'standard input',
    api: choice.rulebook.name,
    found: report.found,
    left: report.left,
    isChanged: report.plan.edits.length > 0,
    made: editSentence(report),
    sound: () => soundSentence(source.path, choice, seen, report.found),
  }
}

function editSentence({ plan, firstChange }: Report): string {
  if (plan.edits.length === 0) return 'nothing was changed'
  const edits = count(plan.edits.length, 'edit')
  return firstChange === undefined ? edits : `${edits}, the first at ${printPlace(firstChange)}`
}
