import type { Finding } from '@mortise/core'
import type { Invocation } from './command.ts'
import { findingLines, isRefused, mendedLines } from './findings.ts'
import type { Look } from './look.ts'
import type { Output, Written } from './output.ts'
import { count } from './printable.ts'
import { quote } from './program.ts'
import { samePlace } from './same-place.ts'

/** What a repair does to a document. */
export interface Story {
  readonly name: string
  readonly api: string
  readonly found: readonly Finding[]
  readonly left: readonly Finding[]
  readonly isChanged: boolean
  /** The edits in a few words. */
  readonly made: string
  /** The sentence about a sound document. */
  sound(): string
}

/** What became of it. */
export interface Outcome {
  readonly output: Output
  readonly written: Written | undefined
  readonly isDry: boolean
}

/** Tells what was mended, what could not be, and what to type next. */
export function storyLines(
  invocation: Invocation,
  look: Look,
  story: Story,
  outcome: Outcome,
): readonly string[] {
  const { name, api } = story
  const stays = story.left.filter(isRefused)
  const good = look.paint('green', look.good)
  const next = nextLines(invocation, outcome)
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const made = madeWords(story, outcome)
    const sentence = `${name} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${made}`
    return [`${look.paint('red', look.bad)} ${sentence}`, ...findingLines(stays, look), ...next]
  }
  if (!story.isChanged) return [`${good} ${story.sound()}: nothing to mend`, ...next]
  const faults = story.found.filter(isRefused)
  const verb = outcome.isDry ? 'would be' : 'is'
  const sentence = `${name} ${verb} mended for ${api}: ${count(faults.length, 'fault')}; ${story.made}`
  return [...mendedLines(faults, look), `${good} ${sentence}`, ...next]
}

/** The edits; a file is only changed where nothing refused would be left in it, or where that is asked for. */
function madeWords({ made, isChanged }: Story, { output, written }: Outcome): string {
  if (output.kind !== 'in-place' || !isChanged || (written?.operation ?? null) !== null) return made
  return 'the file was not changed; --partial mends the rest of it'
}

function nextLines({ program, flags }: Invocation, { output, written, isDry }: Outcome): readonly string[] {
  if (output.kind === 'print') return []
  if (isDry) return ['  nothing was written']
  if (written === undefined) return []
  const { operation } = written
  return [
    ...(output.kind === 'file' ? [`  written: ${written.output}`] : []),
    ...(operation === null ? [] : [`  undo: ${program} undo ${quote(operation)}${samePlace(flags)}`]),
  ]
}
