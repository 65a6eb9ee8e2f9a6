import { bareHead, openLoop } from '../engine/for-rules/loop.ts'
import { thinkLess } from '../engine/for-rules/thinking.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { wantsAllReasoning } from '../model/rulebook.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'

export { unusableReasoning as words } from '../texts/fault-words.ts'

/**
 * While the model thinks, its reasoning goes back with its calls.
 *
 * Nobody can write it anew. Where it must head the open loop, thinking is turned off for this request;
 * where every turn with calls must have some, an empty one says that it is lost. Whether the others of
 * the same round must have some too is disputed.
 */
export const reasoningMissing: Rule<'everyTurnWhen' | 'reasoning'> = {
  name: 'reasoning-missing',
  title: 'Reasoning that must go back with calls is missing',
  text: {
    usual: 'The model thinks in this request, and these calls came without its reasoning.',
    kept: 'This model wants the reasoning of each of its turns back, and this one came without.',
  },
  stage: 'after',
  *detect(view) {
    if (wantsAllReasoning(view.row, view.facts)) yield* bareTurns(view)
    if (!view.facts.isThinking) return
    if (view.row.reasoning === 'open-loop') yield* bareLoop(view)
    else yield* bareCalls(view)
  },
}

function* bareLoop(view: View): Generator<Fault> {
  const head = view.facts.isAdaptive ? undefined : bareHead(openLoop(view.turns))
  if (head === undefined) return
  yield {
    ...head,
    // The stand-in for reasoning.
    variant: head.part.kind,
    intents: thinkLess(view),
  }
}

function* bareCalls({ turns, row }: View<'reasoning'>): Generator<Fault> {
  for (const round of roundsOf(turns)) {
    for (const turn of round) {
      if (isReasoned(turn)) continue
      if (holds(turn, 'call'))
        yield { turn, intents: [{ do: 'set', on: turn, fact: 'reasoning', value: '' }] }
      else if (row.reasoning === 'every-round') yield { turn, severity: 'advice', intents: [] }
    }
  }
}

/** Nobody is on record as refused for it, so that nothing is written. */
function* bareTurns({ turns }: View): Generator<Fault> {
  for (const turn of turns) {
    if (speakerOf(turn) !== 'model' || isReasoned(turn)) continue
    yield { turn, severity: 'advice', variant: 'kept', intents: [] }
  }
}

/** The model's turns from one of the user's to the next, wherever it called. */
function* roundsOf(turns: readonly Turn[]): Generator<readonly Turn[]> {
  let round: Turn[] = []
  for (const turn of turns) {
    if (speakerOf(turn) === 'model') round.push(turn)
    if (speakerOf(turn) !== 'user') continue
    if (round.some((one) => holds(one, 'call'))) yield round
    round = []
  }
  if (round.some((one) => holds(one, 'call'))) yield round
}

function isReasoned({ hasReasoning, changed, parts }: Turn): boolean {
  return hasReasoning === true || changed?.has('reasoning') === true || parts.some(isReasoning)
}

function isReasoning(part: Part): boolean {
  return part.kind === 'reasoning' && part.isRouted !== true
}

function holds({ parts }: Turn, kind: Part['kind']): boolean {
  return parts.some((part) => part.kind === kind)
}
