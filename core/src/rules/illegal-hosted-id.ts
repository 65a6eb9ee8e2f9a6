import { dropTool, hostedLoops } from '../engine/for-rules/hosted.ts'
import type { Rule } from '../model/rule.ts'
import { patternOf } from '../model/rulebook.ts'

export { refusedCallId as words } from '../texts/fault-words.ts'

/** The provider knows its own tools by their ids: no other id can be made up, so both halves go. */
export const illegalHostedId: Rule<'pattern'> = {
  name: 'illegal-hosted-id',
  title: 'A tool of the provider has an id of another form',
  text: {
    usual: 'The id `{id}` is none that the provider gives to its own tools.',
    nameless: 'This tool of the provider has no id.',
  },
  stage: 'before',
  about: 'hosted',
  *detect({ turns, row }) {
    const pattern = patternOf(row.pattern ?? '')
    const gone = new Set<unknown>()
    for (const loop of hostedLoops(turns)) {
      for (const seat of loop.seats) {
        const { half, isRelayed, id } = seat.part
        if (half !== 'call' || isRelayed || (id !== undefined && pattern.test(id))) continue
        const intents = dropTool(loop, seat, gone)
        if (id === undefined) yield { ...seat, variant: 'nameless', calls: [], intents }
        else yield { ...seat, calls: [id], intents }
      }
    }
  },
}
