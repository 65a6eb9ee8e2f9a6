import type { Intent } from '../../model/intent.ts'
import type { Joint, Pairs, Stray } from '../../model/joint.ts'
import { sameJson } from '../../model/json.ts'
import { addTo } from '../../model/lists.ts'
import type { Policy, Remedy } from '../../model/policy.ts'
import { type Part, type Result, speakerOf, speaks, type Turn } from '../../model/transcript.ts'
import { ownRemedy, policyRemedy, remedyFor, remedyForCall, rowOf } from '../context.ts'
import type { Draft } from '../draft/draft.ts'
import { enact } from '../draft/enact.ts'
import { layFrames } from '../match/frames.ts'
import { isOpen } from '../match/match-state.ts'
import { faultOfStray, mayBeKept, ruleOfStray, varietyOfStray } from '../match/strays.ts'

/**
 * Lets the policy decide open calls and results without a call of their own.
 *
 * Returns whether parts went, so that the rest must be matched again.
 */
export function decide(draft: Draft, pairs: Pairs, policy: Policy): boolean {
  const calls = openCallIntents(draft, pairs, policy)
  const strays = new Map<string, Intent[]>()
  for (const stray of pairs.strays) {
    if (mayBeKept(stray, draft.context.facts)) continue
    const rule = ruleOfStray(stray)
    const intent = strayIntent(draft, stray, strayRemedy(draft, stray, policy, rule))
    if (intent === undefined) continue
    addTo(strays, faultOfStray(stray, draft.context.rulebook.layout), intent)
  }
  for (const [rule, intents] of strays) enact(draft, intents, pairs.joints, rule)
  enact(draft, calls, pairs.joints, 'call-without-result')
  return calls.length > 0 || strays.size > 0
}

/** The intents that remove calls with their results, or with their whole turns. */
export function dropIntents(
  remedy: 'drop' | 'drop-turn',
  turns: readonly Turn[],
  going: readonly Joint[],
  joints: readonly Joint[],
): Intent[] {
  if (remedy === 'drop-turn') return dropTurns(wholeTurns(turns, going), joints)
  return going.flatMap(({ turn, call, result, home }): Intent[] => [
    { do: 'drop', turn, part: call },
    ...(result === undefined || home === undefined ? [] : [dropResult(home, result)]),
  ])
}

function openCallIntents(draft: Draft, pairs: Pairs, policy: Policy): Intent[] {
  const { rulebook, tail } = draft.context
  const remedyOf = ({ call }: Joint): Remedy =>
    remedyForCall(draft.context, policy, 'call-without-result', call)
  const { running } = layFrames(draft.turns, pairs, rulebook.layout, tail)
  const open = pairs.joints.filter((joint) => isOpen(joint) && !running.has(joint))
  const aborted = pairs.joints.filter((joint) => joint.turn.isAborted && remedyOf(joint) !== 'leave')
  const whole = open.filter((joint) => remedyOf(joint) === 'drop-turn')
  const turns = whole.length === 0 ? noTurns : wholeTurns(draft.turns, whole)
  const alone = open.filter((joint) => remedyOf(joint) === 'drop' && !turns.has(joint.turn))
  return [
    ...aborted.flatMap((joint) => abortedIntents(joint, remedyOf(joint))),
    ...alone.flatMap(dropCall),
    ...dropTurns(turns, pairs.joints),
  ]
}

const noTurns: ReadonlySet<Turn> = new Set()

/** A record says that the call never ran to its end: it goes, and a result that came all the same is kept as text. */
function abortedIntents(joint: Joint, remedy: Remedy): Intent[] {
  const { result, home } = joint
  const call: Intent = { do: 'drop', turn: joint.turn, part: joint.call }
  if (result === undefined || home === undefined) return [call]
  return [
    call,
    remedy === 'answer'
      ? { do: 'to-text', turn: home, part: result }
      : { do: 'drop', turn: home, part: result },
  ]
}

function dropCall(joint: Joint): Intent[] {
  return joint.turn.isAborted ? [] : [{ do: 'drop', turn: joint.turn, part: joint.call }]
}

/**
 * The turns of the model that calls stand in.
 *
 * Where a call is an item of its own, that is the run of what the model said, thought and called there; where an
 * answer is written in pieces, all of them.
 */
function wholeTurns(turns: readonly Turn[], open: readonly Joint[]): ReadonlySet<Turn> {
  const whole = new Set<Turn>(open.map((joint) => joint.turn))
  addPieces(turns, whole)
  if (!open.some(({ turn }) => turn.shape === 'self')) return whole
  const runs: Turn[][] = [[]]
  for (const turn of turns) {
    if (!isOwnWord(turn)) runs.push([])
    else if (turn.isApart) runs.push([turn])
    else runs.at(-1)?.push(turn)
  }
  return new Set(runs.filter((run) => run.some((turn) => whole.has(turn))).flat())
}

/** Adds the other pieces of the answers of some turns; a name that comes again once somebody has spoken is another's. */
function addPieces(turns: readonly Turn[], whole: Set<Turn>): void {
  const groups: Turn[][] = []
  const answers = new Map<string, Turn[]>()
  for (const turn of turns) {
    if (speaks(turn) && turn.speaker !== 'model') answers.clear()
    if (turn.answer === undefined) continue
    const group = answers.get(turn.answer) ?? []
    if (group.push(turn) === 1) groups.push(group)
    answers.set(turn.answer, group)
  }
  for (const group of groups)
    if (group.some((turn) => whole.has(turn))) for (const turn of group) whole.add(turn)
}

/** Whether a turn is the model's own; items that a provider adds, such as a search or a summary, are not. */
function isOwnWord(turn: Turn): boolean {
  return speakerOf(turn) === 'model' && !(turn.shape === 'self' && turn.parts[0]?.kind === 'other')
}

/** The whole turn goes, and with it every result of its calls: no partner is left behind. */
function dropTurns(turns: ReadonlySet<Turn>, joints: readonly Joint[]): Intent[] {
  const guests = new Set<Part>()
  const intents: Intent[] = []
  for (const { turn, result, home } of joints) {
    if (result === undefined || home === undefined) continue
    if (turns.has(turn)) intents.push(dropResult(home, result))
    else if (turns.has(home)) guests.add(result)
  }
  return [...intents, ...[...turns].flatMap((turn) => dropTurn(turn, guests))]
}

/** A turn that is nothing but the result goes with it. */
export function dropResult(turn: Turn, part: Result): Intent {
  return turn.shape === 'self' ? { do: 'drop', turn } : { do: 'drop', turn, part }
}

/** Drops a turn, but keeps results of other turns' calls in it: they are moved next to their calls later. */
function dropTurn(turn: Turn, guests: ReadonlySet<Part>): Intent[] {
  if (!turn.parts.some((part) => guests.has(part))) return [{ do: 'drop', turn }]
  return turn.parts.filter((part) => !guests.has(part)).map((part) => ({ do: 'drop', turn, part }))
}

/** The remedy for a stray result; if several refused open calls could own it, the policy's table decides alone. */
function strayRemedy(draft: Draft, stray: Stray, policy: Policy, rule: string): Remedy {
  const { fate, result } = stray
  const id = result.id ?? result.alias
  const own = ownRemedy(policy, rule, id)
  if (own !== undefined) return rowOf(draft.context, rule) === undefined ? 'leave' : own
  const isWorse = fate === 'ambiguous' && remedyFor(draft.context, policy, 'call-without-result') !== 'leave'
  return isWorse ? policyRemedy(policy, rule) : remedyFor(draft.context, policy, rule, varietyOfStray(stray))
}

function strayIntent(draft: Draft, stray: Stray, remedy: Remedy): Intent | undefined {
  const { turn, result } = stray
  if (remedy === 'leave') return undefined
  if (remedy === 'drop' || result.isSynthetic || isRepeat(draft, stray)) return dropResult(turn, result)
  return { do: 'to-text', turn, part: result }
}

/** Whether the result that its call has already says the same, and succeeded or failed as this one did. */
function isRepeat(draft: Draft, stray: Stray): boolean {
  const answer = stray.of?.result
  if (answer === undefined || answer.isError !== stray.result.isError) return false
  const { unpack } = draft.context.format
  return sameJson(unpack(answer), unpack(stray.result))
}
