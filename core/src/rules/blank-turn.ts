import { messagesOf } from '../model/messages.ts'
import type { Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/** A message of white space alone is refused; beside anything else, white space passes. */
export const blankTurn: Rule = {
  name: 'blank-turn',
  title: 'A turn holds nothing but white space',
  text: 'This turn holds nothing but white space.',
  stage: 'before',
  *detect({ turns, layout }) {
    for (const message of messagesOf(turns, layout)) {
      const [turn] = message
      if (turn === undefined || !isBlank(message)) continue
      yield { turn, intents: message.map((piece) => ({ do: 'vacate', turn: piece })) }
    }
  },
}

function isBlank(message: readonly Turn[]): boolean {
  let hasSpace = false
  for (const { parts } of message) {
    for (const part of parts) {
      if (part.kind !== 'text' || part.text.trim() !== '') return false
      hasSpace ||= part.text !== ''
    }
  }
  return hasSpace
}
