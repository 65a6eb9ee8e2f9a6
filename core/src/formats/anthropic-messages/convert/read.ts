import type { ReadTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
  NeutralRequest,
  NeutralSpeaker,
  NeutralText,
  NeutralTurn,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { messagesOf, messagesRoot } from '../../messages.ts'
import { splitResults } from '../../neutral-turns.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'
import { ownTurn } from '../own-turn.ts'
import { opaque, readContent } from './read-blocks.ts'
import { readBody } from './read-settings.ts'
import { readTool } from './read-tools.ts'

/** Members of the body that are read here; one of a strange type is not. */
const elsewhere: Readonly<Record<string, (value: unknown) => boolean>> = {
  model: (value) => typeof value === 'string',
  messages: Array.isArray,
  system: () => true,
  tools: Array.isArray,
}

const none: ReadonlySet<string> = new Set()
const messageMembers: ReadonlySet<string> = new Set(['role', 'content'])
const reasoningMembers: ReadonlySet<string> = new Set([...messageMembers, 'reasoning_content'])

/** Reads a request body, or its bare list of messages. */
export function readRequest(document: unknown, task: ReadTask): NeutralRequest {
  const body = isObject(document) ? document : {}
  const { settings, places, toolChoice, objects } = readBody(body)
  const model = nonEmpty(body.model)
  const [[, taken] = [body, none], ...inner] = objects
  const here = Object.keys(elsewhere).filter((member) => elsewhere[member]?.(body[member]) === true)
  const request: NeutralRequest = {
    as: 'request',
    isBare: Array.isArray(document),
    instructions: readSystem(body.system, task),
    turns: readTurns(document, task),
    tools: Array.isArray(body.tools) ? body.tools.map((tool, index) => readTool(tool, ['tools', index])) : [],
    settings,
    places: {
      ...places,
      ...(model === undefined ? {} : { model: ['model'] }),
      ...(toolChoice === undefined ? {} : { toolChoice: ['tool_choice'] }),
    },
    ...(model === undefined ? {} : { model }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
  }
  return keepOwn(request, ownOf(name, [body, new Set([...here, ...taken])], ...inner))
}

function readSystem(system: unknown, task: ReadTask): readonly (NeutralText | NeutralOpaque)[] {
  const parts = readContent(system, ['system'], task)
  return parts.map((part) => (part.kind === 'text' ? part : opaqueAt(part, system)))
}

function opaqueAt(part: NeutralPart, list: unknown): NeutralOpaque {
  if (part.kind === 'opaque') return part
  const at = part.at ?? []
  return opaque(Array.isArray(list) ? list[Number(at.at(-1))] : list, at)
}

function readTurns(document: unknown, task: ReadTask): readonly NeutralTurn[] {
  const root = messagesRoot(document)
  const turns: NeutralTurn[] = []
  const messages = messagesOf(document) ?? []
  for (let index = 0; index < messages.length; index++)
    readMessage(messages[index], placeIn(root, index), task, turns)
  return turns
}

const speakers: ReadonlyMap<unknown, NeutralSpeaker> = new Map([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
])

function readMessage(raw: unknown, at: Place, task: ReadTask, turns: NeutralTurn[]): void {
  const message = isObject(raw) ? ownForm(raw) : undefined
  const speaker = speakers.get(message?.role)
  if (message === undefined || speaker === undefined) {
    turns.push({ speaker: 'user', parts: [opaque(raw, at)], at })
    return
  }
  const said = readContent(message.content, placeIn(at, 'content'), task)
  const beside = speaker === 'model' ? reasoningBeside(message, at) : undefined
  const isNew = beside !== undefined && !said.some(({ kind }) => kind === 'reasoning')
  const turn: NeutralTurn = { speaker, parts: isNew ? [beside, ...said] : said, at }
  const taken = beside === undefined ? messageMembers : reasoningMembers
  turns.push(...splitResults(keepOwn(turn, ownOf(name, [message, taken]))))
}

/** Reasoning that agents of chat APIs keep beside the blocks of a message. */
function reasoningBeside(message: JsonObject, at: Place): NeutralReasoning | undefined {
  const { reasoning_content: text } = message
  return typeof text === 'string'
    ? { kind: 'reasoning', text, at: placeIn(at, 'reasoning_content') }
    : undefined
}

/** The message as this format writes it, where another format wrote it. */
function ownForm(raw: JsonObject): JsonObject {
  if (speakers.has(raw.role) && raw.tool_calls === undefined) return raw
  const own = ownTurn(raw)
  return isObject(own) ? own : raw
}
