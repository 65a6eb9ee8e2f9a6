import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { loseSpeakerName } from '../../losses.ts'
import { withHeadLifted, withResultsJoined } from '../../neutral-turns.ts'
import { withOwn } from '../../own-members.ts'
import { name } from '../name.ts'
import { writeContent } from './write-blocks.ts'
import { writeSettings } from './write-settings.ts'
import { writeTools } from './write-tools.ts'

/** Writes a request body, or a bare list of messages. */
export function writeRequest(given: NeutralRequest, task: WriteTask): unknown {
  const request = withHeadLifted(given, task)
  const { instructions } = request
  const turns = withResultsJoined(request.turns, name)
  const messages = turns.map((turn) => writeTurn(turn, task)).filter((message) => message !== undefined)
  if (request.isBare) {
    for (const { at } of instructions)
      task.lose(at, 'instructions', 'A bare list of messages has no place for them.')
    return messages
  }
  const body = {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(instructions.length === 0 ? {} : { system: writeContent(instructions, task) }),
    messages,
    ...writeTools(request, task),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, name)
}

const roles: Readonly<Record<NeutralTurn['speaker'], string>> = {
  user: 'user',
  tool: 'user',
  model: 'assistant',
  system: 'system',
  developer: 'system',
}

function hasOwn({ own }: NeutralTurn): boolean {
  return own?.origin === name
}

function writeTurn(turn: NeutralTurn, task: WriteTask): JsonObject | undefined {
  loseSpeakerName(turn, task)
  if (turn.speaker === 'developer')
    task.lose(turn.at, 'role developer', 'The target has none; the turn is one of the system.')
  const content = writeContent(turn.parts, task)
  // A turn that says nothing is none.
  if (content.length === 0 && typeof content !== 'string' && !hasOwn(turn)) return undefined
  return withOwn({ role: roles[turn.speaker], content }, turn.own, name)
}
