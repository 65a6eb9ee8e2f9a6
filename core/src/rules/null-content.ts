import type { Fault, Rule, View } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/** No content at all is refused, except beside calls where the format allows it. */
export const nullContent: Rule = {
  name: 'null-content',
  title: 'A turn has no content',
  text: {
    usual: 'This {speaker} turn has no content.',
    thought: 'This reasoning has no text, not even an empty one.',
  },
  stage: 'before',
  *detect(view) {
    for (const turn of view.turns.filter(hasNothing))
      yield { turn, ...(turn.vacant ? { variant: 'vacant' } : {}), intents: [{ do: 'vacate', turn }] }
    for (const { turn, part } of seatsOf(view.turns, isNull)) yield faultOf(turn, part, view)
    for (const { turn, part } of seatsOf(view.turns, isThought)) {
      if (!view.fits(turn, part, 'worded-thought'))
        yield {
          turn,
          part,
          variant: 'thought',
          intents: [{ do: 'reshape', turn, part, shape: 'worded-thought' }],
        }
    }
  },
}

function hasNothing(turn: Turn): boolean {
  if (turn.shape !== 'none') return false
  return turn.parts.every(speakerOf(turn) === 'model' ? isThought : isThoughtOrCall)
}

/** Reasoning alone is no content … */
function isThought({ kind }: Part): boolean {
  return kind === 'reasoning'
}

/** … nor is a call of somebody who cannot call. */
function isThoughtOrCall({ kind }: Part): boolean {
  return kind === 'reasoning' || kind === 'call'
}

function isNull(part: Part): boolean {
  return part.kind === 'result' && part.isNull && part.changed?.has('content') !== true
}

/** The words of a result may stand where the API does not look for them. */
function faultOf(turn: Turn, part: Part, { fits }: View): Fault {
  if (!fits(turn, undefined, 'result-item'))
    return { turn, part, intents: [{ do: 'reshape', turn, shape: 'result-item' }] }
  return { turn, part, intents: [{ do: 'set', on: part, fact: 'content', value: '' }] }
}
