import type { WriteTask } from '../model/converter.ts'
import type {
  NeutralOpaque,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralText,
  NeutralTurn,
} from '../model/neutral.ts'

/** The turns that one turn of a document makes: its results stand by themselves, in a turn of the tool. */
export function splitResults(turn: NeutralTurn): readonly NeutralTurn[] {
  const results = turn.parts.filter(isResult)
  if (results.length === 0) return [turn]
  const tool: NeutralTurn = { speaker: 'tool', parts: results, ...(turn.at && { at: turn.at }) }
  if (results.length === turn.parts.length)
    return [turn.own === undefined ? tool : { ...tool, own: turn.own }]
  const rest = { ...turn, parts: turn.parts.filter((part) => !isResult(part)) }
  return turn.speaker === 'model' ? [rest, tool] : [tool, rest]
}

export function isResult(part: NeutralPart): part is NeutralResult {
  return part.kind === 'result'
}

/** Gives each result without a name that of the call it answers: the last one before it with its id. */
export function nameResults(turns: readonly NeutralTurn[]): readonly NeutralTurn[] {
  const names = new Map<string, string>()
  return turns.map((turn) => {
    if (turn.speaker !== 'tool') {
      noteNames(turn, names)
      return turn
    }
    return turn.parts.every(isNamed) ? turn : { ...turn, parts: turn.parts.map((part) => named(part, names)) }
  })
}

function noteNames({ parts }: NeutralTurn, names: Map<string, string>): void {
  for (const part of parts)
    if (part.kind === 'call' && part.id !== undefined && part.name !== undefined)
      names.set(part.id, part.name)
}

function isNamed(part: NeutralPart): boolean {
  return !isResult(part) || part.name !== undefined
}

function named(part: NeutralPart, names: ReadonlyMap<string, string>): NeutralPart {
  if (!isResult(part) || part.name !== undefined || part.id === undefined) return part
  const name = names.get(part.id)
  return name === undefined ? part : { ...part, name }
}

/** A request whose leading turns of instructions stand with the others, for a format that has one place for them. */
export function withHeadLifted(request: NeutralRequest, task: WriteTask): NeutralRequest {
  const end = request.turns.findIndex(({ speaker }) => speaker !== 'system' && speaker !== 'developer')
  const head = end < 0 ? request.turns : request.turns.slice(0, end)
  if (head.length === 0) return request
  const instructions: (NeutralText | NeutralOpaque)[] = [...request.instructions]
  for (const part of head.flatMap(({ parts }) => parts)) {
    if (part.kind === 'text' || part.kind === 'opaque') instructions.push(part)
    else task.lose(part.at, part.kind, 'The target takes words alone in instructions.')
  }
  return { ...request, instructions, turns: request.turns.slice(head.length) }
}

/** Turns in which what the user says right after results stands in one turn with them. */
export function withResultsJoined(turns: readonly NeutralTurn[], origin: string): readonly NeutralTurn[] {
  const joined: NeutralTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    const isMore = last?.speaker === 'tool' && turn.speaker === 'user' && turn.own?.origin !== origin
    // The name of the speaker goes along, so that its loss is told.
    if (isMore) joined[joined.length - 1] = { ...last, ...turn, parts: [...last.parts, ...turn.parts] }
    else joined.push(turn)
  }
  return joined
}
