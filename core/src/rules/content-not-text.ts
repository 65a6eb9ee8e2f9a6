import type { Rule } from '../model/rule.ts'
import { type Part, speakerOf, type Turn } from '../model/transcript.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

/**
 * Where content is one string, a list of texts is joined and nothing beside calls becomes an empty text. Images stay in
 * the list, or go where the API has a place for them.
 *
 * Where a result says of what type its words are, words alone are said to be text. A result inside a turn is words
 * or a list of parts; any other value is printed.
 */
export const contentNotText: Rule<'besideCalls' | 'imagesApart' | 'speakers'> = {
  name: 'content-not-text',
  title: 'A turn’s content is not one text',
  text: {
    usual: 'The content of this {speaker} turn is not one text.',
    output: 'A result in this {speaker} turn does not say of what type its words are.',
    result: 'What `{id}` gave is neither a text nor a list of parts.',
  },
  stage: 'before',
  *detect({ turns, row, fits, demands }) {
    const wish = row.besideCalls
    const shape = row.imagesApart ? 'text-and-images' : 'text-content'
    const isTold = (turn: Turn, part: Part): boolean =>
      part.kind !== 'result' || fits(turn, part, 'told-content')
    const areTold = (turn: Turn): boolean => {
      for (const part of turn.parts) if (!isTold(turn, part)) return false
      return true
    }
    // A content in another API's shape is written anew, here or where its role is judged.
    const isJudgedLater = demands('unknown-role')
    const isWrong = (turn: Turn): boolean =>
      !(turn.isFolded && isJudgedLater) &&
      (row.speakers?.includes(speakerOf(turn)) ?? true) &&
      !(fits(turn, undefined, shape, wish) && fits(turn, undefined, 'typed-output') && areTold(turn))
    for (const turn of turns.filter(isWrong)) {
      if (!fits(turn, undefined, shape, wish))
        yield {
          turn,
          intents: [turn.isFolded ? { do: 'unfold', turn } : { do: 'reshape', turn, shape, wish }],
        }
      if (!fits(turn, undefined, 'typed-output'))
        yield { turn, variant: 'output', intents: [{ do: 'reshape', turn, shape: 'typed-output' }] }
      for (const part of turn.parts) {
        if (!isTold(turn, part))
          yield {
            turn,
            part,
            variant: 'result',
            intents: [{ do: 'reshape', turn, part, shape: 'told-content' }],
          }
      }
    }
  },
}
