import { bareHead, openLoop } from '../engine/for-rules/loop.ts'
import { thinkLess } from '../engine/for-rules/thinking.ts'
import type { Intent } from '../model/intent.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { isSilent, type Part, speakerOf, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/**
 * The turn that the model is in goes back as it was, or without its reasoning.
 *
 * No document shows this fault: a repair makes it, by moving or dropping what stands beside signed
 * reasoning. The reasoning of the open loop then goes too, and thinking is turned off where it may not.
 */
export const reasoningChanged: Rule = {
  name: 'reasoning-changed',
  title: 'Signed reasoning of the last turn would be changed',
  text: 'What stands beside signed reasoning in the last turn would be changed.',
  stage: 'after',
  about: 'isThinking',
  *detect(view) {
    const fault = view.facts.isThinking ? faultOf(view) : undefined
    if (fault !== undefined) yield fault
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The latest signed reasoning of the model was changed. The conversation alone does not show where: a program between the API and the stored conversation edits or reorders it.',
  todo: 'Send the latest answer of the model back exactly as it came, or leave its reasoning out and turn reasoning off for this request.',
}

function faultOf(view: View): Fault | undefined {
  const loop = openLoop(view.turns)
  const changed = loop.find(isRearranged)
  const drops = loop.flatMap((turn) => turn.parts.filter(isReasoning).map((part) => dropOf(turn, part)))
  if (changed === undefined || drops.length === 0) return undefined
  const isBare = !view.facts.isAdaptive && bareHead(loop, isReasoning) !== undefined
  return { turn: changed, intents: isBare ? [...drops, ...thinkLess(view)] : drops }
}

function dropOf(turn: Turn, part: Part): Intent {
  return { do: 'drop', turn, part }
}

/** Bringing reasoning to the head only restores what the model sent; what says nothing was never sent. */
function isRearranged(turn: Turn): boolean {
  if (turn.was === undefined || speakerOf(turn) !== 'model') return false
  const before = turn.was.filter(isSaid)
  const after = turn.parts.filter(isSaid)
  const kept = new Set(turn.parts)
  const isSame = before.length === after.length && before.every((part, index) => part === after[index])
  return !isSame || turn.was.some((part) => isReasoning(part) && !kept.has(part))
}

function isSaid(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() !== ''
  return part.kind !== 'reasoning' && part.kind !== 'result' && !isSilent(part)
}

function isReasoning(part: Part): boolean {
  return part.kind === 'reasoning'
}
