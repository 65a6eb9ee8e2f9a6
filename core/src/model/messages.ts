import type { Layout } from './rulebook.ts'
import type { Turn } from './transcript.ts'

/** Groups turns by the message that the API sees them in: each is a message of its own unless the sender joins neighbours. */
export function messagesOf(turns: readonly Turn[], { joined }: Layout): readonly (readonly Turn[])[] {
  const messages: Turn[][] = []
  for (const turn of turns) {
    const message = messages.at(-1)
    const last = message?.at(-1)
    if (joined === true && last !== undefined && areJoined(last, turn)) message?.push(turn)
    else messages.push([turn])
  }
  return messages
}

/** Two answers stay two messages, also where no user stands between them. */
function areJoined(last: Turn, turn: Turn): boolean {
  return last.speaker === turn.speaker && last.answer === turn.answer
}
