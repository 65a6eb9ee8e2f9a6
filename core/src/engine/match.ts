import type { Frame, How, Joint, Pairs, Stray } from '../model/joint.ts'
import type { Layout } from '../model/rulebook.ts'
import type { Call, Result, Turn } from '../model/transcript.ts'
import { addTo } from './collect.ts'
import { walkFrames } from './frame-walk.ts'
import { plainId } from './identity.ts'
import { makeQueue, type Queue } from './queue.ts'

/** A result that has not found its call yet. */
interface Loose {
  readonly result: Result
  readonly turn: Turn
  readonly frame: number
  /** Position among all results, to tell strays in document order. */
  readonly order: number
  fate: Stray['fate']
  of: Joint | undefined
  isMatched: boolean
}

interface Work {
  readonly frames: Frame[]
  readonly joints: Joint[]
  readonly queues: Map<string, Queue>
  readonly loose: Loose[]
  order: number
}

/**
 * Matches calls and results, each occurrence once.
 *
 * What stands before a result decides, so that a conversation that grew matches as it did before;
 * only results that nothing before them explains look forward. Ids repeat in the wild: a set of ids
 * would let one answered call vouch for another.
 */
export function match(turns: readonly Turn[], layout: Layout): Pairs {
  const work: Work = { frames: [], joints: [], queues: new Map(), loose: [], order: 0 }
  lookBack(turns, layout, work)
  if (work.loose.length > 0) {
    lookDecoded(work)
    lookForward(work)
    const byFrame = groupByFrame(work)
    for (const [frame, loose] of byFrame) adoptNameless(frame, loose)
    for (const [frame, loose] of byFrame) adoptByPosition(frame, loose)
  }
  return { frames: work.frames, joints: work.joints, strays: straysOf(work) }
}

function lookBack(turns: readonly Turn[], layout: Layout, work: Work): void {
  const frames = walkFrames(turns, layout, {
    call: (call, turn, frame, number) => enterCall(call, turn, frame, number, work),
    result: (result, turn, number) => enterResult(result, turn, number, work),
  })
  for (const frame of frames) work.frames.push(frame)
}

function enterCall(call: Call, turn: Turn, frame: Frame, number: number, work: Work): void {
  const nothing = { result: undefined, home: undefined, resultFrame: -1 }
  const joint: Joint = { call, turn, frame: number, ...nothing, how: 'id' }
  frame.joints.push(joint)
  work.joints.push(joint)
  if (call.id === undefined) return
  const queue = work.queues.get(call.id)
  if (queue === undefined) work.queues.set(call.id, makeQueue(joint))
  else queue.add(joint)
}

function enterResult(result: Result, turn: Turn, frame: number, work: Work): void {
  const order = work.order++
  const id = result.id ?? result.alias
  const queue = id === undefined ? undefined : work.queues.get(id)
  if (queue === undefined) {
    work.loose.push({ result, turn, frame, order, fate: 'unowned', of: undefined, isMatched: false })
    return
  }
  const owner = queue.ownerOf(result, frame)
  if (typeof owner === 'string') {
    const of = owner === 'duplicate' ? queue.last() : undefined
    work.loose.push({ result, turn, frame, order, fate: owner, of, isMatched: false })
    return
  }
  queue.take(owner, result)
  if (owner.result !== undefined) displace(owner, order, work)
  join(owner, result, turn, frame, result.id === undefined ? 'only' : 'id')
}

/** A stand-in gives way to the real result. */
function displace(joint: Joint, order: number, work: Work): void {
  const { result, home, resultFrame } = joint
  if (result === undefined || home === undefined) return
  work.loose.push({
    result,
    turn: home,
    frame: resultFrame,
    order: order - 0.5,
    fate: 'duplicate',
    of: joint,
    isMatched: false,
  })
}

function join(joint: Joint, result: Result, turn: Turn, frame: number, how: How): void {
  joint.result = result
  joint.home = turn
  joint.resultFrame = frame
  joint.how = how
}

function joinLoose(joint: Joint, loose: Loose, how: How): void {
  join(joint, loose.result, loose.turn, loose.frame, how)
  loose.isMatched = true
}

/** A result that was written before its call. */
function lookForward(work: Work): void {
  for (const loose of work.loose) {
    if (!isUnowned(loose) || loose.result.id === undefined) continue
    const queue = work.queues.get(loose.result.id)
    const owner = queue?.firstOpen()
    if (queue === undefined || owner === undefined) continue
    queue.take(owner, loose.result)
    joinLoose(owner, loose, 'id')
  }
}

/** The calls that have one id once a signature is taken off it, and how far they are taken. */
interface Line {
  readonly joints: Joint[]
  next: number
}

/** Results whose id is their call's once a signature is taken off one or the other. */
function lookDecoded(work: Work): void {
  const waiting = work.loose.filter(isUnowned).filter((loose) => loose.result.id !== undefined)
  if (waiting.length === 0) return
  const lines = new Map<string, Line>()
  for (const joint of work.joints) {
    if (joint.call.id === undefined) continue
    const key = plainId(joint.call.id)
    for (const name of [key, `${joint.frame} ${key}`]) {
      const line = lines.get(name)
      if (line === undefined) lines.set(name, { joints: [joint], next: 0 })
      else line.joints.push(joint)
    }
  }
  for (const loose of waiting) decode(loose, lines, work)
}

/** In its own frame a decoded result stands like any other; from afar it takes only a call that is open. */
function decode(loose: Loose, lines: ReadonlyMap<string, Line>, work: Work): void {
  const id = loose.result.id ?? ''
  const key = plainId(id)
  const own = lines.get(`${loose.frame} ${key}`)
  // Calls with this very id come later: it looks forward to them.
  if (own === undefined && work.queues.has(id)) return
  const owner =
    own === undefined ? firstFree(lines.get(key), false) : firstFree(own, !loose.result.isSynthetic)
  if (owner !== undefined) {
    if (owner.result !== undefined) displace(owner, loose.order, work)
    joinLoose(owner, loose, 'decoded')
  } else if (own !== undefined) {
    loose.fate = 'duplicate'
    loose.of = own.joints.at(-1)
  }
}

/** The first call that a result may take: an open one or, if it is real, perhaps one that a stand-in answers. */
function firstFree(line: Line | undefined, beatsStandIns: boolean): Joint | undefined {
  if (line === undefined) return undefined
  const isTaken = ({ result }: Joint): boolean =>
    result !== undefined && !(beatsStandIns && result.isSynthetic)
  while (line.next < line.joints.length && isTaken(line.joints[line.next] as Joint)) line.next++
  return line.joints[line.next]
}

function isUnowned(loose: Loose): boolean {
  return loose.fate === 'unowned' && !loose.isMatched
}

function groupByFrame(work: Work): Map<Frame, Loose[]> {
  const groups = new Map<Frame, Loose[]>()
  for (const loose of work.loose) {
    const frame = work.frames[loose.frame]
    if (frame === undefined || !isUnowned(loose)) continue
    addTo(groups, frame, loose)
  }
  return groups
}

/** Results without an id: by order where the numbers agree, else where only one call fits. */
function adoptNameless(frame: Frame, group: readonly Loose[]): void {
  const nameless = group.filter((loose) => loose.result.id === undefined)
  if (nameless.length === 0) return
  const open = frame.joints.filter(isOpen)
  if (agree(open, nameless)) {
    const how = open.length === 1 ? 'only' : 'position'
    open.forEach((joint, index) => {
      joinLoose(joint, nameless[index] as Loose, how)
    })
    return
  }
  for (const loose of nameless) {
    const fits = open.filter((joint) => isOpen(joint) && namesAgree(joint, loose))
    // Past a handful of calls a lone fit is chance; this also keeps the work linear.
    if (open.length > 64) return
    if (fits.length === 1) joinLoose(fits[0] as Joint, loose, 'only')
  }
}

/** Results with an id that no call has, standing exactly where the open calls' results would. */
function adoptByPosition(frame: Frame, group: readonly Loose[]): void {
  const wrong = group.filter((loose) => isUnowned(loose) && loose.result.id !== undefined)
  const open = frame.joints.filter(isOpen)
  if (!agree(open, wrong)) return
  open.forEach((joint, index) => {
    joinLoose(joint, wrong[index] as Loose, 'position')
  })
}

function agree(open: readonly Joint[], group: readonly Loose[]): boolean {
  return (
    open.length > 0 &&
    open.length === group.length &&
    open.every((joint, index) => namesAgree(joint, group[index] as Loose))
  )
}

function namesAgree(joint: Joint, loose: Loose): boolean {
  const { name } = loose.result
  return name === undefined || joint.call.name === undefined || name === joint.call.name
}

/** Whether a call still waits for its result. */
export function isOpen(joint: Joint): boolean {
  return joint.result === undefined && !joint.call.excused
}

function straysOf(work: Work): readonly Stray[] {
  const strays = work.loose.filter((loose) => !loose.isMatched)
  strays.sort((left, right) => left.order - right.order)
  return strays.map(({ result, turn, fate, of }) =>
    of === undefined ? { result, turn, fate } : { result, turn, fate, of },
  )
}
