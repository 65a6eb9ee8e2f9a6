import type { Intent } from '../../model/intent.ts'
import type { Joint, Pairs } from '../../model/joint.ts'
import type { Turn } from '../../model/transcript.ts'
import { dropIntents, dropResult } from './decide.ts'

/** Calls that are to go: their numbers among the calls that stand at or after a position of the list. */
export interface Leaving {
  readonly from: number
  readonly calls: ReadonlySet<number>
  readonly remedy: 'drop' | 'drop-turn'
}

/** The intents that remove these calls with their stand-ins. A call that has a real result by now stays. */
export function leavingIntents(turns: readonly Turn[], pairs: Pairs, leaving: Leaving): Intent[] {
  const known = knownIn(pairs, leaving)
  const going = known.filter(({ result }) => result === undefined || result.isSynthetic)
  return [...dropIntents(leaving.remedy, turns, going, pairs.joints), ...giveWay(pairs, new Set(known))]
}

function knownIn({ joints }: Pairs, { from, calls }: Leaving): readonly Joint[] {
  return joints.filter(({ turn }) => turn.index >= from).filter((_, number) => calls.has(number))
}

/** The intents that remove a stand-in whose real result is here after all. */
function giveWay({ strays }: Pairs, known: ReadonlySet<Joint>): Intent[] {
  return strays
    .filter(({ result, of }) => result.isSynthetic && of !== undefined && known.has(of))
    .map(({ turn, result }) => dropResult(turn, result))
}

/** The rules that see what only the one who takes something out can see: later, nothing tells that it stood there. */
export const followUps: ReadonlySet<string> = new Set(['reasoning-dangling'])
