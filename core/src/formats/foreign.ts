import type { Output } from '../model/format.ts'
import { isObject, type JsonObject, nonEmpty, printJson } from '../model/json.ts'
import { type ForeignImage, imageOf } from './foreign-images.ts'

/** A call as any API writes it. */
export interface ForeignCall {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly arguments: unknown
}

/** A result as any API writes it. */
export interface ForeignResult {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly output: Output
  /** The same piece by piece, where images are among it. */
  readonly shown?: readonly ForeignContent[] | undefined
  readonly isError: boolean
}

/** Words, or an image. */
type ForeignContent = { readonly text: string } | { readonly image: ForeignImage }

/** The content of one message, piece by piece, in no format. */
export type ForeignPiece =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'call'; readonly call: ForeignCall }
  | { readonly is: 'result'; readonly result: ForeignResult }

/** The ways in which APIs write calls and results down, by who invented them. */
export type Family = 'anthropic' | 'chat' | 'gemini' | 'converse' | 'responses' | 'ai-sdk' | 'neovate'

/**
 * Reads a message that holds calls or results in the shapes of other APIs, and nothing but words beside them.
 *
 * One reader for all formats, so that none has to know another. Undefined where every piece is the format's own, where
 * there is neither call nor result, or where something stands beside them that would be lost.
 */
export function foreignPieces(raw: unknown, own: Family): readonly ForeignPiece[] | undefined {
  if (!isObject(raw) || Object.keys(raw).some((name) => !known.has(name) && isSaid(raw[name])))
    return undefined
  const answer = own === 'chat' ? undefined : chatResult(raw)
  if (answer !== undefined) return [answer]
  const item = own === 'responses' ? undefined : responsesItem(raw)
  if (item !== undefined) return [item]
  const calls = own === 'chat' ? [] : chatCalls(raw)
  const said = wordsAndParts(raw, own)
  if (calls === undefined || said === undefined) return undefined
  const isForeign = calls.length > 0 || said.some(({ is }) => is !== 'text')
  return isForeign ? [...said, ...calls] : undefined
}

/** The members that are read, or say nothing that another API could be told. */
const known: ReadonlySet<string> = new Set([
  'role',
  'content',
  'parts',
  'tool_calls',
  'tool_call_id',
  'type',
  'call_id',
  'output',
  'arguments',
  'name',
  'id',
  'status',
  'index',
  'timestamp',
  'cache_control',
  'reasoning_content',
])

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A result that is a message of the tool's, with the id of its call. */
function chatResult({ role, tool_call_id: id, name, content }: JsonObject): ForeignPiece | undefined {
  const isTools = role === 'tool' || role === 'function'
  // The oldest form names the tool alone.
  const isNamed = role === 'function' && nonEmpty(name) !== undefined
  if (!isTools || (nonEmpty(id) === undefined && !isNamed)) return undefined
  return resultOf(id, name, content)
}

/** The calls that a message has beside its content; undefined where something there is none. */
function chatCalls({ role, tool_calls: calls }: JsonObject): readonly ForeignPiece[] | undefined {
  if (calls === undefined || calls === null) return []
  if ((role !== 'assistant' && role !== 'model') || !Array.isArray(calls)) return undefined
  const read = calls.map((call: unknown) => (isObject(call) ? chatCall(call) : undefined))
  return read.every((piece) => piece !== undefined) ? read : undefined
}

function chatCall({ id, function: called }: JsonObject): ForeignPiece | undefined {
  if (typeof called === 'string') return callOf(id, called, undefined)
  return isObject(called) ? callOf(id, called.name, called.arguments) : undefined
}

/** A call or a result that stands by itself, without a message around it. */
function responsesItem(raw: JsonObject): ForeignPiece | undefined {
  if (raw.role !== undefined || nonEmpty(raw.call_id) === undefined) return undefined
  if (raw.type === 'function_call') return callOf(raw.call_id, raw.name, raw.arguments)
  if (raw.type === 'function_call_output') return resultOf(raw.call_id, undefined, raw.output)
  return undefined
}

/** The pieces of a message in its content or its parts; undefined where a part is neither words nor a foreign shape. */
function wordsAndParts({ content, parts }: JsonObject, own: Family): readonly ForeignPiece[] | undefined {
  if (typeof content === 'string') return content === '' ? [] : [{ is: 'text', text: content }]
  const list: unknown = content ?? parts ?? []
  if (!Array.isArray(list)) return undefined
  const read = list.map((part: unknown) => (isObject(part) ? (textOf(part) ?? partOf(part, own)) : undefined))
  return read.every((piece) => piece !== undefined) ? read : undefined
}

const textTypes: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text'])

function textOf(part: JsonObject): ForeignPiece | undefined {
  // A text with a mark, a signature or anything else on it is more than words.
  const isBare = Object.keys(part).length === (part.type === undefined ? 1 : 2)
  return isBare && textTypes.has(part.type) && typeof part.text === 'string'
    ? { is: 'text', text: part.text }
    : undefined
}

function partOf(part: JsonObject, own: Family): ForeignPiece | undefined {
  if (own === 'neovate' && isNeovatePart(part)) return undefined
  for (const [family, read] of readers) {
    const piece = read(part)
    if (piece !== undefined) return family === own ? undefined : piece
  }
  return undefined
}

/** Neovate calls as one API does and answers nearly as another: its results have no `output`, and older ones an `id`. */
function isNeovatePart({ type, result, output, tool_use_id: id }: JsonObject): boolean {
  if (type === 'tool-result') return result !== undefined || output === undefined
  return type === 'tool_use' || (type === 'tool_result' && nonEmpty(id) === undefined)
}

type PartReader = (part: JsonObject) => ForeignPiece | undefined

const readers: readonly (readonly [Family, PartReader])[] = [
  ['anthropic', anthropicPart],
  ['ai-sdk', aiSdkPart],
  ['gemini', geminiPart],
  ['converse', conversePart],
]

function anthropicPart(part: JsonObject): ForeignPiece | undefined {
  if (part.type === 'tool_use') return callOf(part.id, part.name, part.input)
  if (part.type !== 'tool_result' || nonEmpty(part.tool_use_id) === undefined) return undefined
  return resultOf(part.tool_use_id, part.name, part.content, part.is_error === true)
}

function aiSdkPart(part: JsonObject): ForeignPiece | undefined {
  const { type, toolCallId: id, toolName: name, output, result } = part
  if (nonEmpty(id) === undefined) return undefined
  if (type === 'tool-call') return callOf(id, name, part.input ?? part.args)
  if (type !== 'tool-result') return undefined
  const isTyped = isObject(output) && typeof output.type === 'string'
  const isError = part.isError === true || (isTyped && String(output.type).startsWith('error'))
  return resultOf(id, name, isTyped ? output.value : (output ?? result), isError)
}

function geminiPart(part: JsonObject): ForeignPiece | undefined {
  if (part.type !== undefined) return undefined
  const call = part.functionCall ?? part.function_call
  if (isObject(call)) return callOf(call.id, call.name, call.args)
  const result = part.functionResponse ?? part.function_response
  if (!isObject(result)) return undefined
  const { response } = result
  const isError = isObject(response) && response.error !== undefined
  const said = onlyWord(response)
  const { parts } = result
  // Images stand beside what is said, and nothing of them may be lost.
  const whole = Array.isArray(parts) && parts.length > 0 ? [{ text: textIn(said) }, ...parts] : said
  return resultOf(result.id, result.name, whole, isError)
}

/** The words of a response, where they are one string. */
function onlyWord(response: unknown): unknown {
  const [only, ...more] = isObject(response) ? Object.values(response) : []
  return typeof only === 'string' && more.length === 0 ? only : response
}

function conversePart(part: JsonObject): ForeignPiece | undefined {
  if (part.type !== undefined) return undefined
  const { toolUse: call, toolResult: result } = part
  if (isObject(call)) return callOf(call.toolUseId, call.name, call.input)
  if (!isObject(result) || nonEmpty(result.toolUseId) === undefined) return undefined
  return resultOf(result.toolUseId, undefined, result.content, result.status === 'error')
}

function callOf(id: unknown, name: unknown, given: unknown): ForeignPiece {
  return { is: 'call', call: { id: nonEmpty(id), name: nonEmpty(name), arguments: given } }
}

function resultOf(id: unknown, name: unknown, content: unknown, isError = false): ForeignPiece {
  const [output, shown] = [outputOf(content), shownIn(content)]
  return { is: 'result', result: { id: nonEmpty(id), name: nonEmpty(name), output, shown, isError } }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : printJson(value ?? {})
}

/** The words and images of a content; undefined where it has no image, or something else too. */
function shownIn(content: unknown): readonly ForeignContent[] | undefined {
  if (!Array.isArray(content)) return undefined
  const pieces = content.map((part: unknown) => (isObject(part) ? shownOf(part) : undefined))
  const isShown = pieces.every((piece) => piece !== undefined) && pieces.some((piece) => 'image' in piece)
  return isShown ? pieces : undefined
}

function shownOf(part: JsonObject): ForeignContent | undefined {
  const words = textOf(part)
  if (words?.is === 'text') return { text: words.text }
  const image = imageOf(part)
  return image === undefined ? undefined : { image }
}

/** The output of a tool: words where it is nothing else, else a value. */
function outputOf(content: unknown): Output {
  if (content === undefined || content === null) return { text: '' }
  if (typeof content === 'string') return { text: content }
  if (!Array.isArray(content)) return { json: content }
  const texts = content.map((part: unknown) => (isObject(part) ? textOf(part) : undefined))
  const words = texts.flatMap((piece) => (piece?.is === 'text' ? [piece.text] : []))
  return words.length === content.length ? { text: words.join('\n\n') } : { json: content }
}

/** The output of a tool, in words. */
export function wordsOf(output: Output): string {
  if ('text' in output) return output.text
  return printJson('json' in output ? output.json : output.content)
}

/** The arguments of a call as a value, where they are JSON in a string. */
export function argumentsOf({ arguments: given }: ForeignCall): unknown {
  if (typeof given !== 'string') return given ?? {}
  if (given.trim() === '') return {}
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}
