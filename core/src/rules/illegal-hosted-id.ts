import { dropTool, hostedLoops } from '../engine/hosted.ts'
import type { Rule } from '../model/rule.ts'
import { patternOf } from '../model/rulebook.ts'

/** The provider knows its own tools by their ids: no other id can be made up, so both halves go. */
export const illegalHostedId: Rule = {
  name: 'illegal-hosted-id',
  stage: 'before',
  *detect({ turns, row }) {
    const pattern = patternOf(row.pattern ?? '')
    const gone = new Set<unknown>()
    for (const loop of hostedLoops(turns)) {
      for (const seat of loop.seats) {
        const { half, isRelayed, id } = seat.part
        if (half !== 'call' || isRelayed || (id !== undefined && pattern.test(id))) continue
        const intents = dropTool(loop, seat, gone)
        yield { turn: seat.turn, part: seat.part, calls: id === undefined ? [] : [id], intents }
      }
    }
  },
}
