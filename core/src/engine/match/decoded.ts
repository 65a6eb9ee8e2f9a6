import type { Joint, Loose } from '../../model/joint.ts'
import { plainId } from './identity.ts'
import { displace, isUnowned, joinLoose, type MatchState } from './match-state.ts'

/** The calls that a result may mean by one id that is none of theirs to the letter, and how far they are taken. */
interface DecodedCalls {
  readonly joints: Joint[]
  next: number
}

/** Results whose id is their call's once a signature is taken off one or the other, or is its other name. */
export function matchDecoded(state: MatchState): void {
  const waiting = state.loose.filter(isUnowned).filter((loose) => loose.result.id !== undefined)
  if (waiting.length === 0) return
  const lines = new Map<string, DecodedCalls>()
  for (const joint of state.joints) {
    if (joint.call.excused || joint.isRepeat) continue
    for (const key of keysOf(joint)) {
      enter(lines, key, joint)
      enter(lines, `${joint.frame} ${key}`, joint)
    }
  }
  for (const loose of waiting) decode(loose, lines, state)
}

function keysOf({ call: { id, alias } }: Joint): readonly string[] {
  const plain = id === undefined ? [] : [plainId(id)]
  return alias === undefined || alias === plain[0] ? plain : [...plain, alias]
}

function enter(lines: Map<string, DecodedCalls>, key: string, joint: Joint): void {
  const line = lines.get(key)
  if (line === undefined) lines.set(key, { joints: [joint], next: 0 })
  else line.joints.push(joint)
}

/** In its own frame a decoded result stands like any other; from afar it takes only a call that is open. */
function decode(loose: Loose, lines: ReadonlyMap<string, DecodedCalls>, state: MatchState): void {
  const key = plainId(loose.result.id ?? '')
  const own = lines.get(`${loose.frame} ${key}`)
  const owner =
    own === undefined ? farOwner(loose, lines.get(key), state) : firstFree(own, beatsStandIns(loose, state))
  if (owner !== undefined) {
    if (owner.result !== undefined) displace(owner, loose.order, state)
    joinLoose(owner, loose, 'decoded')
  } else if (own !== undefined) {
    loose.fate = 'duplicate'
    loose.of = own.joints.at(-1)
  }
}

/**
 * An open call before the result; one after it only where no call has the very id that it has.
 *
 * Where none is open, the only call before it that has the plain id and a stand-in: the real result wins.
 */
function farOwner(loose: Loose, line: DecodedCalls | undefined, state: MatchState): Joint | undefined {
  const owner =
    firstFree(line, false) ?? (beatsStandIns(loose, state) ? standInBefore(loose, line) : undefined)
  const isEarlier = owner !== undefined && owner.turn.index < loose.turn.index
  return isEarlier || !state.queues.has(loose.result.id ?? '') ? owner : undefined
}

/** Whether a stand-in gives way: a result of a call that the provider keeps would be nobody's here. */
function beatsStandIns({ result }: Loose, { isContinued }: MatchState): boolean {
  return !result.isSynthetic && !isContinued
}

// Past a handful of calls with one id a lone stand-in is chance; this also keeps the work linear.
const handful = 64

function standInBefore({ result, turn }: Loose, line: DecodedCalls | undefined): Joint | undefined {
  if (line === undefined || line.joints.length > handful) return undefined
  const plain = plainId(result.id ?? '')
  const [owner, other] = line.joints.filter(
    (joint) => joint.call.id === plain && joint.result?.isSynthetic === true && joint.turn.index < turn.index,
  )
  return other === undefined ? owner : undefined
}

/** The first call that a result may take: an open one or, if it is real, perhaps one that a stand-in answers. */
function firstFree(line: DecodedCalls | undefined, mayBeat: boolean): Joint | undefined {
  if (line === undefined) return undefined
  const isTaken = ({ result }: Joint): boolean => result !== undefined && !(mayBeat && result.isSynthetic)
  let joint = line.joints[line.next]
  while (joint !== undefined && isTaken(joint)) joint = line.joints[++line.next]
  return joint
}
