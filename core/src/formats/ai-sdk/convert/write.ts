import type { WriteTask } from '../../../model/converter.ts'
import { flatMap } from '../../../model/flat-map.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralPart, NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { loseSpeakerName } from '../../losses.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { writeOptions } from './provider-options.ts'
import { writeSettings, writeToolChoice, writeTools } from './settings.ts'
import { writePart } from './write-parts.ts'

/** Writes a list of messages where the source was a list, else the options of a call that hold it. */
export function writeRequest(request: NeutralRequest, task: WriteTask): unknown {
  const { instructions } = request
  const isPlain = instructions.every(({ kind, mark }) => kind === 'text' && mark === undefined)
  // A mark on instructions needs a message to stand on.
  const isBeside = !request.isBare && isPlain && instructions.length > 0
  const head = isBeside ? [] : instructions.flatMap((part) => writeSystem([part], undefined, task))
  const messages = [...head, ...flatMap(request.turns, (turn) => writeTurn(turn, task))]
  if (request.isBare) return messages
  const tools = writeTools(request.tools, task)
  const toolChoice = writeToolChoice(request, task)
  const body = {
    ...(request.model !== undefined && { model: request.model }),
    ...(isBeside && { system: wordsOf(instructions) }),
    messages,
    ...(Object.keys(tools).length > 0 && { tools }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, origin)
}

function wordsOf(parts: readonly NeutralPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

/** Instructions are one string. */
function writeSystem(
  parts: readonly NeutralPart[],
  own: NeutralTurn['own'],
  task: WriteTask,
): readonly JsonObject[] {
  for (const part of parts)
    if (part.kind !== 'text' && part.kind !== 'opaque')
      task.lose(part.at, part.kind, 'The target takes words alone in instructions.')
  if (parts.length > 0 && !parts.some(({ kind }) => kind === 'text')) return []
  const mark = parts.findLast((part) => part.mark !== undefined)?.mark
  return [withOwn({ role: 'system', content: wordsOf(parts), ...writeOptions({ mark }) }, own, origin)]
}

const roles = { user: 'user', model: 'assistant', tool: 'tool' } as const

function writeTurn(turn: NeutralTurn, task: WriteTask): readonly JsonObject[] {
  loseSpeakerName(turn, task)
  if (turn.speaker === 'developer')
    task.lose(turn.at, 'role developer', 'The target has none; the turn is one of the system.')
  if (turn.speaker === 'system' || turn.speaker === 'developer')
    return writeSystem(turn.parts, turn.own, task)
  const content = flatMap(turn.parts, (part) => writePart(part, task))
  // A turn of which nothing is left is none.
  if (content.length === 0 && turn.parts.length > 0) return []
  return [withOwn({ role: roles[turn.speaker], content: plainText(turn) ?? content }, turn.own, origin)]
}

/** The words of a user who says nothing else. */
function plainText({ speaker, parts }: NeutralTurn): string | undefined {
  const [only, ...more] = parts
  if (speaker !== 'user' || only?.kind !== 'text' || more.length > 0) return undefined
  const isBare = only.mark === undefined && only.signature === undefined && only.own?.origin !== origin
  return isBare ? only.text : undefined
}
