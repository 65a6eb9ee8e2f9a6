import { legalName, wrongNames } from '../engine/for-rules/tool-names.ts'
import type { Converter, Lose } from '../model/converter.ts'
import type {
  NeutralCall,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralTool,
  NeutralToolChoice,
  NeutralTurn,
} from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import type { Row, Rulebook } from '../model/rulebook.ts'
import { eachPart } from './each-part.ts'

/** Old names with the new ones. */
export type Names = Readonly<Record<string, string>>

/** A request whose names the target takes, and the names that had to change. */
export interface Renamed {
  readonly request: NeutralRequest
  readonly names: Names
}

/** Gives tools other names where the target forbids theirs: declared, called, answered and chosen alike. */
export function renameTools(
  request: NeutralRequest,
  { rows }: Rulebook,
  declared: string | undefined,
): Renamed {
  const row = rows['illegal-tool-name'] ?? anyName
  const isUndeclarable = wrongNames(declared === undefined ? anyName : { ...anyName, pattern: declared })
  const isIllegal = wrongNames(row)
  const isWrong = (name: string): boolean => isIllegal(name) || isUndeclarable(name)
  const names = new Map<string, string>()
  for (const name of new Set(namesIn(request))) if (isWrong(name)) names.set(name, legalName(name, anyName))
  return names.size === 0
    ? { request, names: {} }
    : { request: withNames(request, names), names: asRecord(names) }
}

const anyName: Row = { severity: 'refused', evidence: 'docs' }

/** The answer with the names that its client gave to the tools. */
export function namesBack(answer: NeutralAnswer, names: Names): NeutralAnswer {
  const back = new Map(Object.entries(names).map(([old, written]) => [written, old]))
  return back.size === 0 ? answer : eachPart(answer, (part) => renamed(part, back))
}

function asRecord(names: ReadonlyMap<string, string>): Names {
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

/**
 * Gives each result the name and kind of the tool whose call it answers, and a call without a name that of its result.
 *
 * A result that names another tool than its call does is told of: most formats have the call's name alone. There a
 * result needs no name, unless it has no id.
 */
export function nameResults(
  given: NeutralRequest,
  { namesResults = false }: Pick<Converter, 'namesResults'>,
  lose: Lose,
): NeutralRequest {
  const request = withCallNames(given)
  const calls = new Owners()
  return eachPart(request, (part) => {
    if (part.kind === 'call') calls.add(part)
    if (part.kind !== 'result') return part
    const call = calls.ownerOf(part)
    if (call === undefined) {
      if (part.name !== undefined && !namesResults)
        lose(
          part.at,
          'name of a result',
          'The target has the names of calls alone, and its call is not there.',
        )
      return part
    }
    const name = call.name ?? part.name
    if (part.name !== undefined && part.name !== name)
      lose(part.at, 'name of a result', 'It differs from the name of its call.')
    const needsName = part.name !== name && (namesResults || part.id === undefined)
    if (!needsName && part.tool === call.tool) return part
    return { ...part, tool: call.tool, ...(name === undefined ? {} : { name }) }
  })
}

/** The request with names for calls that have none, where their results tell them. */
function withCallNames(request: NeutralRequest): NeutralRequest {
  const isNameless = (part: NeutralPart): boolean => part.kind === 'call' && part.name === undefined
  if (!request.turns.some(({ parts }) => parts.some(isNameless))) return request
  const calls = new Owners()
  const names = new Map<NeutralPart, string>()
  for (const part of request.turns.flatMap(({ parts }) => parts)) {
    if (part.kind === 'call') calls.add(part)
    const call = part.kind === 'result' ? calls.ownerOf(part) : undefined
    if (call !== undefined && part.kind === 'result' && part.name !== undefined && call.name === undefined)
      names.set(call, part.name)
  }
  return eachPart(request, (part) => {
    const name = names.get(part)
    return part.kind === 'call' && name !== undefined ? { ...part, name } : part
  })
}

/** Finds the call that a result answers: the last one before it with its id, else the one in its place. */
class Owners {
  private readonly byId = new Map<string, NeutralCall>()
  private recent: NeutralCall[] = []
  private answered = 0

  add(call: NeutralCall): void {
    if (this.answered > 0) this.recent = []
    this.answered = 0
    this.recent.push(call)
    if (call.id !== undefined) this.byId.set(call.id, call)
  }

  ownerOf({ id }: NeutralResult): NeutralCall | undefined {
    const call = id === undefined ? this.recent[this.answered] : this.byId.get(id)
    this.answered++
    return call
  }
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
