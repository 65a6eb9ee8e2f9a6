import type { Rule } from '../model/rule.ts'
import { type Call, speakerOf, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/**
 * Each step of the model since the user last spoke shows by a signature that its first call is its own.
 *
 * Calls beside the first are unsigned by design, and steps before the user's last words are not looked
 * at. A signature cannot be made: the provider is asked to go without.
 */
export const signatureMissing: Rule = {
  name: 'signature-missing',
  title: 'A call lacks the signature it came with',
  text: '`{id}` {name} lacks the signature that the model gave it.',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns.slice(lastSpoken(turns) + 1)) {
      const call = speakerOf(turn) === 'model' ? firstCall(turn) : undefined
      if (call === undefined || call.signed) continue
      yield {
        turn,
        part: call,
        intents: [{ do: 'set', on: call, fact: 'signature', value: 'waived' }],
      }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The first call of a turn lacks the signature that the model gave it. This happens when a proxy drops the signature, or when the call comes from another model.',
  todo: 'Repair the conversation, and make sure that every program between you and the API keeps signatures.',
}

/** The position of the last turn in which somebody other than the model said more than results; -1 if none did. */
function lastSpoken(turns: readonly Turn[]): number {
  return turns.findLastIndex(
    (turn) => speakerOf(turn) !== 'model' && turn.parts.some((part) => part.kind !== 'result'),
  )
}

function firstCall(turn: Turn): Call | undefined {
  return turn.parts.find((part) => part.kind === 'call')
}
