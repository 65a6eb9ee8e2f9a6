import { messagesOf } from '../model/messages.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { isSilent, type Part, speakerOf, type Turn } from '../model/transcript.ts'

export { unusableReasoning as words } from '../texts/fault-words.ts'

/** A message that holds reasoning starts with it; the model thought before it spoke. */
export const reasoningNotFirst: Rule = {
  name: 'reasoning-not-first',
  title: 'A turn with reasoning starts with something else',
  text: 'This turn holds reasoning and starts with something else.',
  stage: 'after',
  about: 'reasoning',
  *detect({ turns, facts, layout }) {
    if (facts.isAdaptive) return
    for (const message of messagesOf(turns, layout)) {
      if (message[0]?.parts[0]?.kind === 'reasoning') continue
      for (const turn of message.filter(holdsLater)) {
        const fault = speakerOf(turn) === 'model' ? faultOf(turn) : undefined
        if (fault !== undefined) yield fault
      }
    }
  },
}

/** Whether a turn holds reasoning that is not its first part. */
function holdsLater({ parts }: Turn): boolean {
  return parts[0]?.kind !== 'reasoning' && parts.some(isReasoning)
}

function isReasoning({ kind }: Part): boolean {
  return kind === 'reasoning'
}

function faultOf(turn: Turn): Fault | undefined {
  const first = turn.parts.findIndex(isReasoning)
  const ahead = turn.parts.slice(0, first).find(isThere)
  if (ahead === undefined) return undefined
  const end = turn.parts.findIndex((part, index) => index > first && part.kind !== 'reasoning')
  const block = turn.parts.slice(first, end < 0 ? undefined : end)
  // Each goes to the head: the last one first keeps their order.
  return { turn, part: ahead, intents: block.reverse().map((part) => ({ do: 'lead', turn, part })) }
}

/** An empty text goes anyway, a result goes home, a mark says nothing, and the provider may run a tool first. */
function isThere(part: Part): boolean {
  return (
    !isSilent(part) &&
    part.kind !== 'result' &&
    part.kind !== 'hosted' &&
    (part.kind !== 'text' || part.text !== '')
  )
}
