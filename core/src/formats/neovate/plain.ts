import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { isWorded, type PlainTurn, type Talk } from '../../model/plain.ts'

/** A textbook message: reasoning, words and calls of the model; words of the user; results of a tool. */
export const plain: PlainTurn = (message, talk, before) => {
  if (!isObject(message)) return false
  if (message.type === 'custom-title') return message.uuid === undefined && talk.pass()
  if (!goesOn(message, before) || !talk.hold(message)) return false
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  if (calls !== undefined || id !== undefined) return false
  const speaker =
    role === 'assistant'
      ? 'model'
      : role === 'user' || role === 'tool' || role === 'system'
        ? role
        : undefined
  if (speaker === undefined || !talk.begin(speaker)) return false
  if (typeof content === 'string') return speaker !== 'tool' && talk.say(content)
  if (!Array.isArray(content) || content.length === 0) return false
  if (speaker === 'model') return isModels(content, talk)
  return content.every((part) => isObject(part) && (speaker === 'tool' ? isResult : isSaid)(part, talk))
}

/** Whether a message names the one right before it, or no message names another. */
function goesOn({ type, uuid, parentUuid: parent }: JsonObject, before: unknown): boolean {
  if (type !== undefined && type !== 'message') return false
  const last = isObject(before) ? before.uuid : undefined
  if (uuid === undefined && parent === undefined) return last === undefined
  return nonEmpty(uuid) !== undefined && (before === undefined ? parent === null : parent === last)
}

/** Reasoning leads, calls come last. */
function isModels(content: readonly unknown[], talk: Talk): boolean {
  let stage = 0
  return content.every((part) => {
    if (!isObject(part)) return false
    const next = part.type === 'reasoning' ? 0 : part.type === 'text' ? 1 : 2
    if (next < stage) return false
    stage = next
    if (next === 0) return talk.think(true)
    return next === 1 ? isText(part, talk) : isCall(part, talk)
  })
}

function isText(part: JsonObject, talk: Talk): boolean {
  return part.type === 'text' && talk.say(part.text)
}

function isSaid(part: JsonObject, talk: Talk): boolean {
  return part.type === 'image' || part.type === 'file' ? talk.show() : isText(part, talk)
}

function isCall({ type, id, name, input }: JsonObject, talk: Talk): boolean {
  return type === 'tool_use' && isObject(input) && nonEmpty(id) !== undefined && talk.call(id, name)
}

function isResult({ type, toolCallId: id, toolName: name, result }: JsonObject, talk: Talk): boolean {
  if (type !== 'tool-result' || !isObject(result) || nonEmpty(id) === undefined) return false
  const { llmContent: content } = result
  const isPlain = Array.isArray(content)
    ? content.length > 0 &&
      content.every((piece) => isObject(piece) && piece.type === 'text' && isWorded(piece.text))
    : isWorded(content)
  return isPlain && nonEmpty(name) !== undefined && talk.answer(id, name)
}
