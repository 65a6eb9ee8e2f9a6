import { isObject } from '../../model/json.ts'
import type { Turn } from '../../model/transcript.ts'
import { wakeForeign } from '../folded.ts'
import { readAnswer } from './walk.ts'

/** Sees to messages that only the turns beside them tell apart. */
export function settle(turns: readonly Turn[]): void {
  wakeOlder(turns)
  wakeForeign(turns)
}

/** Wakes results of the oldest form that stand behind newer calls: behind the one call of an older model they are sound. */
function wakeOlder(turns: readonly Turn[]): void {
  let isNewer = false
  for (const turn of turns) {
    if (turn.speaker === 'model') isNewer = turn.parts.some(({ kind }) => kind === 'call')
    else if (turn.speaker !== 'tool' && turn.likely !== 'tool') isNewer = false
    const { raw, index, role } = turn
    if (isNewer && role === 'function' && turn.shape !== 'self' && isObject(raw))
      Object.assign(turn, readAnswer(raw, index))
  }
}
