import type { Intent } from '../model/intent.ts'
import type { Joint, Pairs } from '../model/joint.ts'
import type { Policy } from '../model/policy.ts'
import { applyEdits } from './apply.ts'
import { dropIntents, dropResult } from './decide.ts'
import { diff } from './diff.ts'
import { type Draft, draftOf } from './draft.ts'
import { enact } from './enact.ts'
import { obey, pairAgain } from './plan.ts'
import { readRanges } from './reading.ts'
import type { Task } from './repair.ts'
import { matchIn } from './scan.ts'

/** Calls that are to go: their numbers among the calls that stand at or after a position of the list. */
export interface Leaving {
  readonly from: number
  readonly calls: ReadonlySet<number>
  readonly remedy: 'drop' | 'drop-turn'
}

/**
 * Takes calls out that are known to have come to nothing, with what stands in for their results.
 *
 * A stand-in keeps the place of each result until here, so that nobody has to guess which call the others
 * are of. It does so for every API, also where one would put up with a call that waits for ever. A call that
 * has a real result by now stays. Nothing else is mended.
 */
export function leaveOut(task: Task, policy: Policy, leaving: Leaving): unknown {
  const near = draftWithout(task, policy, leaving, leaving.from)
  const draft = near.isShort ? draftWithout(task, policy, leaving, 0) : near
  return applyEdits(task.document, diff(draft))
}

/** `start`: from where on turns are read. */
function draftWithout(task: Task, policy: Policy, leaving: Leaving, start: number): Draft {
  const { document, api, tail, rules } = task
  const { format, rulebook } = api
  const end = format.turnsOf(document)?.length ?? 0
  const reading = readRanges(document, format, [{ start, end }])
  const draft = draftOf({ document, format, rulebook, reading, facts: reading.facts, tail })
  const pairs = matchIn(draft.context)
  const turns = reading.turns.filter(({ index }) => index >= leaving.from)
  const known = knownIn(pairs, leaving)
  const going = known.filter(({ result }) => result === undefined || result.isSynthetic)
  const intents = dropIntents(leaving.remedy, turns, going, pairs.joints)
  enact(draft, [...intents, ...giveWay(pairs, known)], pairs.joints, 'call-without-result')
  const left = pairAgain(draft, pairs)
  for (const rule of rules) if (followUps.has(rule.name)) obey(draft, rule, left, policy)
  return draft
}

function knownIn({ joints }: Pairs, { from, calls }: Leaving): readonly Joint[] {
  return joints.filter(({ turn }) => turn.index >= from).filter((_, number) => calls.has(number))
}

/** What stood in for a result that is here after all. */
function giveWay({ strays }: Pairs, known: readonly Joint[]): Intent[] {
  return strays
    .filter(({ result, of }) => result.isSynthetic && of !== undefined && known.includes(of))
    .map(({ turn, result }) => dropResult(turn, result))
}

/** What only the one who takes something out can see: later, nothing tells that it stood there. */
const followUps: ReadonlySet<string> = new Set(['reasoning-dangling'])
