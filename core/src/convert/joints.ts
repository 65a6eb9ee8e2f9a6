import type { Lose } from '../model/converter.ts'
import type {
  NeutralCall,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralTurn,
} from '../model/neutral.ts'
import { CallIds, type Ids, type IdTarget } from './ids.ts'
import type { Owners } from './owners.ts'

/** A request whose calls and results say themselves that they belong together. */
export interface Joined {
  readonly request: NeutralRequest
  /** The ids that had to change, each with the one that it stands for. */
  readonly ids: Ids
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
  const written = new Map<NeutralPart, NeutralPart>()
  const results = new Map<NeutralPart, NeutralResult>()
  for (const { speaker, parts } of request.turns) {
    if (speaker !== 'model') ids.nextAnswer()
    for (const part of parts) {
      if (part.kind !== 'call') continue
      const own = joints.get(part) ?? []
      const name = part.name ?? own[0]?.name
      const call = { ...part, id: ids.idFor(part, own[0]), name }
      written.set(part, call)
      if (own.length > 0) results.set(part, resultOf(call, own, target.namesResults))
    }
  }
  const turns = inPlace(request.turns, { owners, written, results })
  return { request: { ...request, turns }, ids: ids.changed() }
}

/** Every call with its results. */
type Joints = ReadonlyMap<NeutralCall, readonly NeutralResult[]>

function jointsIn({ turns }: NeutralRequest, owners: Owners): Joints {
  const joints = new Map<NeutralCall, NeutralResult[]>()
  for (const { parts } of turns) for (const part of parts) if (part.kind === 'call') joints.set(part, [])
  for (const { parts } of turns)
    for (const part of parts) {
      const call = part.kind === 'result' ? owners.get(part) : undefined
      if (call !== undefined) joints.get(call)?.push(part as NeutralResult)
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

interface Placing {
  readonly owners: Owners
  /** Calls as they are written, and the one result of each, by the call that was read. */
  readonly written: ReadonlyMap<NeutralPart, NeutralPart>
  readonly results: ReadonlyMap<NeutralPart, NeutralResult>
}

/** The turns with all results of a run of model turns in one turn behind it. */
function inPlace(
  turns: readonly NeutralTurn[],
  { owners, written, results }: Placing,
): readonly NeutralTurn[] {
  const placed: NeutralTurn[] = []
  let due: NeutralPart[] = []
  for (const turn of turns) {
    if (turn.speaker === 'model') {
      for (const part of turn.parts) {
        const result = results.get(part)
        if (result !== undefined) due.push(result)
      }
      placed.push({ ...turn, parts: turn.parts.map((part) => written.get(part) ?? part) })
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
