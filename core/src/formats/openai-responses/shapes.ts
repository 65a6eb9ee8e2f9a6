import type { Reshape, Shapes } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty, printJson } from '../../model/json.ts'
import { typedContent } from '../typed-content.ts'
import { isGiven } from './items.ts'
import { declaredIn, toolsWithout } from './offers.ts'

/** Whether a message is a result as chat APIs write it, with the id of its call. */
export function isChatResult({ type, role, tool_call_id: id, call_id: other }: JsonObject): boolean {
  const isUntyped = type === undefined || type === null || type === 'message'
  return isUntyped && role === 'tool' && (nonEmpty(id) ?? nonEmpty(other)) !== undefined
}

/** A chat API's result as an item. */
export function asResult(raw: JsonObject): JsonObject {
  const { type: _type, role: _role, name: _name, content, tool_call_id: id, call_id: other, ...rest } = raw
  const output = isGiven(content) ? wordsOf(content) : content
  return valued({ type: 'function_call_output', call_id: nonEmpty(id) ?? other, output, ...rest })
}

const wordy: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

/** The member that holds what a result says where the API does not look for it. */
export function strayMember(raw: JsonObject): 'content' | 'result' | undefined {
  if (!wordy.has(raw.type) || isGiven(raw.output)) return undefined
  if (isGiven(raw.content)) return 'content'
  return isGiven(raw.result) ? 'result' : undefined
}

/** A result as an item that says what it says where the API looks for it. */
const resultItem: Reshape = (raw) => {
  if (!isObject(raw)) return raw
  if (isChatResult(raw)) return asResult(raw)
  const member = strayMember(raw)
  if (member === undefined) return raw
  const { [member]: words, output: _output, ...rest } = raw
  return { ...rest, output: wordsOf(words) }
}

/** A result whose output is a string or a list: anything else is printed, and one part gets its list. */
const textContent: Reshape = (raw) => {
  if (!isObject(raw) || !wordy.has(raw.type) || !isGiven(raw.output)) return raw
  const { output } = raw
  if (typeof output === 'string' || Array.isArray(output)) return raw
  return { ...raw, output: isPart(output) ? [partOf(output)] : printJson(output) }
}

/** A part as chat APIs write it becomes a part of this format, by who said it. */
const ownPart: Reshape = (raw, speaker) => {
  if (!isObject(raw) || !isPart(raw) || (raw.type !== 'text' && raw.type !== 'image_url')) return raw
  return raw.type === 'text' ? textOf(raw, speaker) : partOf(raw)
}

/** Words are of the type that the model's own have, or of the other. */
const spokenPart: Reshape = (raw, speaker) => {
  const isText = isObject(raw) && (raw.type === 'input_text' || raw.type === 'output_text') && isPart(raw)
  if (!isText || raw.type === textOf(raw, speaker).type) return raw
  return textOf(raw, speaker)
}

function textOf(raw: JsonObject, speaker: unknown): JsonObject {
  if (speaker === 'model') return { ...raw, type: 'output_text' }
  // Notes about the model's own words are known of no other words.
  const { annotations: _annotations, logprobs: _logprobs, ...rest } = raw
  return { ...rest, type: 'input_text' }
}

/** A message or an output of which every part says its type. */
const typedItem: Reshape = (raw, speaker) => {
  const name = isObject(raw) ? listOf(raw) : undefined
  if (!isObject(raw) || name === undefined) return raw
  const list = typedContent(raw[name], speaker === 'model' ? 'output_text' : 'input_text')
  return list === raw[name] ? raw : { ...raw, [name]: list }
}

/** The member of a message or of a function's output that holds parts; lists of other items hold other things. */
function listOf({ type, role }: JsonObject): 'content' | 'output' | undefined {
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return 'output'
  return type === 'message' || (type === undefined && role !== undefined) ? 'content' : undefined
}

/** A result whose output is told as everything is that is said to the model. */
const ownOutput: Reshape = (raw) => {
  if (!isObject(raw) || !wordy.has(raw.type) || !Array.isArray(raw.output)) return raw
  const output = raw.output.map((part: unknown) => (isPart(part) ? partOf(part) : part))
  return output.every((part, index) => part === (raw.output as readonly unknown[])[index])
    ? raw
    : { ...raw, output }
}

/** A chat message's calls, where they can be read as such. */
export function chatCalls({ role, tool_calls: calls }: JsonObject): readonly JsonObject[] {
  if (role !== 'assistant' || !Array.isArray(calls) || !calls.every(isChatCall)) return []
  return calls
}

function isChatCall(call: unknown): call is JsonObject {
  return isObject(call) && isObject(call.function)
}

/** A chat message's call as an item. */
export function asCall({ id, function: called }: JsonObject): JsonObject {
  const { name, arguments: given } = isObject(called) ? called : ({} as JsonObject)
  const text = typeof given === 'string' || !isGiven(given) ? given : printJson(given)
  return valued({ type: 'function_call', call_id: id, name, arguments: text })
}

/** The members that have a value: JSON has no word for others. */
function valued(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** A chat message with calls as a message, if it says something, and an item for each call. */
export function unfoldCalls(raw: unknown): readonly unknown[] {
  const calls = isObject(raw) ? chatCalls(raw) : []
  if (!isObject(raw) || calls.length === 0) return [raw]
  const { tool_calls: _calls, ...message } = raw
  const { content } = raw
  const isSaid = isGiven(content) && content !== '' && !(Array.isArray(content) && content.length === 0)
  return [...(isSaid ? [message] : []), ...calls.map(asCall)]
}

export const shapes: Shapes = {
  'result-item': resultItem,
  'text-content': textContent,
  'own-part': ownPart,
  'spoken-part': spokenPart,
  'own-content': ownOutput,
  'typed-content': typedItem,
  'without-issuer': withoutIssuer,
  'without-offers': withoutOffers,
}

/** An item without the name by which the provider that made it knows it. */
function withoutIssuer(raw: unknown): unknown {
  if (!isObject(raw) || !names.test(String(raw.id))) return raw
  const { id: _id, ...rest } = raw
  return rest
}

/** How names begin that a provider gives to the items of the model; other ids are of the caller, or of the call itself. */
const names = /^(?:amsg|ctc|fc|msg|rs|tsc)_/

/** An item that gives tools to the model, without those of these names. */
function withoutOffers(raw: unknown, names: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(names)) return raw
  const gone = declaredIn(raw.tools, []).filter((each) => names.includes(each.names[0]))
  if (gone.length === 0) return raw
  return { ...raw, tools: toolsWithout(raw.tools, new Set(gone.map((each) => each.raw))) }
}

function wordsOf(content: unknown): unknown {
  if (typeof content === 'string') return content
  if (Array.isArray(content) && content.every(isPart)) return content.map(partOf)
  return isPart(content) ? [partOf(content)] : printJson(content)
}

const partTypes: ReadonlySet<unknown> = new Set([
  'text',
  'input_text',
  'output_text',
  'input_image',
  'input_file',
  'image_url',
])

function isPart(value: unknown): value is JsonObject {
  if (!isObject(value) || !partTypes.has(value.type)) return false
  return !/text$/.test(String(value.type)) || typeof value.text === 'string'
}

/** A part of a chat message as a part of an output. */
function partOf(part: JsonObject): JsonObject {
  if (part.type === 'text' || part.type === 'output_text') return { type: 'input_text', text: part.text }
  if (part.type !== 'image_url') return part
  const { image_url: image } = part
  return isObject(image)
    ? valued({ type: 'input_image', image_url: image.url, detail: image.detail ?? 'auto' })
    : valued({ type: 'input_image', image_url: image })
}
