import type { Lose } from '../model/converter.ts'
import type {
  NeutralCall,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralTurn,
} from '../model/neutral.ts'
import { CallIds, type IdMap, type IdTarget } from './ids.ts'
import type { Owners } from './owners.ts'

/** A request whose calls and results say themselves that they belong together. */
export interface Joined {
  readonly request: NeutralRequest
  /** The ids that had to change, each with the one that it stands for. */
  readonly ids: IdMap
}

/**
 * Writes into calls and results that they belong together: one id, one name and kind of tool, one place.
 *
 * Each call gets one result. The results stand in the order of their calls, right behind the run of model turns that
 * holds the calls. So no writer and no target has to guess.
 */
export function joinOwned(
  request: NeutralRequest,
  owners: Owners,
  target: IdTarget & { readonly namesResults: boolean },
  lose: Lose,
): Joined {
  loseNames(request, owners, target.namesResults, lose)
  const joints = jointsIn(request, owners)
  const ids = new CallIds(joints, target)
  for (const { speaker, parts } of request.turns) {
    if (speaker !== 'model') ids.nextAnswer()
    for (const part of parts) {
      const joint = part.kind === 'call' ? joints.get(part) : undefined
      if (part.kind !== 'call' || joint === undefined) continue
      const { own } = joint
      joint.call = { ...part, id: ids.idFor(part, own[0]), name: part.name ?? own[0]?.name }
      if (own.length > 0) joint.result = resultOf(joint.call, own, target.namesResults)
    }
  }
  const turns = inPlace(request.turns, owners, joints)
  return { request: { ...request, turns }, ids: ids.changed() }
}

/** A call, its results as they were read, and both as they are written: the results as one. */
interface NeutralJoint {
  readonly own: NeutralResult[]
  call: NeutralCall
  result: NeutralResult | undefined
}

/** Every call that was read. */
type Joints = ReadonlyMap<NeutralCall, NeutralJoint>

function jointsIn({ turns }: NeutralRequest, owners: Owners): Joints {
  const joints = new Map<NeutralCall, NeutralJoint>()
  for (const { parts } of turns)
    for (const part of parts)
      if (part.kind === 'call') joints.set(part, { own: [], call: part, result: undefined })
  for (const { parts } of turns)
    for (const part of parts) {
      const call = part.kind === 'result' ? owners.get(part) : undefined
      if (call !== undefined) joints.get(call)?.own.push(part as NeutralResult)
    }
  return joints
}

/** The result of a call: all that its tool said, in order. It names its tool where the target asks for that. */
function resultOf(
  { id, name, tool }: NeutralCall,
  own: readonly NeutralResult[],
  namesResults: boolean,
): NeutralResult {
  const [first, ...more] = own as [NeutralResult, ...NeutralResult[]]
  const whole = more.length === 0 ? first : { ...first, content: own.flatMap(({ content }) => content) }
  const isNamed = name !== undefined && (namesResults || first.name !== undefined)
  return { ...whole, id, tool, ...(isNamed ? { name } : {}) }
}

/** Notes the names of results that are lost: most formats have the call's name alone. */
function loseNames({ turns }: NeutralRequest, owners: Owners, namesResults: boolean, lose: Lose): void {
  for (const { parts } of turns)
    for (const part of parts) {
      if (part.kind !== 'result' || part.name === undefined) continue
      const call = owners.get(part)
      if (call === undefined && !namesResults)
        lose(part.at, nameOfResult, 'The target has the names of calls alone, and its call is not there.')
      if (call?.name !== undefined && call.name !== part.name)
        lose(part.at, nameOfResult, 'It differs from the name of its call.')
    }
}

const nameOfResult = 'name of a result'

/** The turns with all results of a run of model turns in one turn behind it. */
function inPlace(turns: readonly NeutralTurn[], owners: Owners, joints: Joints): readonly NeutralTurn[] {
  const placed: NeutralTurn[] = []
  let due: NeutralPart[] = []
  for (const turn of turns) {
    if (turn.speaker === 'model') {
      const parts = turn.parts.map((part) => {
        const joint = part.kind === 'call' ? joints.get(part) : undefined
        if (joint?.result !== undefined) due.push(joint.result)
        return joint?.call ?? part
      })
      placed.push({ ...turn, parts })
      continue
    }
    const others = turn.parts.filter((part) => part.kind !== 'result' || !owners.has(part))
    const isNext = turn.speaker === 'tool'
    if (due.length > 0 && !isNext) placed.push({ speaker: 'tool', parts: due })
    const parts = isNext ? [...due, ...others] : others
    due = []
    if (parts.length > 0 || turn.parts.length === 0) placed.push({ ...turn, parts })
  }
  if (due.length > 0) placed.push({ speaker: 'tool', parts: due })
  return placed
}
