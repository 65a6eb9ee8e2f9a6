import type { WriteTask } from '../../model/converter.ts'
import type { JsonObject } from '../../model/json.ts'
import type {
  NeutralOpaque,
  NeutralPart,
  NeutralRequest,
  NeutralText,
  NeutralTurn,
} from '../../model/neutral.ts'
import { withOwn } from '../own-members.ts'
import { name } from './name.ts'
import { writeContent } from './write-blocks.ts'
import { writeSettings } from './write-settings.ts'
import { writeTools } from './write-tools.ts'

/** Writes a request body, or a bare list of messages. */
export function writeRequest(request: NeutralRequest, task: WriteTask): unknown {
  const head = headOf(request.turns)
  const instructions = [...request.instructions, ...head.flatMap(({ parts }) => parts)]
  const messages = writeTurns(request.turns.slice(head.length), task)
  if (request.isBare) {
    for (const { at } of instructions)
      task.lose(at, 'instructions', 'A bare list of messages has no place for them.')
    return messages
  }
  const system = instructions.filter(isInstruction)
  for (const part of instructions)
    if (!isInstruction(part)) task.lose(part.at, part.kind, 'The target takes words alone in instructions.')
  const body = {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(system.length === 0 ? {} : { system: writeContent(system, task) }),
    messages,
    ...writeTools(request, task),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, name)
}

/** Instructions that open the list of turns. */
function headOf(turns: readonly NeutralTurn[]): readonly NeutralTurn[] {
  const end = turns.findIndex(({ speaker, own }) => !isInstructing(speaker) || own?.origin === name)
  return end < 0 ? turns : turns.slice(0, end)
}

function isInstructing(speaker: NeutralTurn['speaker']): boolean {
  return speaker === 'system' || speaker === 'developer'
}

function isInstruction(part: NeutralPart): part is NeutralText | NeutralOpaque {
  return part.kind === 'text' || part.kind === 'opaque'
}

const roles: Readonly<Record<NeutralTurn['speaker'], string>> = {
  user: 'user',
  tool: 'user',
  model: 'assistant',
  system: 'system',
  developer: 'system',
}

/** The messages: what the user says right after results stands in one message with them. */
function writeTurns(turns: readonly NeutralTurn[], task: WriteTask): readonly JsonObject[] {
  const messages: JsonObject[] = []
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as NeutralTurn
    const next = turns[index + 1]
    const isJoined = turn.speaker === 'tool' && next?.speaker === 'user' && !hasOwn(next)
    const parts = isJoined ? [...turn.parts, ...next.parts] : turn.parts
    if (isJoined) index++
    const made = writeTurn({ ...turn, parts }, task)
    if (isJoined) loseName(next, task)
    if (made !== undefined) messages.push(made)
  }
  return messages
}

function hasOwn({ own }: NeutralTurn): boolean {
  return own?.origin === name
}

function writeTurn(turn: NeutralTurn, task: WriteTask): JsonObject | undefined {
  loseName(turn, task)
  if (turn.speaker === 'developer')
    task.lose(turn.at, 'role developer', 'The target has none; the turn is one of the system.')
  const content = writeContent(turn.parts, task)
  // A turn that says nothing is none.
  if (content.length === 0 && typeof content !== 'string' && !hasOwn(turn)) return undefined
  return withOwn({ role: roles[turn.speaker], content }, turn.own, name)
}

function loseName({ name: person, at }: NeutralTurn, task: WriteTask): void {
  if (person !== undefined) task.lose(at, 'name of the speaker', 'The target has no names for speakers.')
}
