import type { Frame, Joint, Loose, PairByCount, Pairs, Stray } from '../../model/joint.ts'
import { at } from '../../model/lists.ts'
import type { Origin } from '../../model/origin.ts'
import type { Tail } from '../../model/report.ts'
import type { Layout } from '../../model/rulebook.ts'
import { strangeIds } from '../../model/strange.ts'
import type { Call, Result, Turn } from '../../model/transcript.ts'
import { matchDecoded } from './decoded.ts'
import { houseJoints, walkFrames } from './frame-walk.ts'
import { repeatsIn } from './items.ts'
import {
  displace,
  groupByFrame,
  isOpen,
  isUnowned,
  join,
  joinLoose,
  type MatchState,
  openJoint,
} from './match-state.ts'
import { Queues } from './queues.ts'
import { uncross } from './uncross.ts'

/** Further facts about the conversation that is matched. */
export interface MatchOptions {
  /** The provider keeps an earlier part of it. */
  readonly isContinued?: boolean
  readonly pairByCount?: PairByCount | undefined
  readonly origin?: Origin | undefined
  readonly tail?: Tail
}

/**
 * Matches calls and results, each occurrence once.
 *
 * The turns before a result decide, so that a conversation that grew matches as it did before;
 * only results that nothing before them explains look forward. Ids repeat in the wild: a set of ids
 * would let one answered call vouch for another.
 */
export function match(turns: readonly Turn[], layout: Layout, options: MatchOptions = {}): Pairs {
  const { isContinued = false, origin = nowhere, tail = 'closed' } = options
  const state: MatchState = {
    frames: [],
    joints: [],
    queues: new Queues(),
    loose: [],
    order: 0,
    origin,
    isContinued,
  }
  const counting = layout.positional ? options.pairByCount : undefined
  matchBackward(turns, layout, state, counting?.pairsIn(turns, layout, tail) ?? noPairs)
  if (state.queues.areShared) uncross(turns, state.frames)
  if (state.loose.length > 0) leaveStrange(turns, state)
  if (state.loose.length > 0) {
    // An id to the letter first, where another one may be that of a call which the provider keeps.
    if (isContinued) matchForward(state)
    matchDecoded(state)
    matchForward(state)
    const byFrame = groupByFrame(turns, state)
    for (const [frame, loose] of byFrame) adoptNameless(frame, loose, counting)
    if (!isContinued) for (const [frame, loose] of byFrame) adoptByPosition(frame, loose)
    counting?.adoptFar(state.joints, state.loose)
  }
  const frames = counting?.joinFrames(turns, state.frames) ?? state.frames
  // A call that is known beforehand, or comes once more, may be in no queue.
  const mayShareIds = state.queues.areShared || counting !== undefined || layout.named === true
  return { frames, joints: state.joints, strays: straysOf(state), mayShareIds }
}

const nowhere: Origin = {}
const noPairs: ReadonlyMap<Result, Call> = new Map()

/** `owners`: the pairs that are known beforehand. */
function matchBackward(
  turns: readonly Turn[],
  layout: Layout,
  state: MatchState,
  owners: ReadonlyMap<Result, Call>,
): void {
  const repeats = layout.named ? repeatsIn(turns) : undefined
  const owned = new Map<Call, Joint | undefined>([...owners.values()].map((call) => [call, undefined]))
  const early = new Map<Call, (joint: Joint) => void>()
  const frames = walkFrames(turns, layout, {
    call(call, turn, _frame, number) {
      const joint = openJoint(call, turn, number)
      state.joints.push(joint)
      if (repeats?.get(turn)) joint.isRepeat = true
      else if (owned.has(call)) {
        owned.set(call, joint)
        early.get(call)?.(joint)
      } else enqueue(joint, state)
    },
    result(result, turn, number) {
      const call = owners.get(result)
      const joint = call === undefined ? undefined : owned.get(call)
      if (call === undefined) enterResult(result, turn, number, state)
      else if (joint !== undefined) joinOwned(joint, result, turn, number, state)
      else early.set(call, (later) => joinOwned(later, result, turn, number, state))
    },
  })
  houseJoints(frames, state.joints)
  for (const frame of frames) state.frames.push(frame)
}

function joinOwned(joint: Joint, result: Result, turn: Turn, frame: number, state: MatchState): void {
  const isTold = result.id !== undefined && result.id === joint.call.id
  // Another result of that id is a duplicate, or the real one where this is a stand-in.
  enqueue(joint, state)
  if (joint.call.id !== undefined) state.queues.take(joint.call.id, joint, result)
  join(joint, result, turn, frame, isTold ? 'id' : 'position')
  state.order++
}

function enqueue(joint: Joint, state: MatchState): void {
  if (joint.call.id !== undefined) state.queues.add(joint.call.id, joint)
}

function enterResult(result: Result, turn: Turn, frame: number, state: MatchState): void {
  const order = state.order++
  const id = result.id ?? result.alias
  const owner = id === undefined ? undefined : state.queues.ownerOf(id, result, frame)
  if (id === undefined || owner === undefined) {
    const isElsewhere = id !== undefined && state.origin.isCalledElsewhere?.(id) === true
    state.loose.push({
      result,
      turn,
      frame,
      order,
      isElsewhere,
      isMatched: false,
      fate: 'unowned',
      of: undefined,
    })
    return
  }
  if (typeof owner === 'string') {
    const of = owner === 'duplicate' ? state.queues.lastWith(id) : undefined
    state.loose.push({ result, turn, frame, order, isElsewhere: false, isMatched: false, fate: owner, of })
    return
  }
  state.queues.take(id, owner, result)
  if (owner.result !== undefined) displace(owner, order, state)
  join(owner, result, turn, frame, result.id === undefined ? 'only' : 'id')
}

/** Results of calls of an unknown kind: they have their call, and nothing is known of their place. */
function leaveStrange(turns: readonly Turn[], { loose }: MatchState): void {
  const ids = strangeIds(turns)
  if (ids.size === 0) return
  const others = loose.filter(({ result, fate }) => fate !== 'unowned' || !ids.has(result.id ?? ''))
  loose.splice(0, loose.length, ...others)
}

/** A result that was written before its call. */
function matchForward(state: MatchState): void {
  for (const loose of state.loose) {
    if (!isUnowned(loose) || loose.result.id === undefined) continue
    const owner = state.queues.firstOpen(loose.result.id)
    if (owner === undefined) continue
    state.queues.take(loose.result.id, owner, loose.result)
    joinLoose(owner, loose, 'id')
  }
}

/** Results without an id: by order where the numbers agree, else where only one call fits. */
function adoptNameless(frame: Frame, group: readonly Loose[], counting: PairByCount | undefined): void {
  const nameless = group.filter((loose) => loose.result.id === undefined)
  if (nameless.length === 0) return
  const open = frame.joints.filter(isOpen)
  if (agree(open, nameless)) {
    const how = open.length === 1 ? 'only' : 'position'
    open.forEach((joint, index) => {
      joinLoose(joint, at(nameless, index), how)
    })
    return
  }
  if (counting !== undefined) {
    counting.adopt(open, nameless)
    return
  }
  for (const loose of nameless) {
    // Past a handful of calls a lone fit is chance; this also keeps the work linear.
    if (open.length > 64) return
    const [fit, other] = open.filter((joint) => isOpen(joint) && namesAgree(joint, loose))
    if (fit !== undefined && other === undefined) joinLoose(fit, loose, 'only')
  }
}

/** Results with an id that no call has, standing exactly where the open calls' results would. */
function adoptByPosition(frame: Frame, group: readonly Loose[]): void {
  const wrong = group.filter((loose) => isUnowned(loose) && loose.result.id !== undefined)
  const open = frame.joints.filter(isOpen)
  if (!agree(open, wrong)) return
  open.forEach((joint, index) => {
    joinLoose(joint, at(wrong, index), 'position')
  })
}

function agree(open: readonly Joint[], group: readonly Loose[]): boolean {
  return (
    open.length > 0 &&
    open.length === group.length &&
    open.every((joint, index) => namesAgree(joint, at(group, index)))
  )
}

function namesAgree(joint: Joint, loose: Loose): boolean {
  const { name } = loose.result
  return name === undefined || joint.call.name === undefined || name === joint.call.name
}

function straysOf(state: MatchState): readonly Stray[] {
  const strays = state.loose.filter((loose) => !loose.isMatched)
  if (strays.length === 0) return []
  strays.sort((left, right) => left.order - right.order)
  // A call of another kind of tool is not the one that this is a result of.
  const called = new Set(state.joints.map(({ call }) => `${call.tool} ${call.id}`))
  return strays.map(({ result, turn, fate, of }) => {
    const isCalled = result.id !== undefined && called.has(`${result.tool} ${result.id}`)
    return { result, turn, fate, isCalled, ...(of === undefined ? {} : { of }) }
  })
}
