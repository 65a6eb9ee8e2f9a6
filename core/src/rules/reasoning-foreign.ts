import { followUpOf } from '../engine/for-rules/thinking.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/**
 * Reasoning is sealed for one account, provider and model, and any other refuses it.
 *
 * No document shows who the issuer was: the rule runs only if a policy names it. All sealed reasoning goes then, with the
 * names and seals by which its issuer knows the rest. Words, calls and results stay, and so does reasoning that anybody can read.
 */
export const reasoningForeign: Rule<'reasoning'> = {
  name: 'reasoning-foreign',
  title: 'Reasoning of another account, provider or model',
  text: {
    usual: 'This reasoning is sealed for the account, the provider and the model that made it.',
    named: 'This carries a name or a seal by which only its issuer knows it.',
  },
  stage: 'before',
  *detect(view) {
    const faults = view.turns.flatMap((turn) => (speakerOf(turn) === 'user' ? [] : faultsOf(view, turn)))
    const last = faults.pop()
    yield* faults
    if (last !== undefined) yield { ...last, intents: [...last.intents, ...followUpOf(view, isSealed)] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The request holds encrypted reasoning that this API did not make, or made for another account or model. The conversation alone does not show that. This happens when a conversation moves to another key, provider or model.',
  todo: 'Remove that reasoning with `--reasoning drop`: words, calls and results stay. Or continue with the account and the model that made it.',
}

function faultsOf(view: View<'reasoning'>, turn: Turn): readonly Fault[] {
  const isItem = turn.shape === 'self' && turn.itemId !== undefined
  const sealed = turn.parts.filter((part) => isSealed(part) || (isItem && part.kind === 'reasoning'))
  const drops = sealed.map((part): Fault => ({ turn, part, intents: [{ do: 'drop', turn, part }] }))
  if ((isItem && sealed.length > 0) || view.fits(turn, undefined, 'without-issuer')) return drops
  return [{ turn, variant: 'named', intents: [{ do: 'reshape', turn, shape: 'without-issuer' }] }, ...drops]
}

function isSealed(part: Part): boolean {
  return part.kind === 'reasoning' && (part.signed || part.sealed)
}
