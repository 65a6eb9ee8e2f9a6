import type { Finding, Plan } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { editLines } from '../screen/edit-lines.ts'
import { findingLines, isRefused, mendedLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import type { Style } from '../screen/style.ts'
import type { MadeDocument } from './deliver.ts'
import { type Outcome, writtenLines } from './output.ts'

/** The changes that a repair makes to a document. */
export interface Story {
  readonly name: string
  readonly api: string
  readonly found: readonly Finding[]
  readonly left: readonly Finding[]
  readonly isChanged: boolean
  /** The edits, where they are known one by one. */
  readonly edits: Plan['edits']
  /** The edits in a few words. */
  readonly made: string
  /** The sentence about a sound document. */
  sound(): string
}

/** The outcome of a repair, as it is delivered. */
export function mendedBy(
  invocation: Invocation,
  story: Story,
): Pick<MadeDocument, 'isChanged' | 'isSound' | 'exit' | 'lines'> {
  const isSound = !story.left.some(isRefused)
  return {
    isChanged: story.isChanged,
    isSound,
    exit: isSound ? exits.sound : exits.faults,
    lines: (style, outcome) => storyLines(invocation, style, story, outcome),
  }
}

/** Tells what was mended, what could not be, and what to type next. */
function storyLines(invocation: Invocation, style: Style, story: Story, outcome: Outcome): readonly string[] {
  const { name, api } = story
  const stays = story.left.filter(isRefused)
  const good = style.paint('green', style.good)
  const next = writtenLines(invocation, outcome)
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const isMade = isCarriedOut(story, outcome)
    const made = isMade ? story.made : 'the file was not changed; --partial mends the rest of it'
    const sentence = `${name} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${made}`
    return [
      `${style.paint('red', style.bad)} ${sentence}`,
      ...findingLines(stays, style),
      ...(isMade ? editLines(story, style) : []),
      ...next,
    ]
  }
  if (!story.isChanged) return [`${good} ${story.sound()}: nothing to mend`, ...next]
  const faults = story.found.filter(isRefused)
  const verb = outcome.isDry ? 'would be' : 'is'
  const sentence = `${name} ${verb} mended for ${api}: ${count(faults.length, 'fault')}; ${story.made}`
  return [...mendedLines(faults, style), ...editLines(story, style), `${good} ${sentence}`, ...next]
}

/** A file is only changed where nothing refused would be left in it, or where that is asked for. */
function isCarriedOut({ isChanged }: Story, { output, written }: Outcome): boolean {
  return output.kind !== 'in-place' || !isChanged || (written?.operation ?? null) !== null
}
