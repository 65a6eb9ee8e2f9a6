import { isObject, isWellFormed, type JsonObject, nonEmpty } from '../../model/json.ts'
import { holdsOnly, isWorded, type PlainTurn, type Talk } from '../../model/plain.ts'
import { imageOf } from './images.ts'

const messageMembers = ['role', 'content']
const textMembers = ['type', 'text', 'citations', 'cache_control']
const thoughtMembers = ['type', 'thinking', 'signature', 'data']
const callMembers = ['type', 'id', 'name', 'input', 'caller', 'cache_control']
const resultMembers = ['type', 'tool_use_id', 'content', 'is_error', 'cache_control']
const referenceMembers = ['type', 'tool_name']
const shownMembers = ['type', 'source', 'title', 'context', 'citations', 'cache_control']
const hostedMembers = ['type', 'id', 'name', 'input', 'caller', 'tool_use_id', 'content', 'cache_control']

/** A textbook message: thoughts, words and calls of the model; results, words and images of the user. */
export const plain: PlainTurn = (message, talk) => {
  if (!isObject(message) || !holdsOnly(message, messageMembers)) return false
  const { role, content } = message
  const speaker = role === 'assistant' ? 'model' : role === 'user' || role === 'system' ? role : undefined
  if (speaker === undefined || !talk.begin(speaker)) return false
  if (typeof content === 'string') return talk.say(content)
  if (!Array.isArray(content) || content.length === 0) return false
  return speaker === 'model' ? isModels(content, talk) : isUsers(content, talk, speaker === 'user')
}

/** Thoughts, then words, then calls. */
function isModels(content: readonly unknown[], talk: Talk): boolean {
  let isThinking = true
  let isCalling = false
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index]
    if (!isObject(block)) return false
    if ((isThinking || (!isCalling && !talk.wants.reasoningFirst)) && isThought(block)) {
      talk.think(true)
      continue
    }
    isThinking = false
    if (isHosted(block, content[index + 1], talk)) {
      if (isCalling) return false
      index++
      continue
    }
    if (block.type === 'tool_use') isCalling = true
    if (!(isCalling ? isCall(block, talk) : isText(block, talk))) return false
  }
  return true
}

function isThought(block: JsonObject): boolean {
  const { type, signature } = block
  const isSigned = type === 'redacted_thinking' || (type === 'thinking' && nonEmpty(signature) !== undefined)
  return isSigned && holdsOnly(block, thoughtMembers) && isWellFormed(block)
}

/** Whether the provider ran a tool, and its result follows at once. */
function isHosted(call: JsonObject, result: unknown, talk: Talk): boolean {
  const { type, id, name } = call
  if (type !== 'server_tool_use' || typeof id !== 'string' || !hostedId.test(id)) return false
  if (!isObject(result) || result.tool_use_id !== id || result.type !== `${String(name)}_tool_result`)
    return false
  if (name !== 'web_search' && name !== 'web_fetch') return false
  if (!holdsOnly(call, hostedMembers) || !holdsOnly(result, hostedMembers)) return false
  if (!isWellFormed(call) || !isWellFormed(result) || !talk.mark(call.cache_control)) return false
  return talk.mark(result.cache_control) && talk.show()
}

const hostedId = /^srvtoolu_[a-zA-Z0-9_]+$/

function isText(block: JsonObject, talk: Talk): boolean {
  if (block.type !== 'text' || !holdsOnly(block, textMembers)) return false
  return talk.mark(block.cache_control) && talk.say(block.text)
}

function isCall(block: JsonObject, talk: Talk): boolean {
  const { type, id, name, input } = block
  if (type !== 'tool_use' || !isObject(input) || !isWellFormed(input) || !holdsOnly(block, callMembers))
    return false
  return talk.mark(block.cache_control) && nonEmpty(id) !== undefined && talk.call(id, name)
}

/** Results, then words and images. */
function isUsers(content: readonly unknown[], talk: Talk, mayAnswer: boolean): boolean {
  let isAnswering = mayAnswer
  for (const block of content) {
    if (!isObject(block)) return false
    isAnswering &&= block.type === 'tool_result'
    if (!(isAnswering ? isResult(block, talk) : isText(block, talk) || (mayAnswer && isShown(block, talk))))
      return false
  }
  return true
}

function isResult(block: JsonObject, talk: Talk): boolean {
  const { tool_use_id: id, content, is_error: isError } = block
  if (!holdsOnly(block, resultMembers) || !talk.mark(block.cache_control)) return false
  if (typeof content === 'string') {
    if (content === '' ? isError === true : !content.isWellFormed()) return false
  } else if (!Array.isArray(content) || content.length === 0 || !content.every(isPiece)) return false
  return talk.answer(id, undefined)

  function isPiece(piece: unknown): boolean {
    if (!isObject(piece) || piece.cache_control !== undefined) return false
    if (piece.type === 'text') return isWorded(piece.text) && holdsOnly(piece, textMembers)
    if (isError === true) return false
    if (piece.type === 'tool_reference')
      return holdsOnly(piece, referenceMembers) && talk.refer(piece.tool_name)
    return talk.wants.mediaInResults && isShown(piece, talk)
  }
}

function isShown(block: JsonObject, talk: Talk): boolean {
  const { type, source, cache_control: mark } = block
  if (!isObject(source) || !holdsOnly(block, shownMembers) || !talk.mark(mark)) return false
  if (type === 'document') return isWellFormed(block) && talk.show()
  return type === 'image' && talk.show(imageOf(block))
}
