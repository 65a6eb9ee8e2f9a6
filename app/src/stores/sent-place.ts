import { memberAt } from './json.ts'

/** The place of a message, and perhaps of a block in it, at the head of an API's sentence. */
const place = /^messages\.(\d+)(?:\.content\.(\d+))?/

/**
 * Gives an API's sentences about messages that are merged before they are sent as the API would say them.
 *
 * It counts what it is sent: neighbours of one role are one message there, with the blocks of all of them.
 */
export function quoterOf(messages: readonly unknown[]): (says: string) => string {
  const places = placesOf(messages)
  return (says) =>
    says.replace(place, (head, turn: string, block?: string) => {
      const sent = places[Number(turn)]
      if (sent === undefined) return head
      return `messages.${sent.message}${block === undefined ? '' : `.content.${sent.blocks + Number(block)}`}`
    })
}

interface SentPlace {
  /** The message that a turn is sent in. */
  readonly message: number
  /** How many blocks stand in it before those of the turn. */
  readonly blocks: number
}

function placesOf(messages: readonly unknown[]): readonly SentPlace[] {
  const places: SentPlace[] = []
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const last = places[index - 1] ?? { message: 0, blocks: 0 }
    const isMerged = index === 0 || memberAt(before, ['role']) === memberAt(message, ['role'])
    const blocks = index === 0 ? 0 : last.blocks + blocksIn(before)
    places.push(isMerged ? { ...last, blocks } : { message: last.message + 1, blocks: 0 })
  })
  return places
}

function blocksIn(message: unknown): number {
  const content = memberAt(message, ['content'])
  return Array.isArray(content) ? content.length : 1
}
