import type { WriteTask } from '../../../model/converter.ts'
import { flatMap } from '../../../model/flat-map.ts'
import type { NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { loseSpeakerName } from '../../losses.ts'
import { withHeadLifted, withResultsJoined } from '../../neutral-turns.ts'
import { withOwn } from '../../own-members.ts'
import { isClaude } from './models.ts'
import { origin } from './origin.ts'
import { writeToolConfig } from './tools.ts'
import { writeBlocks } from './write-blocks.ts'
import { writeSettings } from './write-settings.ts'
import { type ConverseWriting, writingOf } from './writing.ts'

/** Writes a request: a list of messages where the source was a list, else a body. */
export function writeRequest(given: NeutralRequest, task: WriteTask): unknown {
  const writing = writingOf(task, !isClaude(task.model ?? given.model))
  const request = withHeadLifted(given, writing)
  const messages = writeTurns(request.turns, writing)
  if (request.isBare) {
    for (const { at } of request.instructions)
      task.lose(at, 'instructions', 'A bare list of messages has no place for them.')
    return messages
  }
  const system = request.instructions.flatMap((part) => writeBlocks(part, writing))
  const toolConfig = writeToolConfig(request, task)
  const body = {
    ...(request.model !== undefined && { modelId: request.model }),
    messages,
    ...(system.length > 0 && { system }),
    ...(toolConfig && { toolConfig }),
    ...writeSettings(request, task),
  }
  return withOwn(body, request.own, origin)
}

// Instructions between turns have no role here: the repair by the target's rulebook says them as the user.
const roles = {
  user: 'user',
  model: 'assistant',
  tool: 'user',
  system: 'system',
  developer: 'system',
} as const

/** The messages: speakers alternate, so what the user says right after results stands in one message with them. */
function writeTurns(turns: readonly NeutralTurn[], writing: ConverseWriting): readonly unknown[] {
  return flatMap(withResultsJoined(turns, origin), (turn) => {
    loseSpeakerName(turn, writing)
    const isInstructing = turn.speaker === 'system' || turn.speaker === 'developer'
    if (isInstructing)
      writing.lose(turn.at, 'role of instructions', 'The target has no instructions between turns.')
    const content = flatMap(turn.parts, (part) => writeBlocks(part, writing))
    // A turn of which nothing is left is none.
    if (content.length === 0 && turn.parts.length > 0) return []
    return [withOwn({ role: roles[turn.speaker], content }, turn.own, origin)]
  })
}
