import { isObject, type JsonObject } from '../../model/json.ts'
import { isAmong, isWorded, type PlainTurn, type Talk } from '../../model/plain.ts'
import type { Speaker } from '../../model/transcript.ts'
import { isJson } from '../arguments.ts'

const speakers: Readonly<Record<string, Speaker>> = {
  user: 'user',
  assistant: 'model',
  tool: 'tool',
  system: 'system',
  developer: 'system',
}

/** Members that every API takes, and those that some refuse, by speaker. */
const basicMembers = ['role', 'content', 'tool_calls', 'tool_call_id']
const otherMembers: Readonly<Partial<Record<Speaker, readonly string[]>>> = {
  user: ['name'],
  system: ['name'],
  tool: ['name', 'tool_name'],
  model: ['name', 'reasoning_content', 'reasoning', 'reasoning_details', 'annotations'],
}
/** Members that say nothing if they are null, as answers of the API have them. */
const emptyMembers = ['refusal', 'audio', 'function_call']

/** A textbook message: words, calls of the model, one result of a tool. */
export const plain: PlainTurn = (message, talk) => {
  if (!isObject(message)) return false
  const { role } = message
  const speaker = typeof role === 'string' ? speakers[role] : undefined
  if (speaker === undefined || !talk.begin(speaker, role) || !areTaken(message, speaker, talk)) return false
  switch (speaker) {
    case 'model':
      return isModels(message, talk)
    case 'tool':
      return isResult(message, talk)
    default:
      return message.tool_calls === undefined && isSaid(message.content, speaker, talk)
  }
}

/** Whether the API takes all members of a message. */
function areTaken(message: JsonObject, speaker: Speaker, talk: Talk): boolean {
  for (const member in message) {
    if (isAmong(basicMembers, member)) continue
    const isKnown =
      isAmong(otherMembers[speaker] ?? [], member) ||
      (isAmong(emptyMembers, member) && message[member] === null)
    if (!isKnown || speaker === 'unknown' || !talk.mayHold(speaker, member)) return false
  }
  return true
}

/** Whether a content is words; the user may also show something. */
function isSaid(content: unknown, speaker: Speaker, talk: Talk): boolean {
  if (!Array.isArray(content)) return talk.say(content)
  if (content.length === 0 || talk.wants.oneText.has(speaker)) return false
  return content.every((part) => {
    if (!isObject(part)) return false
    if (part.type === 'text') return talk.say(part.text)
    return part.type === 'image_url' && speaker === 'user' && talk.show()
  })
}

function isModels(message: JsonObject, talk: Talk): boolean {
  const { content, tool_calls: calls, reasoning_content: reasoning } = message
  if (reasoning !== undefined && (typeof reasoning !== 'string' || !talk.think(false))) return false
  if (calls === undefined || calls === null) return isSaid(content, 'model', talk)
  if (!Array.isArray(calls) || calls.length === 0) return false
  const { contentBesideCalls, wordsApartFromCalls } = talk.wants
  if (content === undefined || content === null) {
    if (contentBesideCalls) return false
  } else if (content !== '' && (wordsApartFromCalls || !isSaid(content, 'model', talk))) return false
  return calls.every((call) => isCall(call, talk))
}

function isCall(call: unknown, talk: Talk): boolean {
  if (!isObject(call) || !isObject(call.function) || call.custom !== undefined) return false
  if (call.type !== undefined && call.type !== 'function') return false
  const { name, arguments: given } = call.function
  const isUsable = talk.wants.objectArguments
    ? isObject(given)
    : given === '{}' || (typeof given === 'string' && given !== '' && isJson(given))
  return isUsable && talk.call(call.id, name)
}

function isResult(message: JsonObject, talk: Talk): boolean {
  const { content, tool_call_id: id, name, tool_name: toolName } = message
  if (message.tool_calls !== undefined) return false
  if (typeof content !== 'string') {
    if (!Array.isArray(content) || content.length === 0 || talk.wants.oneText.has('tool')) return false
    if (!content.every((part) => isObject(part) && part.type === 'text' && isWorded(part.text))) return false
  }
  return (toolName === undefined || name === undefined) && talk.answer(id, name ?? toolName)
}
