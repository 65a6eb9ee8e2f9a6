import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralPart, NeutralRequest, NeutralResult, NeutralTurn } from '../../../model/neutral.ts'
import { flagInWords } from '../../error-words.ts'
import { isResult } from '../../neutral-turns.ts'
import { withOwn } from '../../own-members.ts'
import { name } from '../name.ts'
import { loseMarks, writeContent } from './write-content.ts'
import { writeSaid } from './write-said.ts'
import { writeSettings } from './write-settings.ts'
import { writeTools } from './write-tools.ts'

/** Writes a request body, or a bare list of messages. */
export function writeRequest(request: NeutralRequest, task: WriteTask): unknown {
  const head = request.instructions.length === 0 ? [] : writeSpoken('system', request.instructions, task)
  const messages: JsonObject[] = [...head]
  for (const turn of request.turns) for (const message of writeTurn(turn, task)) messages.push(message)
  if (request.isBare) return messages
  const body = {
    ...(request.model === undefined ? {} : { model: request.model }),
    messages,
    ...writeTools(request, task),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, name)
}

function writeTurn(turn: NeutralTurn, task: WriteTask): readonly JsonObject[] {
  const { speaker, parts } = turn
  if (speaker === 'tool') return parts.filter(isResult).map((part) => writeResult(part, task))
  const made = speaker === 'model' ? writeModel(parts, task) : writeSpoken(speaker, parts, task)
  if (turn.name === undefined && turn.own === undefined) return made
  return made.map((message) => {
    const named = turn.name === undefined ? message : { ...message, name: turn.name }
    return withOwn(named, turn.own, name)
  })
}

function writeModel(parts: readonly NeutralPart[], task: WriteTask): readonly JsonObject[] {
  const said = writeSaid(parts, task)
  // A turn that says nothing is none.
  for (const _ in said) return [{ role: 'assistant', ...said }]
  return []
}

function writeSpoken(role: string, parts: readonly NeutralPart[], task: WriteTask): readonly JsonObject[] {
  loseMarks(parts, task)
  const unreadable = parts.length === 1 ? wholeMessage(parts[0]) : undefined
  if (unreadable !== undefined) return [unreadable]
  const content = writeContent(parts, task)
  return content === undefined ? [] : [{ role, content }]
}

/** A message that could not be read goes back as it was. */
function wholeMessage(part: NeutralPart | undefined): JsonObject | undefined {
  const isWhole = part?.kind === 'opaque' && part.origin === name && typeof part.at?.at(-1) === 'number'
  return isWhole && !part.at?.includes('content') ? (part.raw as JsonObject) : undefined
}

function writeResult(part: NeutralResult, task: WriteTask): JsonObject {
  loseMarks([part], task)
  const { id, name: tool } = part
  const content = writeContent(flagInWords(part), task) ?? ''
  // Where ids may be left out, the name of the tool ties a result to its call.
  const made =
    id === undefined
      ? { role: 'tool', ...(tool === undefined ? {} : { tool_name: tool }), content }
      : { role: 'tool', tool_call_id: id, content }
  return withOwn(made, part.own, name)
}
