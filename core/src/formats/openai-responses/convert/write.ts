import type { WriteTask } from '../../../model/converter.ts'
import { flatMap } from '../../../model/flat-map.ts'
import type { NeutralPart, NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { loseMark, loseSpeakerName } from '../../losses.ts'
import { withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { isContentPart } from './read-content.ts'
import { writeSettings } from './settings.ts'
import { writeToolChoice, writeTools } from './tools.ts'
import { writePart } from './write-content.ts'
import { writeItems } from './write-items.ts'

/** Writes a request: a list of items where the source was a list, else a body. */
export function writeRequest(request: NeutralRequest, task: WriteTask): unknown {
  const input = flatMap(request.turns, (turn) => writeTurn(turn, task))
  const instructions = writeInstructions(request, task)
  // A list has a place for instructions, too: before all else.
  if (request.isBare)
    return instructions === ''
      ? input
      : [{ type: 'message', role: 'system', content: instructions }, ...input]
  const tools = writeTools(request.tools, task)
  const choice = writeToolChoice(request)
  const body = {
    ...(request.model !== undefined && { model: request.model }),
    ...(instructions !== '' && { instructions }),
    input,
    ...(tools.length > 0 && { tools }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, origin)
}

/** The instructions as one string. */
function writeInstructions({ instructions }: NeutralRequest, task: WriteTask): string {
  for (const part of instructions) loseMark(part, task)
  return instructions.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

function writeTurn(turn: NeutralTurn, task: WriteTask): readonly unknown[] {
  loseSpeakerName(turn, task)
  if (turn.speaker === 'model' || turn.speaker === 'tool') return writeItems(turn.parts, task)
  const said = turn.parts.filter(isContentPart)
  const items = writeItems(
    turn.parts.filter((part) => !isContentPart(part)),
    task,
  )
  const content = said.flatMap((part) => writePart(part, false, task))
  // A message of which nothing is left is none.
  if (content.length === 0 && turn.parts.length > 0) return items
  const message = { type: 'message', role: turn.speaker, content: plainText(said) ?? content }
  return [withOwn(message, turn.own, origin), ...items]
}

/** The words of a message that holds nothing else. */
function plainText(parts: readonly NeutralPart[]): string | undefined {
  const [only, ...more] = parts
  return only?.kind === 'text' && more.length === 0 && only.own?.origin !== origin ? only.text : undefined
}
