import type { ReadTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  NeutralOpaque,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralText,
  NeutralTurn,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { flagFromWords } from '../../error-words.ts'
import { messagesOf, messagesRoot } from '../../messages.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'
import { ownTurn } from '../own-turn.ts'
import { readCalls, readOlderCall } from './read-calls.ts'
import { opaque, readContent } from './read-content.ts'
import { readBody } from './read-settings.ts'

/** Reads a request body, or its bare list of messages. */
export function readRequest(document: unknown, task: ReadTask): NeutralRequest {
  const turns = readTurns(document, task)
  const head = headOf(turns)
  return {
    as: 'request',
    isBare: Array.isArray(document),
    instructions: head.flatMap(({ parts }) => parts.filter(isInstruction)),
    turns: turns.slice(head.length),
    ...readBody(isObject(document) ? document : {}),
  }
}

/** The messages of the system that open the conversation, as long as they are words and nothing else. */
function headOf(turns: readonly NeutralTurn[]): readonly NeutralTurn[] {
  const end = turns.findIndex((turn) => turn.speaker !== 'system' || !isPlainHead(turn))
  return end < 0 ? turns : turns.slice(0, end)
}

function isPlainHead({ parts, own, name: person }: NeutralTurn): boolean {
  return own === undefined && person === undefined && parts.every(isInstruction)
}

function isInstruction(part: NeutralPart): part is NeutralText | NeutralOpaque {
  return part.kind === 'text' || part.kind === 'opaque'
}

function readTurns(document: unknown, task: ReadTask): readonly NeutralTurn[] {
  const root = messagesRoot(document)
  const messages = messagesOf(document) ?? []
  const turns: NeutralTurn[] = []
  // Results of one run stand in one turn.
  let results: NeutralPart[] | undefined
  for (let index = 0; index < messages.length; index++) {
    const at = placeIn(root, index)
    const turn = readMessage(messages[index], at, task)
    if (turn.speaker !== 'tool') results = undefined
    else if (results !== undefined) {
      for (const part of turn.parts) results.push(part)
      continue
    }
    if (turn.speaker === 'tool') results = [...turn.parts]
    turns.push(results === undefined ? turn : { ...turn, parts: results })
  }
  return turns
}

function readMessage(raw: unknown, at: Place, task: ReadTask): NeutralTurn {
  const message = isObject(raw) ? ownForm(raw) : undefined
  const role = message?.role
  if (message !== undefined && (role === 'tool' || role === 'function'))
    return { speaker: 'tool', parts: [readResult(message, at, task)], at }
  if (message !== undefined && role === 'assistant') return readAssistant(message, at, task)
  if (message !== undefined && (role === 'user' || role === 'system' || role === 'developer'))
    return readSpoken(message, role, at, task)
  return { speaker: 'user', parts: [opaque(raw, at)], at }
}

/** The message as this format writes it, where another format wrote it. */
function ownForm(raw: JsonObject): JsonObject {
  if (!Array.isArray(raw.content) && roles.has(raw.role)) return raw
  const own = ownTurn(raw)
  return isObject(own) ? own : raw
}

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'developer', 'tool', 'function'])

const spokenMembers: ReadonlySet<string> = new Set(['role', 'content', 'name'])

function readSpoken(
  message: JsonObject,
  speaker: 'user' | 'system' | 'developer',
  at: Place,
  task: ReadTask,
): NeutralTurn {
  const parts = readContent(message.content, placeIn(at, 'content'), task)
  return keepOwn(named({ speaker, parts, at }, message), ownOf(name, [message, spokenMembers]))
}

function named(turn: NeutralTurn, message: JsonObject): NeutralTurn {
  const person = nonEmpty(message.name)
  return person === undefined ? turn : { ...turn, name: person }
}

const assistantMembers: ReadonlySet<string> = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'function_call',
  'refusal',
  'reasoning_content',
])

function readAssistant(message: JsonObject, at: Place, task: ReadTask): NeutralTurn {
  const parts = readSaid(message, at, task)
  return keepOwn(named({ speaker: 'model', parts, at }, message), ownOf(name, [message, assistantMembers]))
}

/** The parts of a message of the model: reasoning, words, a refusal, calls. */
export function readSaid(message: JsonObject, at: Place, task: ReadTask): readonly NeutralPart[] {
  const { reasoning_content: reasoning, refusal } = message
  const parts: NeutralPart[] = []
  if (typeof reasoning === 'string')
    parts.push({ kind: 'reasoning', text: reasoning, at: placeIn(at, 'reasoning_content') })
  else if (reasoning !== undefined && reasoning !== null)
    parts.push(opaque(reasoning, placeIn(at, 'reasoning_content')))
  const { content, tool_calls: calls, function_call: older } = message
  if (content !== undefined && content !== null)
    parts.push(...readContent(content, placeIn(at, 'content'), task))
  if (typeof refusal === 'string') parts.push({ kind: 'refusal', text: refusal, at: placeIn(at, 'refusal') })
  else if (refusal !== undefined && refusal !== null) parts.push(opaque(refusal, placeIn(at, 'refusal')))
  if (calls !== undefined && calls !== null)
    for (const call of readCalls(calls, placeIn(at, 'tool_calls'))) parts.push(call)
  if (older !== undefined && older !== null) parts.push(...readOlderCall(older, placeIn(at, 'function_call')))
  return parts
}

const resultMembers: ReadonlySet<string> = new Set(['role', 'content', 'tool_call_id', 'name', 'tool_name'])

function readResult(message: JsonObject, at: Place, task: ReadTask): NeutralResult {
  const read = readContent(message.content, placeIn(at, 'content'), task)
  const given = read.map((part): NeutralResult['content'][number] =>
    part.kind === 'refusal' ? { kind: 'text', text: part.text } : part,
  )
  const tool = nonEmpty(message.name) ?? nonEmpty(message.tool_name)
  const { content, isError } = flagFromWords(given)
  const id = nonEmpty(message.tool_call_id)
  const result: NeutralResult = { kind: 'result', id, tool: 'function', content, isError, at }
  const named = tool === undefined ? result : { ...result, name: tool }
  return keepOwn(named, ownOf(name, [message, resultMembers]))
}
