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
  if (turn.speaker !== 'tool' && !turn.parts.some(isResult)) return [turn]
  const isMisnamed = turn.speaker === 'tool' && turn.parts.some(({ kind }) => kind === 'call')
  // Other parts of a tool's message stay beside its results, but for calls: those are the model's.
  const isBeside = (part: NeutralPart): boolean =>
    turn.speaker === 'tool' ? part.kind === 'call' : part.kind !== 'result'
  const beside = turn.parts.filter(isBeside)
  if (beside.length === turn.parts.length) return [isMisnamed ? { ...turn, speaker: 'model' } : turn]
  if (beside.length === 0) return [turn.speaker === 'tool' ? turn : { ...turn, speaker: 'tool' }]
  const parts = turn.parts.filter((part) => !isBeside(part))
  const tool: NeutralTurn = { speaker: 'tool', parts, ...(turn.at && { at: turn.at }) }
  const rest = { ...turn, parts: beside }
  if (isMisnamed) return [{ ...rest, speaker: 'model' }, tool]
  return turn.speaker === 'model' ? [rest, tool] : [tool, rest]
}

export function isResult(part: NeutralPart): part is NeutralResult {
  return part.kind === 'result'
}

/** A request whose leading turns of instructions stand with the others, for a format that has one place for them. */
export function withHeadLifted(request: NeutralRequest, task: WriteTask): NeutralRequest {
  const end = request.turns.findIndex(({ speaker }) => speaker !== 'system' && speaker !== 'developer')
  const head = end < 0 ? request.turns : request.turns.slice(0, end)
  if (head.length === 0) return request
  const instructions: (NeutralText | NeutralOpaque)[] = [...request.instructions]
  for (const { speaker, at } of head)
    if (speaker === 'developer')
      task.lose(at, 'role developer', 'The target has none; the turn is one of the system.')
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

/** Turns in which results of one run, each in a turn of its own, stand together. */
export function withRunsJoined(turns: readonly NeutralTurn[]): readonly NeutralTurn[] {
  const joined: { readonly turn: NeutralTurn; readonly parts: NeutralPart[] }[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    const isMore = last?.turn.speaker === 'tool' && turn.speaker === 'tool' && turn.own === undefined
    if (isMore) for (const part of turn.parts) last.parts.push(part)
    else joined.push({ turn, parts: [...turn.parts] })
  }
  return joined.map(({ turn, parts }) => ({ ...turn, parts }))
}
