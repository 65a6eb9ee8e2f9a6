import type { WriteTask } from '../../../model/converter.ts'
import { flatMap } from '../../../model/flat-map.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { loseMark, loseSpeakerName } from '../../losses.ts'
import { withHeadLifted } from '../../neutral-turns.ts'
import { withOwn } from '../../own-members.ts'
import { wrapper } from '../body.ts'
import { origin } from './origin.ts'
import { writeSettings } from './settings.ts'
import { writeToolChoice, writeTools } from './tools.ts'
import { writePart, writeText } from './write-parts.ts'

/** Writes a request: a list of contents where the source was a list, else a body. */
export function writeRequest(given: NeutralRequest, task: WriteTask): unknown {
  const request = withHeadLifted(given, task)
  const contents = writeTurns(request.turns, task)
  if (request.isBare) {
    for (const { at } of request.instructions)
      task.lose(at, 'instructions', 'A list of contents has no place for instructions.')
    return contents
  }
  const { own } = request
  const isWrapped = own?.origin === origin && own.members.some(({ steps }) => steps[0] === wrapper)
  const model = request.model === undefined ? {} : { model: request.model }
  const inner = { contents, ...membersOf(request, task) }
  return withOwn(isWrapped ? { ...model, [wrapper]: inner } : { ...model, ...inner }, own, origin)
}

function membersOf(request: NeutralRequest, task: WriteTask): JsonObject {
  const instructions = request.instructions.flatMap((part) => writeInstruction(part, task))
  const tools = writeTools(request.tools, task)
  const functionCallingConfig = writeToolChoice(request)
  const generationConfig = writeSettings(request, task)
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    ...(tools.length > 0 && { tools }),
    ...(functionCallingConfig && { toolConfig: { functionCallingConfig } }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  }
}

function writeInstruction(part: NeutralRequest['instructions'][number], task: WriteTask): readonly unknown[] {
  loseMark(part, task)
  if (part.kind === 'text') return [writeText(part, task)]
  return part.origin === origin ? [part.raw] : []
}

// Instructions between turns have no role here: the repair by the target's rulebook says them as the user.
const roles = { user: 'user', model: 'model', tool: 'user', system: 'system', developer: 'system' } as const

function writeTurns(turns: readonly NeutralTurn[], task: WriteTask): readonly unknown[] {
  return flatMap(turns, (turn) => {
    loseSpeakerName(turn, task)
    if (turn.speaker === 'system' || turn.speaker === 'developer')
      task.lose(turn.at, 'role of instructions', 'The target has no instructions between turns.')
    const parts = flatMap(turn.parts, (part) => writePart(part, task))
    // A turn of which nothing is left is none.
    if (parts.length === 0 && turn.parts.length > 0) return []
    return [withOwn({ role: roles[turn.speaker], parts }, turn.own, origin)]
  })
}
