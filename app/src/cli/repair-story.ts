import type { Finding } from '@mortise/core'
import { findingLines, isRefused, mendedLines } from './findings.ts'
import type { Look } from './look.ts'
import { count } from './printable.ts'

/** What was done about a conversation that is printed. */
export interface Story {
  readonly name: string
  readonly api: string
  readonly found: readonly Finding[]
  readonly left: readonly Finding[]
  readonly isChanged: boolean
  /** What was done to it, in a few words. */
  readonly made: string
  /** The sentence about one that was sound. */
  sound(): string
}

/** Tells what was mended, and what could not be. */
export function storyLines(story: Story, look: Look): readonly string[] {
  const { name, api, made } = story
  const stays = story.left.filter(isRefused)
  const good = look.paint('green', look.good)
  if (stays.length > 0) {
    const verb = stays.length === 1 ? 'is' : 'are'
    const sentence = `${name} is not sound for ${api}: ${count(stays.length, 'fault')} ${verb} left; ${made}`
    return [`${look.paint('red', look.bad)} ${sentence}`, ...findingLines(stays, look)]
  }
  if (!story.isChanged) return [`${good} ${story.sound()}: nothing to mend`]
  const faults = story.found.filter(isRefused)
  const sentence = `${name} is mended for ${api}: ${count(faults.length, 'fault')}; ${made}`
  return [...mendedLines(faults, look), `${good} ${sentence}`]
}
