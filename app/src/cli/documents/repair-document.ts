import { printJson, printPlace, type Report } from '@mortise/core'
import type { MendedDocument } from '../../documents/mend.ts'
import { seal } from '../../documents/seal.ts'
import type { WrittenFile } from '../../documents/write.ts'
import { onOneLine } from '../../text/json-scan.ts'
import { textOf } from '../input/input.ts'
import { repairInput } from '../input/scan-input.ts'
import { sampleOf } from '../input/sniff.ts'
import { type InputSource, sourceOf } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { optionsOf } from '../program/options.ts'
import { count } from '../screen/printable.ts'
import { refuseOtherAgents } from '../sessions/other-agents.ts'
import { samePlace } from '../sessions/same-place.ts'
import { fixCommand, soundSentence } from './check.ts'
import { tellChoice } from './choice.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import { type Again, outputOf, tellOutput } from './output.ts'
import { type Story, storyLines } from './repair-story.ts'

/** Mends a document, and prints it or writes it to a file. */
export async function repairDocument(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  const source = sourceOf(invocation.words, `${invocation.program} repair`)
  const again: Again = (end) => `${fixCommand(invocation, source, flags.api, end)}${samePlace(flags)}`
  const output = outputOf(invocation, source, again)
  if (flags.batch) return (await import('./batch/batch.ts')).runBatch('repair', source, invocation)
  const to = { command: 'repair', source, output, again } as const
  const access = await source.access()
  try {
    const sample = sampleOf(access, flags)
    if (source.path === undefined) refuseOtherAgents(invocation, source.name, access)
    const bytes = access.whole()
    if (sample === undefined) return await repairWhole(invocation, { ...to, bytes })
    if (source.path === undefined && flags.as === undefined)
      (await import('../input/piped-session.ts')).refusePiped(access)
    const { repairLineFile } = await import('./repair-line-file.ts')
    return await repairLineFile(invocation, { ...to, bytes }, sample)
  } finally {
    access.close()
  }
}

function repairWhole(invocation: Invocation, errand: DeliverOptions): Promise<number> {
  const { source, output } = errand
  const options = optionsOf(invocation.flags).reading
  return deliver<MendedFile>(invocation, errand, {
    make: (bytes) => {
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      return { ...repairInput(source, whole, options), whole }
    },
    onMade: ({ choice, seen }) => {
      tellOutput(invocation, 'document', source, output)
      tellChoice(invocation, choice, seen)
    },
    lines: (delivered, style) => storyLines(invocation, style, storyOf(source, delivered.made), delivered),
    answer: (mended, written) => jsonAnswer(source, mended, written),
    isDone: ({ isSound }) => isSound,
  })
}

/** A mended document, and the bytes that it was made of. */
interface MendedFile extends MendedDocument {
  readonly whole: Buffer
}

/** The answer, with the document set as it is written: not each of its numbers may survive being parsed. */
function jsonAnswer(
  source: InputSource,
  { whole, bytes: made, choice, report, isChanged }: MendedFile,
  written: WrittenFile | undefined,
): string {
  const { found, plan, left, firstChange } = report
  const head = { ...answerHead('repair', documentTarget(source, choice)), found }
  const rest = {
    changed: isChanged,
    plan: seal(JSON.parse(textOf(whole)), plan),
    left,
    firstChange: firstChange ?? null,
    ...written,
  }
  const print = (): string => onOneLine(textOf(Buffer.from(made.buffer, made.byteOffset, made.length)))
  const document = written === undefined ? `"document":${print()},` : ''
  return `${printJson(head).slice(0, -1)},${document}${printJson(rest).slice(1)}\n`
}

function storyOf(source: InputSource, { choice, seen, report }: MendedFile): Story {
  return {
    name: source.path ?? 'standard input',
    api: choice.rulebook.name,
    found: report.found,
    left: report.left,
    edits: report.plan.edits,
    made: editSentence(report),
    sound: () => soundSentence(source.path, choice, seen, report.found),
  }
}

function editSentence({ plan, firstChange }: Report): string {
  if (plan.edits.length === 0) return 'nothing was changed'
  const edits = count(plan.edits.length, 'edit')
  return firstChange === undefined ? edits : `${edits}, the first at ${printPlace(firstChange)}`
}
