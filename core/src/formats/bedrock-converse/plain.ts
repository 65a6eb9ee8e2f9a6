import { isObject, isWellFormed, type JsonObject, nonEmpty } from '../../model/json.ts'
import { holdsOnly, isWorded, type PlainTurn, type Talk } from '../../model/plain.ts'
import { memberCount } from '../plain.ts'
import { held, sealOf, wordedThought } from './blocks.ts'

const messageMembers = ['role', 'content']
const callMembers = ['toolUseId', 'name', 'input']
const resultMembers = ['toolUseId', 'content', 'status']
const imageMembers = ['format', 'source']
const sourceMembers = ['bytes']

/** A textbook message: thoughts, words and calls of the model; results, words and images of the user. */
export const plain: PlainTurn = (message, talk) => {
  if (!isObject(message) || !holdsOnly(message, messageMembers)) return false
  const { role, content } = message
  if (!Array.isArray(content) || content.length === 0 || !content.every(isOneOf)) return false
  if (role === 'assistant') return talk.begin('model') && isModels(content, talk)
  return role === 'user' && talk.begin('user') && isUsers(content, talk)
}

/** A block is what its one member says. */
function isOneOf(block: unknown): block is JsonObject {
  return isObject(block) && memberCount(block) === 1
}

/** Thoughts, then words, then calls; marks anywhere. */
function isModels(content: readonly JsonObject[], talk: Talk): boolean {
  let isThinking = true
  let isCalling = false
  let isSpeaking = false
  for (const block of content) {
    if ((isThinking || (!isCalling && !talk.wants.reasoningFirst)) && isThought(block)) {
      talk.think(true)
      continue
    }
    isThinking = false
    if (isMark(block, talk)) continue
    if (block.toolUse !== undefined) isCalling = true
    else isSpeaking = true
    if (!(isCalling ? isCall(block.toolUse, talk) : talk.say(block.text))) return false
  }
  return !(isCalling && isSpeaking && talk.wants.wordsApartFromCalls)
}

function isThought(block: JsonObject): boolean {
  if (!isObject(block.reasoningContent) || wordedThought(block) !== block) return false
  return sealOf(held(block, 'reasoningContent')).signed && isWellFormed(block)
}

function isMark({ cachePoint }: JsonObject, talk: Talk): boolean {
  return isObject(cachePoint) && isWellFormed(cachePoint) && talk.mark(cachePoint)
}

function isCall(call: unknown, talk: Talk): boolean {
  if (!isObject(call) || !holdsOnly(call, callMembers)) return false
  const { toolUseId: id, name, input } = call
  return isObject(input) && isWellFormed(input) && nonEmpty(id) !== undefined && talk.call(id, name)
}

/** Results, then words and images; marks anywhere. */
function isUsers(content: readonly JsonObject[], talk: Talk): boolean {
  let isAnswering = false
  let isSpeaking = false
  for (const block of content) {
    if (isMark(block, talk)) continue
    if (block.toolResult !== undefined) {
      isAnswering = true
      if (isSpeaking || !isResult(block.toolResult, talk)) return false
    } else {
      isSpeaking = true
      if (!(isObject(block.image) ? isImage(block.image, talk) : talk.say(block.text))) return false
    }
  }
  return (isAnswering || isSpeaking) && !(isAnswering && isSpeaking && talk.wants.wordsApartFromResults)
}

function isImage(image: JsonObject, talk: Talk): boolean {
  const { format, source } = image
  if (!holdsOnly(image, imageMembers) || !isWellFormed(format)) return false
  if (!isObject(source) || !holdsOnly(source, sourceMembers)) return false
  // Clients give bytes, a wire their text.
  return (typeof source.bytes !== 'string' || source.bytes.isWellFormed()) && talk.show()
}

function isResult(result: unknown, talk: Talk): boolean {
  if (!isObject(result) || !holdsOnly(result, resultMembers)) return false
  const { toolUseId: id, content } = result
  if (!Array.isArray(content) || content.length === 0 || !content.every(isPiece)) return false
  return nonEmpty(id) !== undefined && talk.answer(id, undefined)
}

/** Whether a piece of a result is words, or a JSON object. */
function isPiece(piece: unknown): boolean {
  if (!isOneOf(piece)) return false
  return piece.json === undefined ? isWorded(piece.text) : isObject(piece.json) && isWellFormed(piece)
}
