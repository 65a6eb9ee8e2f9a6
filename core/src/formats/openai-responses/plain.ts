import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { holdsOnly, isWorded, type PlainTurn, type Talk } from '../../model/plain.ts'
import { isJson } from '../arguments.ts'

const messageMembers = ['type', 'role', 'content', 'id', 'status', 'phase']
const callMembers = ['type', 'call_id', 'name', 'arguments', 'input', 'id', 'status']
const resultMembers = ['type', 'call_id', 'output', 'id', 'status']
const searchMembers = ['type', 'id', 'status', 'action']
const thoughtMembers = ['type', 'id', 'summary', 'content', 'encrypted_content', 'status']

/** A textbook item: a message, reasoning, a call of a function or a custom tool, a result. */
export const plain: PlainTurn = (item, talk) => {
  if (!isObject(item)) return false
  switch (item.type) {
    case 'message':
    case undefined:
      return holdsOnly(item, messageMembers) && isMessage(item, talk)
    case 'function_call':
      return isJsonText(item.arguments) && isCall(item, '', 'function', talk)
    case 'custom_tool_call':
      return typeof item.input === 'string' && isCall(item, 'custom_tool', 'custom_tool', talk)
    case 'function_call_output':
      return isResult(item, '', 'function', talk)
    case 'custom_tool_call_output':
      return isResult(item, 'custom_tool', 'custom_tool', talk)
    case 'web_search_call':
      return (
        holdsOnly(item, searchMembers) && talk.begin('model') && talk.item('search', item.id) && talk.show()
      )
    case 'reasoning':
      if (!holdsOnly(item, thoughtMembers) || !talk.begin('model')) return false
      return talk.item('reasoning', item.id) && talk.think(nonEmpty(item.encrypted_content) !== undefined)
    default:
      return false
  }
}

function isMessage({ role, content, id }: JsonObject, talk: Talk): boolean {
  const isModels = role === 'assistant'
  const speaker = isModels ? 'model' : role === 'user' ? role : 'system'
  if (speaker === 'system' && role !== 'system' && role !== 'developer') return false
  if (!talk.begin(speaker, role) || !talk.item('message', id)) return false
  if (typeof content === 'string') return talk.say(content)
  if (!Array.isArray(content) || content.length === 0) return false
  const wanted = isModels ? 'output_text' : 'input_text'
  return content.every((part) => {
    if (!isObject(part)) return false
    if (part.type === wanted) return talk.say(part.text)
    return (part.type === 'input_image' || part.type === 'input_file') && speaker === 'user' && talk.show()
  })
}

function isJsonText(given: unknown): boolean {
  return given === '{}' || (typeof given === 'string' && given !== '' && isJson(given))
}

function isCall(item: JsonObject, tool: string, kind: string, talk: Talk): boolean {
  if (!holdsOnly(item, callMembers) || !talk.begin('model')) return false
  return talk.item(kind, item.id) && talk.call(item.call_id, item.name, tool)
}

function isResult(item: JsonObject, tool: string, kind: string, talk: Talk): boolean {
  const { output } = item
  if (!holdsOnly(item, resultMembers) || !talk.begin('tool')) return false
  if (typeof output !== 'string') {
    if (!Array.isArray(output) || output.length === 0) return false
    if (!output.every((piece) => isPiece(piece, talk))) return false
  }
  return talk.item(kind, item.id) && talk.answer(item.call_id, undefined, tool)
}

/** Whether a piece of a result is words or an image. */
function isPiece(piece: unknown, talk: Talk): boolean {
  if (!isObject(piece)) return false
  if (piece.type === 'input_image') return talk.wants.mediaInResults && talk.wants.media
  return piece.type === 'input_text' && isWorded(piece.text)
}
