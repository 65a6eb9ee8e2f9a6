import { isObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralPart, NeutralRequest, NeutralSpeaker, NeutralTurn } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { messagesOf, messagesRoot } from '../../messages.ts'
import { splitResults, withRunsJoined } from '../../neutral-turns.ts'
import { ownOf } from '../../own-members.ts'
import { readPlain } from '../../plain-settings.ts'
import { origin } from './origin.ts'
import { readOptions } from './provider-options.ts'
import { opaque, readContent, takenOf } from './read-parts.ts'
import { readShown } from './read-shown.ts'
import { readToolChoice, readTools, table } from './settings.ts'

/** Reads a list of messages, or the options of a call that hold it. */
export function readRequest(document: unknown): NeutralRequest {
  const body = isObject(document) ? document : {}
  const { settings, places, taken } = readPlain(body, [], table)
  const model = nonEmpty(body.model)
  const system = nonEmpty(body.system)
  const toolChoice = readToolChoice(body.toolChoice)
  const here = [
    ...(model === undefined ? [] : ['model']),
    ...(system === undefined && body.system !== '' ? [] : ['system']),
    ...(Array.isArray(body.messages) ? ['messages'] : []),
    ...(isObject(body.tools) ? ['tools'] : []),
    ...(toolChoice === undefined ? [] : ['toolChoice']),
  ]
  const own = ownOf(origin, [body, new Set([...taken, ...here])])
  return {
    as: 'request',
    isBare: Array.isArray(document),
    ...(model !== undefined && { model }),
    instructions: system === undefined ? [] : [{ kind: 'text', at: ['system'], text: system }],
    turns: readTurns(document),
    tools: readTools(body.tools, ['tools']),
    ...(toolChoice && { toolChoice }),
    settings,
    places: {
      ...places,
      ...(model !== undefined && { model: ['model'] }),
      ...(toolChoice && { toolChoice: ['toolChoice'] }),
    },
    ...(own && { own }),
  }
}

function readTurns(document: unknown): readonly NeutralTurn[] {
  const root = messagesRoot(document)
  const turns: NeutralTurn[] = []
  for (const [index, raw] of (messagesOf(document) ?? []).entries())
    turns.push(...readMessage(raw, placeIn(root, index)))
  return withRunsJoined(turns)
}

const speakers: ReadonlyMap<unknown, NeutralSpeaker> = new Map<unknown, NeutralSpeaker>([
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'developer'],
  ['tool', 'tool'],
])
const messageMembers: ReadonlySet<string> = new Set(['role', 'content', 'providerOptions'])

function readMessage(raw: unknown, at: Place): readonly NeutralTurn[] {
  if (!isObject(raw)) return [{ speaker: 'user', at, parts: [opaque(raw, at)] }]
  if (Array.isArray(raw.parts) && !Array.isArray(raw.content)) return readShown(raw, raw.parts, at)
  const { mark, objects } = readOptions(raw, 'other')
  const own = ownOf(origin, [raw, takenOf(raw, messageMembers)], ...objects)
  const parts = readContent(raw.content, placeIn(at, 'content'))
  return splitResults({
    speaker: speakers.get(raw.role) ?? 'user',
    at,
    parts: mark === undefined ? parts : marked(parts, mark),
    ...(own && { own }),
  })
}

/** A mark on a message is one on the last of its parts. */
function marked(
  parts: readonly NeutralPart[],
  mark: NonNullable<NeutralPart['mark']>,
): readonly NeutralPart[] {
  return parts.map((part, index) =>
    index < parts.length - 1 || part.mark !== undefined ? part : { ...part, mark },
  )
}
