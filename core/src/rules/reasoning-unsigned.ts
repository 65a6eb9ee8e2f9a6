import { followUpOf } from '../engine/for-rules/thinking.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { type PlacedPart, seatsOf } from '../model/seat.ts'
import type { Part } from '../model/transcript.ts'

export { unusableReasoning as words } from '../texts/fault-words.ts'

/**
 * Reasoning without its provider's signature is refused, and nobody else can sign it: it goes.
 *
 * Where that would leave the open loop without reasoning at its head, thinking is turned off too; so it
 * is where every turn with calls must have some and one has lost it.
 */
export const reasoningUnsigned: Rule<'reasoning'> = {
  name: 'reasoning-unsigned',
  title: 'Reasoning has no signature',
  text: 'This reasoning has no signature, and nobody but its provider could sign it.',
  stage: 'before',
  about: 'reasoning',
  *detect(view) {
    const faults = seatsOf(view.turns, isUnsigned).map(faultOf)
    const last = faults.pop()
    yield* faults
    if (last !== undefined) yield { ...last, intents: [...last.intents, ...followUpOf(view, isUnsigned)] }
  },
}

function isUnsigned(part: Part): boolean {
  return part.kind === 'reasoning' && !part.signed
}

function faultOf({ turn, part }: PlacedPart): Fault {
  return { turn, part, intents: [{ do: 'drop', turn, part }] }
}
