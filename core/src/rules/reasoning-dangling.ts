import type { Facts } from '../model/facts.ts'
import type { Tail } from '../model/report.ts'
import type { Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'

export { brokenReasoningPair as words } from '../texts/fault-words.ts'

/**
 * Reasoning that the provider knows by name is refused without what it led to.
 *
 * Where it has no words of its own, what follows must be the very item, under its own name.
 * Read from right to left: reasoning that goes leaves what stands before it without a successor too.
 */
export const reasoningDangling: Rule = {
  name: 'reasoning-dangling',
  title: 'Reasoning is not followed by what it led to',
  text: 'The reasoning `{item}` is not followed by the item that it led to.',
  stage: 'after',
  about: 'reasoning',
  *detect({ turns, tail, facts }) {
    const dangling: Turn[] = []
    let next: Turn | undefined
    for (const turn of turns.toReversed()) {
      if (isNamedReasoning(turn) && !mayStand(turn, next, tail, facts)) dangling.push(turn)
      else next = turn
    }
    for (const turn of dangling.reverse()) yield { turn, intents: [{ do: 'drop', turn }] }
  },
}

function mayStand(turn: Turn, next: Turn | undefined, tail: Tail, facts: Facts): boolean {
  // At the end of a live conversation or of a session, what follows may not be there yet.
  if (next === undefined) return tail !== 'closed' && turn.isBereft !== true
  if (speakerOf(next) !== 'model') return false
  if (isNamed(next) && turn.isBereft !== true) return true
  // The provider knows its own reasoning by name, and then looks for the very message that followed it.
  return isSealed(turn) && (next.shape === 'self' || facts.isUnstored === true)
}

function isSealed({ parts }: Turn): boolean {
  return parts[0]?.kind === 'reasoning' && parts[0].signed
}

/** Some calls have a name that must stay, so that it is none of the item's own. */
function isNamed({ itemId, parts, changed }: Turn): boolean {
  if (itemId !== undefined) return true
  const only = parts[0]
  return only?.kind === 'call' && only.alias !== undefined && changed?.has('itemId') !== true
}

function isNamedReasoning({ shape, parts, itemId }: Turn): boolean {
  return shape === 'self' && itemId !== undefined && parts[0]?.kind === 'reasoning'
}
