import type { Finding, Plan } from '@mortise/core'
import type { Delivered } from '../../documents/deliver.ts'
import { isRefused, type MadeDocument } from '../../documents/made.ts'
import type { Invocation } from '../program/command.ts'
import { editLines } from '../screen/edit-lines.ts'
import { findingLines, mendedLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import type { Style } from '../screen/style.ts'
import { writtenLines } from './output.ts'

/** The changes that a repair makes to a document. */
export interface Story {
  readonly name: string
  readonly api: string
  readonly found: readonly Finding[]
  readonly left: readonly Finding[]
  /** The edits, where they are known one by one. */
  readonly edits: Plan['edits']
  /** The edits in a few words. */
  readonly made: string
  /** The sentence about a sound document. */
  sound(): string
}

/** Tells what was mended, what could not be, and what to type next. */
export function storyLines(
  invocation: Invocation,
  style: Style,
  story: Story,
  delivered: Delivered<MadeDocument>,
): readonly string[] {
  const { name, api } = story
  const { isHeldBack, isDry } = delivered
  const { isChanged } = delivered.made
  const stays = story.left.filter(isRefused)
  const good = style.paint('green', style.good)
  const next = writtenLines(invocation, delivered)
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const made = isHeldBack ? 'the file was not changed; --partial mends the rest of it' : story.made
    const sentence = `${name} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${made}`
    return [
      `${style.paint('red', style.bad)} ${sentence}`,
      ...findingLines(stays, style),
      ...(isHeldBack ? [] : editLines(story, style)),
      ...next,
    ]
  }
  if (!isChanged) return [`${good} ${story.sound()}: nothing to mend`, ...next]
  const faults = story.found.filter(isRefused)
  const verb = isDry ? 'would be' : 'is'
  const sentence = `${name} ${verb} mended for ${api}: ${count(faults.length, 'fault')}; ${story.made}`
  return [...mendedLines(faults, style), ...editLines(story, style), `${good} ${sentence}`, ...next]
}
