/**
 * The few sentences that a compaction writes into a conversation.
 *
 * They never change: what was cut before must be known again, and prompt caches must hold.
 */

const clearedStart = '[this result was cleared to save space: '

/** Stands in for a whole result; the joint stays. */
export function clearedResult(characters: number): string {
  return `${clearedStart}${characters} characters]`
}

/** Whether a text is all that was left of a result. */
export function isCleared(text: string): boolean {
  return text.startsWith(clearedStart) && text.length < clearedStart.length + 40
}

/** Stands in the middle of a long result, where something was cut out. */
export function cutMiddle(characters: number): string {
  return `\n[${characters} characters were cut here to save space]\n`
}

const summaryStart = '[summary of earlier messages: '

/** The first line of the one turn that says what earlier turns said. */
export function summaryLabel(messages: number): string {
  return `${summaryStart}${messages} in number]`
}

/** Whether a text is a summary that a compaction wrote. */
export function isSummary(text: string): boolean {
  return text.startsWith(summaryStart)
}

/** Stands between a summary and another user turn where speakers must alternate. */
export const noted = '(noted)'

const speakerNames = {
  user: 'User',
  model: 'Model',
  tool: 'Tool',
  system: 'Instructions',
  unknown: 'Somebody',
} as const

/** The head over what somebody said, in the text that a summary is made of. */
export function speakerHead(speaker: keyof typeof speakerNames): string {
  return `${speakerNames[speaker]}:`
}

/** The word for an image or a file in the text that a summary is made of. */
export const mediaOmitted = '(an image or a file)'

/** Stands under the label of a result where the tool reported an error. */
export const errorReported = '(the tool reported an error)'
