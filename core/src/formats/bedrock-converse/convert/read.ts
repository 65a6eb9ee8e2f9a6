import type { ReadTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralOpaque,
  NeutralRequest,
  NeutralSpeaker,
  NeutralText,
  NeutralTurn,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { messagesOf, messagesRoot } from '../../messages.ts'
import { splitResults } from '../../neutral-turns.ts'
import { ownOf, type ReadObject } from '../../own-members.ts'
import { origin } from './origin.ts'
import { opaque, readBlocks } from './read-blocks.ts'
import { readSettings } from './settings.ts'
import { readToolChoice, readTools } from './tools.ts'

/** Reads a request body, or its bare list of messages. */
export function readRequest(document: unknown, task: ReadTask): NeutralRequest {
  const body = isObject(document) ? document : {}
  const { settings, places, objects, taken } = readSettings(body)
  const config = isObject(body.toolConfig) ? body.toolConfig : {}
  const toolChoice = readToolChoice(config.toolChoice)
  const model = nonEmpty(body.modelId)
  const own = ownOf(origin, [body, new Set([...taken, ...readHere(body)])], ...objects, configOf(config))
  return {
    as: 'request',
    isBare: Array.isArray(document),
    ...(model !== undefined && { model }),
    instructions: readSystem(body.system, task),
    turns: readTurns(document, task),
    tools: readTools(config.tools, ['toolConfig', 'tools']),
    ...(toolChoice && { toolChoice }),
    settings,
    places: {
      ...places,
      ...(model !== undefined && { model: ['modelId'] }),
      ...(toolChoice && { toolChoice: ['toolConfig', 'toolChoice'] }),
    },
    ...(own && { own }),
  }
}

/** The members that are read whole; one of a strange type is not. */
function readHere(body: JsonObject): readonly string[] {
  return [
    ...(nonEmpty(body.modelId) === undefined ? [] : ['modelId']),
    ...(Array.isArray(body.messages) ? ['messages'] : []),
    ...(isObject(body.toolConfig) ? ['toolConfig'] : []),
    'system',
  ]
}

function configOf(config: JsonObject): ReadObject {
  const taken = [
    ...(Array.isArray(config.tools) ? ['tools'] : []),
    ...(readToolChoice(config.toolChoice) === undefined ? [] : ['toolChoice']),
  ]
  return [config, new Set(taken), 'toolConfig']
}

function readSystem(system: unknown, task: ReadTask): readonly (NeutralText | NeutralOpaque)[] {
  return readBlocks(system, ['system'], task.provider).map((part) => {
    if (part.kind === 'text' || part.kind === 'opaque') return part
    const raw: unknown = Array.isArray(system) ? system[Number(part.at?.at(-1))] : system
    return opaque(raw, part.at ?? ['system'])
  })
}

function readTurns(document: unknown, task: ReadTask): readonly NeutralTurn[] {
  const root = messagesRoot(document)
  const turns: NeutralTurn[] = []
  for (const [index, raw] of (messagesOf(document) ?? []).entries())
    turns.push(...splitResults(readMessage(raw, placeIn(root, index), task)))
  return turns
}

const speakers: ReadonlyMap<unknown, NeutralSpeaker> = new Map<unknown, NeutralSpeaker>([
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'developer'],
])
const messageMembers: ReadonlySet<string> = new Set(['role', 'content'])

function readMessage(raw: unknown, at: Place, { provider }: ReadTask): NeutralTurn {
  if (!isObject(raw)) return { speaker: 'user', at, parts: [opaque(raw, at)] }
  const own = ownOf(origin, [raw, messageMembers])
  return {
    speaker: speakers.get(raw.role) ?? 'user',
    at,
    parts: readBlocks(raw.content, placeIn(at, 'content'), provider),
    ...(own && { own }),
  }
}
