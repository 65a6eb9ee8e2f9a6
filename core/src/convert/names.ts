import { illegalBy, legalName } from '../engine/for-rules/tool-names.ts'
import type {
  NeutralPart,
  NeutralRequest,
  NeutralTool,
  NeutralToolChoice,
  NeutralTurn,
} from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import type { Row, Rulebook } from '../model/rulebook.ts'
import { joinedName } from '../model/tool-namespace.ts'
import { eachPart } from './each-part.ts'

/** Old names with the new ones. */
export type NameMap = Readonly<Record<string, string>>

/** A request whose names the target takes, and the names that had to change. */
export interface Renamed {
  readonly request: NeutralRequest
  readonly names: NameMap
}

/** Gives tools other names where the target forbids theirs: declared, called, answered and chosen alike. */
export function renameTools(
  request: NeutralRequest,
  { rows }: Rulebook,
  declared: string | undefined,
): Renamed {
  const row = rows['illegal-tool-name'] ?? anyName
  const isUndeclarable = illegalBy(declared === undefined ? anyName : { ...anyName, pattern: declared })
  const isIllegal = illegalBy(row)
  const isWrong = (name: string): boolean => isIllegal(name) || isUndeclarable(name)
  const names = new Map<string, string>()
  const given = new Set(namesIn(request))
  const written = new Set(given)
  for (const name of given) {
    const joined = joinedName(name)
    if (joined === undefined && !isWrong(name)) continue
    const isFree = joined !== undefined && !isWrong(joined) && !written.has(joined)
    const made = isFree ? joined : legalName(name, anyName)
    names.set(name, made)
    written.add(made)
  }
  return names.size === 0
    ? { request, names: {} }
    : { request: withNames(request, names), names: asRecord(names) }
}

const anyName: Row = { severity: 'refused', evidence: 'docs' }

/** The answer with the names that its client gave to the tools. */
export function namesBack(answer: NeutralAnswer, names: NameMap): NeutralAnswer {
  const back = new Map(Object.entries(names).map(([old, written]) => [written, old]))
  return back.size === 0 ? answer : eachPart(answer, (part) => renamed(part, back))
}

function asRecord(names: ReadonlyMap<string, string>): NameMap {
  // Not a literal: a tool may be called `__proto__`.
  return Object.fromEntries(names)
}

function namesIn({ tools, toolChoice, turns }: NeutralRequest): readonly string[] {
  const names = tools.flatMap(({ name }) => name ?? [])
  if (toolChoice?.mode === 'one') names.push(toolChoice.name)
  if (toolChoice?.mode === 'some') names.push(...toolChoice.names)
  for (const { parts } of turns) {
    for (const part of parts)
      if ((part.kind === 'call' || part.kind === 'result') && part.name !== undefined) names.push(part.name)
  }
  return names
}

function withNames(request: NeutralRequest, names: ReadonlyMap<string, string>): NeutralRequest {
  const { tools, toolChoice } = request
  const made = {
    ...eachPart(request, (part) => renamed(part, names)),
    tools: tools.map((tool) => renamed(tool, names)),
  }
  return toolChoice === undefined ? made : { ...made, toolChoice: chosen(toolChoice, names) }
}

function renamed<Holder extends NeutralPart | NeutralTool>(
  holder: Holder,
  names: ReadonlyMap<string, string>,
): Holder {
  const isNamed = holder.kind !== 'hosted' && 'name' in holder && holder.kind !== 'media'
  const name = isNamed ? names.get(holder.name ?? '') : undefined
  return name === undefined ? holder : { ...holder, name }
}

function chosen(choice: NeutralToolChoice, names: ReadonlyMap<string, string>): NeutralToolChoice {
  if (choice.mode === 'one') return { ...choice, name: names.get(choice.name) ?? choice.name }
  if (choice.mode === 'some') return { ...choice, names: choice.names.map((name) => names.get(name) ?? name) }
  return choice
}

/** Only the model calls: a turn with calls is the model's, whatever role the source gives it. */
export function callsByModel(request: NeutralRequest): NeutralRequest {
  if (!request.turns.some(isMisnamed)) return request
  const turns = request.turns.map((turn) =>
    isMisnamed(turn) ? { ...turn, speaker: 'model' as const } : turn,
  )
  return { ...request, turns }
}

function isMisnamed({ speaker, parts }: NeutralTurn): boolean {
  return speaker !== 'model' && parts.some(({ kind }) => kind === 'call')
}
