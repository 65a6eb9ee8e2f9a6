import type { Fault, Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'

export { brokenReasoningPair as words } from '../texts/fault-words.ts'

/**
 * A call or a message that the provider knows by name is refused without the reasoning that led to it.
 *
 * The memory of the provider cannot be seen: an item is taken for one without its reasoning if the
 * model has not reasoned since the user last spoke. Without its name the item is as good.
 */
export const callWithoutReasoning: Rule = {
  name: 'call-without-reasoning',
  title: 'A call lacks the reasoning that led to it',
  text: {
    usual: '`{id}` {name} is known to the provider as `{item}`, but the reasoning before it is gone.',
    message: 'This message is known to the provider as `{item}`, but the reasoning before it is gone.',
  },
  stage: 'after',
  *detect({ turns, facts }) {
    if (facts.isUnstored === true || facts.isContinued) return
    let isReasoned = false
    for (const turn of turns) {
      const only = turn.shape === 'self' ? turn.parts[0] : undefined
      if (only?.kind === 'reasoning') isReasoned = true
      else if (isUsers(turn)) isReasoned = false
      if (turn.itemId === undefined || isReasoned) continue
      const fault: Fault = { turn, confidence: 'low', intents: [{ do: 'unset', on: turn, fact: 'itemId' }] }
      if (only?.kind === 'call') yield { ...fault, part: only }
      else if (turn.shape !== 'self' && speakerOf(turn) === 'model') yield { ...fault, variant: 'message' }
    }
  },
}

function isUsers(turn: Turn): boolean {
  return turn.shape !== 'self' && speakerOf(turn) === 'user'
}
