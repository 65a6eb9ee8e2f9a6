import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { holdsOnly, type PlainTurn, type Talk } from '../../model/plain.ts'

const contentMembers = ['role', 'parts']
const partMembers = ['text', 'thought', 'thoughtSignature', 'functionCall']
const imageMembers = ['inlineData', 'fileData']
const resultMembers = ['functionResponse']
const heldMembers = ['id', 'name', 'args', 'response']

/** A textbook content: words, thoughts and calls of the model; words and images of the user, or results. */
export const plain: PlainTurn = (content, talk) => {
  if (!isObject(content) || !holdsOnly(content, contentMembers)) return false
  const { role, parts } = content
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every(isObject)) return false
  const given: readonly JsonObject[] = parts
  if (role === 'model') return talk.begin('model') && given.every((part) => isModels(part, talk))
  if (role !== 'user' && role !== 'function' && role !== 'tool') return false
  const isAnswer = given[0]?.functionResponse !== undefined
  if ((!isAnswer && role !== 'user') || !talk.begin('user')) return false
  return given.every((part) => (isAnswer ? isResult(part, talk) : isUsers(part, talk)))
}

function isModels(part: JsonObject, talk: Talk): boolean {
  const { text, thought, functionCall: call, thoughtSignature: signature } = part
  if (!holdsOnly(part, partMembers)) return false
  if (call !== undefined) return text === undefined && isCall(call, nonEmpty(signature) !== undefined, talk)
  if (text === '') return nonEmpty(signature) !== undefined && talk.think(true)
  if (thought !== true) return talk.say(text)
  return typeof text === 'string' && talk.think(nonEmpty(signature) !== undefined)
}

function isCall(call: unknown, isSigned: boolean, talk: Talk): boolean {
  if (!isObject(call) || !holdsOnly(call, heldMembers)) return false
  const { id, name, args } = call
  return (args === undefined || isObject(args)) && talk.call(id, name, '', isSigned)
}

function isUsers(part: JsonObject, talk: Talk): boolean {
  if (isObject(part.inlineData) || isObject(part.fileData))
    return holdsOnly(part, imageMembers) && talk.show()
  return holdsOnly(part, partMembers) && part.functionCall === undefined && talk.say(part.text)
}

function isResult(part: JsonObject, talk: Talk): boolean {
  const { functionResponse: result } = part
  if (!holdsOnly(part, resultMembers) || !isObject(result) || !holdsOnly(result, heldMembers)) return false
  const { id, name, response } = result
  return isObject(response) && nonEmpty(name) !== undefined && talk.answer(id, name)
}
