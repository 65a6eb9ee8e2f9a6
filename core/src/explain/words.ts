import type { Words } from '../model/words.ts'
import { anyFault } from '../texts/fault-words.ts'
import { pairingWords } from '../texts/pairing.ts'
import { causeWords } from './cause-words.ts'
import { localWords } from './local-words.ts'

/** Added where one sentence stands for several faults. */
export const severalFaults =
  'The API uses this sentence for several faults. A check of the conversation tells which one it is.'

/** Added where the text ends inside the sentence. */
export const cutEarly = 'The text is cut off. Paste all of it to be certain.'

/** The answer where nothing was recognised. */
export const nothingKnown: Words = {
  happened: 'This error is not one I know.',
  todo: 'For a broken session, run `mortise doctor`.',
}

/** The words about faults and causes, by the key of each; at most two of them. */
export function wordsAbout(keys: readonly string[]): Words {
  const about = [...new Set(keys.map((key) => byKey[key] ?? anyFault))].slice(0, 2)
  return {
    happened: about.map(({ happened }) => happened).join(' '),
    todo: about.map(({ todo }) => todo).join(' '),
  }
}

/** How one kind of fault comes about, and what to do about it. */
export function explainRule(rule: string): Words {
  const { happened, todo } =
    (typeof rule === 'string' && Object.hasOwn(byRule, rule) ? byRule[rule] : undefined) ?? anyFault
  return { happened, todo }
}

const byRule: Readonly<Record<string, Words>> = { ...localWords, ...pairingWords }
const byKey: Readonly<Record<string, Words>> = { ...byRule, ...causeWords }
