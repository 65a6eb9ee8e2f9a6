import type { Format } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { isSignature } from './issuer.ts'
import { answeredBy, isFailed } from './record.ts'

type PlainTurn = NonNullable<Format['plain']>
type Talk = Parameters<PlainTurn>[1]

/** A textbook message: words of the user; thoughts, words and calls of the model; a result. */
export const plain: PlainTurn = (message, talk) => {
  if (!isObject(message)) return false
  switch (message.role) {
    case 'user':
      return talk.begin('user') && isSaid(message.content, talk)
    case 'assistant':
      return !isFailed(message) && talk.begin('model') && isAnswer(message.content, talk)
    case 'toolResult':
      return talk.begin('tool') && isResult(message, talk)
    default:
      return false
  }
}

function isSaid(content: unknown, talk: Talk): boolean {
  if (typeof content === 'string') return talk.say(content)
  return Array.isArray(content) && content.length > 0 && content.every((block) => isText(block, talk))
}

function isText(block: unknown, talk: Talk): boolean {
  return isObject(block) && block.type === 'text' && talk.say(block.text)
}

/** Thoughts, then words, then calls. */
function isAnswer(content: unknown, talk: Talk): boolean {
  if (!Array.isArray(content) || content.length === 0) return false
  let stage = 0
  return content.every((block) => {
    if (!isObject(block)) return false
    const next = block.type === 'thinking' ? 0 : block.type === 'text' ? 1 : 2
    if (next < stage) return false
    stage = next
    if (next === 0) return talk.hold(block) && talk.think(isSignature(block.thinkingSignature))
    return next === 1 ? isText(block, talk) : isCall(block, talk)
  })
}

function isCall(block: JsonObject, talk: Talk): boolean {
  const { type, id, name, arguments: given, partialJson } = block
  if (type !== 'toolCall' || !isObject(given) || partialJson !== undefined) return false
  return talk.hold(given) && nonEmpty(id) !== undefined && talk.call(id, name)
}

function isResult(message: JsonObject, talk: Talk): boolean {
  const { content, toolName: name } = message
  const isPlain =
    typeof content === 'string' ||
    (Array.isArray(content) &&
      content.every((block) => isObject(block) && block.type === 'text' && typeof block.text === 'string'))
  return isPlain && nonEmpty(name) !== undefined && talk.answer(answeredBy(message), name)
}
