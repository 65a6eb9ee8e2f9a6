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
import { splitResults } from '../../neutral-turns.ts'
import { ownOf } from '../../own-members.ts'
import { contentsRoot, isWrapped, requestOf, wrapper } from '../body.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'
import { opaque } from './read-media.ts'
import { readPart, readParts } from './read-parts.ts'
import { readSettings } from './settings.ts'
import { thinkingMembers } from './thinking.ts'
import { readToolChoice, readTools } from './tools.ts'

/** Reads a request, also one that a gateway has wrapped, or a bare list of contents. */
export function readRequest(document: unknown, task: ReadTask): NeutralRequest {
  const body = isObject(document) ? camelled(document) : {}
  const steps: Place = isWrapped(document) ? [wrapper] : []
  const request = camelled(requestOf(document))
  const config = camelled(request.generationConfig)
  const { settings, places, taken } = readSettings(config, placeIn(steps, 'generationConfig'))
  const toolChoice = readToolChoice(request.toolConfig)
  const model = nonEmpty(body.model)
  const own = ownMembers(body, request, steps, [taken, toolChoice !== undefined])
  return {
    as: 'request',
    isBare: Array.isArray(document),
    ...(model !== undefined && { model }),
    instructions: readInstructions(request.systemInstruction, placeIn(steps, 'systemInstruction')),
    turns: readTurns(Array.isArray(document) ? document : request.contents, contentsRoot(document), task),
    tools: readTools(request.tools, placeIn(steps, 'tools')),
    ...(toolChoice && { toolChoice }),
    settings,
    places: {
      ...places,
      ...(model !== undefined && { model: ['model'] }),
      ...(toolChoice && { toolChoice: placeIn(steps, 'toolConfig') }),
    },
    ...(own && { own }),
  }
}

const requestMembers: ReadonlySet<string> = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'model',
])
const wrapperMembers: ReadonlySet<string> = new Set([wrapper, 'model'])
const callingMembers: ReadonlySet<string> = new Set(['mode', 'allowedFunctionNames'])
const none: ReadonlySet<string> = new Set()

/** The members of the body and of the objects in it that are not read. */
function ownMembers(
  body: JsonObject,
  request: JsonObject,
  steps: Place,
  [taken, isChosen]: readonly [ReadonlySet<string>, boolean],
): NeutralRequest['own'] {
  const config = camelled(request.generationConfig)
  const toolConfig = camelled(request.toolConfig)
  const { functionCallingConfig: calling } = toolConfig
  const { thinkingConfig: thinking } = config
  return ownOf(
    origin,
    ...(steps.length === 0 ? [] : ([[body, wrapperMembers]] as const)),
    [request, requestMembers, ...steps],
    [
      config,
      isObject(thinking) ? new Set([...taken, 'thinkingConfig']) : taken,
      ...steps,
      'generationConfig',
    ],
    [camelled(thinking), thinkingMembers, ...steps, 'generationConfig', 'thinkingConfig'],
    [toolConfig, isObject(calling) ? new Set(['functionCallingConfig']) : none, ...steps, 'toolConfig'],
    [camelled(calling), isChosen ? callingMembers : none, ...steps, 'toolConfig', 'functionCallingConfig'],
  )
}

function readInstructions(given: unknown, at: Place): readonly (NeutralText | NeutralOpaque)[] {
  if (given === undefined || given === null) return []
  const { parts } = camelled(given)
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [parts ?? given]
  return list.map((raw, index) => {
    const place = Array.isArray(parts) ? placeIn(at, 'parts', index) : at
    const part = readPart(raw, place, '')
    return part.kind === 'text' ? part : opaque(raw, place, `${part.kind} in the instructions`)
  })
}

function readTurns(contents: unknown, root: Place, task: ReadTask): readonly NeutralTurn[] {
  const list: readonly unknown[] = Array.isArray(contents) ? contents : contents == null ? [] : [contents]
  const turns: NeutralTurn[] = []
  for (let index = 0; index < list.length; index++) {
    const at = Array.isArray(contents) ? placeIn(root, index) : root
    turns.push(...splitResults(readContent(list[index], at, task)))
  }
  return turns
}

const speakers: ReadonlyMap<unknown, NeutralSpeaker> = new Map<unknown, NeutralSpeaker>([
  ['model', 'model'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'developer'],
])
const contentMembers: ReadonlySet<string> = new Set(['role', 'parts'])

function readContent(raw: unknown, at: Place, { provider }: ReadTask): NeutralTurn {
  // Words and parts by themselves are what the user says.
  if (!isObject(raw) || (raw.role === undefined && raw.parts === undefined))
    return { speaker: 'user', at, parts: [readPart(raw, at, provider)] }
  const own = ownOf(origin, [raw, contentMembers])
  return {
    speaker: speakers.get(raw.role) ?? 'user',
    at,
    parts: readParts(raw.parts, placeIn(at, 'parts'), provider),
    ...(own && { own }),
  }
}
