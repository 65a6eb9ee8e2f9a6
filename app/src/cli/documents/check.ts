import type { Choice, Finding, ScannedBytes } from '@mortise/core'
import { isRefused } from '../../documents/made.ts'
import { kindOf, refuseForeign } from '../input/kind.ts'
import { scanInput } from '../input/scan-input.ts'
import { sampleOf } from '../input/sniff.ts'
import { type Access, type InputSource, sourceOf } from '../input/source.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { optionsOf } from '../program/options.ts'
import { quote, quoteFile } from '../program/program.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { showWhile } from '../screen/progress.ts'
import { pasted } from '../screen/wrap.ts'
import { refuseOtherAgents } from '../sessions/other-agents.ts'
import { tellChoice } from './choice.ts'

/** Says what an API would refuse in a conversation. */
export async function check(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  if (flags.reporter !== undefined) return (await import('./check-report.ts')).checkReport(invocation)
  const kind = await kindOf(invocation)
  refuseForeign(flags, kind)
  if (kind === 'session') return (await import('../mend/check-session.ts')).checkSession(invocation)
  const source = sourceOf(invocation.words, `${invocation.program} check`)
  if (flags.batch) return (await import('./batch/batch.ts')).runBatch('check', source, invocation)
  const access = await source.access()
  try {
    const sample = sampleOf(access, flags)
    if (source.path === undefined) refuseOtherAgents(invocation, source.name, access)
    if (sample === undefined) return checkDocument(invocation, source, access)
    if (source.path === undefined && flags.format === undefined) {
      const exit = (await import('../mend/check-session.ts')).checkPiped(invocation, source, access)
      if (exit !== undefined) return exit
    }
    return (await import('./check-lines.ts')).checkLines(invocation, source, access, sample)
  } finally {
    access.close()
  }
}

function checkDocument(invocation: Invocation, source: InputSource, access: Access): number {
  const { flags, out } = invocation
  const bytes = access.whole()
  const scan = (): ScannedBytes => scanInput(source, bytes, optionsOf(flags).reading)
  const {
    choice,
    seen: document,
    found,
  } = showWhile(invocation, `reading ${source.name}`, bytes.length, scan)
  tellChoice(invocation, choice, document)
  const answer = { ...answerHead('check', documentTarget(source, choice)), found }
  if (flags.json) out.json(answer)
  else out.tell(checkScreen(invocation, source, choice, document, found))
  return found.some(isRefused) ? exits.faults : exits.sound
}

function checkScreen(
  invocation: Invocation,
  source: InputSource,
  choice: Choice,
  document: unknown,
  found: readonly Finding[],
): readonly string[] {
  const { style } = invocation.out
  const lines = findingLines(found, style)
  if (found.some(isRefused))
    return [...lines, pasted('  fix: ', fixCommand(invocation, source, choice.rulebook.name))]
  const sound = `${style.paint('green', style.good)} ${soundSentence(source.path, choice, document, found)}`
  return [...lines, sound]
}

/** Says that a document is sound, and how large it is. */
export function soundSentence(
  path: string | undefined,
  choice: Choice,
  document: unknown,
  found: readonly Finding[],
): string {
  const turns = count(choice.format.turnsOf(document)?.length ?? 0, 'turn')
  const advice = found.length === 0 ? '' : `, ${count(found.length, 'piece of advice', 'pieces of advice')}`
  return `${path ?? 'standard input'} is sound for ${choice.rulebook.name} (${turns}${advice})`
}

/** The whole command that mends a conversation; without an end of its own, in the file that it stands in. */
export function fixCommand(
  { program, flags }: Invocation,
  source: InputSource,
  api: string | undefined,
  end: readonly string[] = source.path === undefined ? ['-o', 'fixed.json'] : ['--in-place'],
): string {
  const words = [program, 'repair', quoteFile(source.path ?? '-')]
  if (api !== undefined) words.push('--api', api)
  if (flags.format !== undefined) words.push('--format', quote(flags.format))
  if (flags.policy !== undefined) words.push('--policy', flags.policy)
  if (flags.tail !== undefined) words.push('--tail', flags.tail)
  return [...words, ...end].join(' ')
}
