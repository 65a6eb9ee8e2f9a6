import type { Rule, View } from '../model/rule.ts'
import { speaks, type Turn } from '../model/transcript.ts'
import { earlierTurns, nothingSaid } from '../texts/fixed.ts'

export { noUserStart as words } from '../texts/fault-words.ts'

/**
 * A request must start with the user.
 *
 * The user's first words are not here: a fixed turn says so. Where a repair took the user's turn away
 * because it said nothing, the turn in its place says nothing either.
 */
export const startsOnModel: Rule = {
  name: 'starts-on-model',
  title: 'The request starts on the model’s turn',
  text: 'The request starts on a {speaker} turn, and this API wants the user first.',
  stage: 'after',
  *detect(view) {
    const turn = view.hasStart && !view.facts.isContinued ? firstToSpeak(view) : undefined
    if (turn?.speaker !== 'model') return
    const head = view.turns.find(({ speaker }) => speaker !== 'system') ?? turn
    const text = head.index === 0 || head !== view.turns[0] ? earlierTurns : nothingSaid
    const given = view.turns.indexOf(head) === head.index ? { variant: 'given' } : {}
    yield {
      turn,
      ...given,
      intents: [{ do: 'insert-turn', beside: head, side: 'before', speaker: 'user', text }],
    }
  },
}

/** Where calls and results do not count, the first turn that is neither. */
function firstToSpeak({ turns, layout }: View): Turn | undefined {
  return layout.alternates === 'speech' ? turns.find(speaks) : turns[0]
}
