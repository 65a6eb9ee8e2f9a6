import type { Frame } from '../../model/joint.ts'
import { at, include, putAt } from '../../model/lists.ts'
import type { Part } from '../../model/transcript.ts'
import { remedyFor } from '../context.ts'
import { setParts } from '../draft/draft.ts'
import { callNotLast, moreIn } from '../match/frames.ts'
import type { Arranging } from './arranging.ts'

/** Puts what follows a call in its run before the first call. */
export function putCallsLast(arranging: Arranging, frame: Frame): void {
  const { draft, policy, layout } = arranging
  if (!layout.callsLast || remedyFor(draft.context, policy, 'call-not-last') === 'leave') return
  const first = callNotLast(draft.turns, frame)
  if (first === undefined) return
  const moved: Part[] = []
  const saysMore = moreIn(draft.turns, frame)
  let isPast = false
  for (let position = frame.start; position < frame.end; position++) {
    const turn = at(draft.turns, position)
    for (const part of turn.parts) {
      isPast ||= part === first.part
      if (!isPast || !saysMore(part)) continue
      moved.push(part)
      if (turn !== first.turn) include(arranging.leaving, turn, part)
    }
  }
  const away = new Set(moved)
  const parts = first.turn.parts.filter((part) => !away.has(part))
  setParts(first.turn, putAt(parts, parts.indexOf(first.part), moved), 'call-not-last')
}
