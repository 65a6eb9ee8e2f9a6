import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { holdsOnly, type PlainTurn, type Talk } from '../../model/plain.ts'
import type { Speaker } from '../../model/transcript.ts'

const shownMembers = ['id', 'role', 'parts', 'metadata']
const messageMembers = ['id', 'role', 'content', 'providerOptions']
const speakers: Readonly<Record<string, Speaker>> = {
  user: 'user',
  assistant: 'model',
  tool: 'tool',
  system: 'system',
}

/** A textbook message to a model, or one that a chat shows: there a call and its result are one part. */
export const plain: PlainTurn = (message, talk) => {
  if (!isObject(message)) return false
  if (message.parts !== undefined) return isShown(message, talk)
  if (!holdsOnly(message, messageMembers)) return false
  const { role, content } = message
  const speaker = typeof role === 'string' ? speakers[role] : undefined
  if (speaker === undefined || !talk.begin(speaker, role)) return false
  if (typeof content === 'string') return speaker !== 'tool' && talk.say(content)
  if (!Array.isArray(content) || content.length === 0 || speaker === 'system') return false
  return content.every((part) => isObject(part) && talk.hold(part) && isPart(part, speaker, talk))
}

function isPart(part: JsonObject, speaker: Speaker, talk: Talk): boolean {
  switch (part.type) {
    case 'text':
      return speaker !== 'tool' && talk.say(part.text)
    case 'image':
    case 'file':
      return speaker === 'user' && talk.show()
    case 'reasoning':
      return speaker === 'model' && talk.think(isObject(part.providerOptions))
    case 'tool-call':
      return speaker === 'model' && isCall(part, talk)
    case 'tool-result':
      return speaker === 'tool' && isResult(part, talk)
    default:
      return false
  }
}

function isCall(
  { toolCallId: id, toolName: name, input, providerExecuted }: JsonObject,
  talk: Talk,
): boolean {
  return (
    providerExecuted === undefined && isObject(input) && nonEmpty(id) !== undefined && talk.call(id, name)
  )
}

function isResult({ toolCallId: id, toolName: name, output }: JsonObject, talk: Talk): boolean {
  if (!isObject(output) || typeof output.type !== 'string' || nonEmpty(name) === undefined) return false
  return nonEmpty(id) !== undefined && talk.answer(id, name)
}

function isShown(message: JsonObject, talk: Talk): boolean {
  const { role, parts } = message
  const speaker = role === 'assistant' ? 'model' : role === 'user' ? role : undefined
  if (speaker === undefined || !holdsOnly(message, shownMembers) || !talk.begin(speaker)) return false
  if (!Array.isArray(parts) || parts.length === 0) return false
  return parts.every((part) => {
    if (!isObject(part) || typeof part.type !== 'string' || !talk.hold(part)) return false
    if (part.type === 'text') return talk.say(part.text)
    if (part.type === 'file') return speaker === 'user' && talk.show()
    if (speaker === 'user') return false
    if (part.type === 'step-start') return true
    if (part.type === 'reasoning') return talk.think(isObject(part.providerMetadata))
    return isDone(part, part.type, talk)
  })
}

/** Whether a part is a call with its result. */
function isDone(part: JsonObject, type: string, talk: Talk): boolean {
  const { toolCallId: id, state, input } = part
  if (!type.startsWith('tool-') || type === 'tool-invocation' || part.providerExecuted !== undefined)
    return false
  if (state !== 'output-available' || part.approval !== undefined || !isObject(input)) return false
  const name = type.slice('tool-'.length)
  return nonEmpty(id) !== undefined && talk.call(id, name) && talk.answer(id, name)
}
