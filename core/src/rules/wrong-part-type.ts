import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

/**
 * Some APIs have one type for words that the model said and another for words said to it.
 *
 * A part of another API's making has neither; both kinds get the type that their speaker has. What a stream left of a
 * call is no part at all.
 */
export const wrongPartType: Rule = {
  name: 'wrong-part-type',
  title: 'A part is of a type that its speaker cannot have',
  text: {
    usual: 'A part of this {speaker} turn is of a type that it cannot have here.',
    foreign: 'A part of this {speaker} turn is of a type that this API does not have.',
    untyped: 'A part of this {speaker} turn says nothing about its type.',
    output: 'This result holds a part of a type that results cannot have.',
  },
  stage: 'before',
  *detect({ turns, fits, hasShape }) {
    const own = 'own-content'
    const partShapes = (['own-part', 'spoken-part'] as const).filter(hasShape)
    for (const turn of turns) {
      const wish = speakerOf(turn)
      const isItem = turn.shape === 'self'
      const isForeign = turn.isFolded === true || !fits(turn, undefined, 'own-turn')
      if (!isForeign && !fits(turn, undefined, 'typed-content', wish))
        yield {
          turn,
          variant: 'untyped',
          intents: [{ do: 'reshape', turn, shape: 'typed-content', wish }],
        }
      if (!fits(turn, undefined, own))
        yield {
          turn,
          variant: isItem ? 'output' : 'foreign',
          intents: [{ do: 'reshape', turn, shape: own }],
        }
      if (isItem) continue
      for (const part of turn.parts) {
        for (const shape of partShapes) {
          if (!fits(turn, part, shape, wish))
            yield {
              turn,
              part,
              variant: shape === 'own-part' ? 'foreign' : wish,
              intents: [{ do: 'reshape', turn, part, shape, wish }],
            }
        }
      }
    }
  },
}
