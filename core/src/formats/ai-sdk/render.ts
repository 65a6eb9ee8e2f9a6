import type { FactPlace, Format, Output, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { asGiven, isTypedBlocks } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { isInvocationPart, isToolType } from './shown.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'assistant',
  system: 'system',
  tool: 'tool',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** A place inside a call: version 4 holds the call as an object of its own in the part. */
function inCall(name: (inner: JsonObject) => string, encode: FactPlace['encode'] = plain): FactPlace {
  return {
    path: (raw) =>
      isInvocationPart(raw) ? ['toolInvocation', name(raw.toolInvocation)] : [nameIn(raw, name)],
    encode,
  }
}

function nameIn(raw: unknown, name: (inner: JsonObject) => string): string {
  return name(isObject(raw) ? raw : {})
}

/** Whether a call is written as before version 5. */
function isOld(raw: unknown): boolean {
  if (isInvocationPart(raw)) return true
  return isObject(raw) && (raw.type === undefined || (raw.args !== undefined && raw.input === undefined))
}

/** Whether a call that holds its result is written as before version 5: only then its type names no tool. */
function isOldChat(raw: unknown): boolean {
  if (isInvocationPart(raw)) return true
  return isObject(raw) && !(typeof raw.type === 'string' && isToolType(raw.type))
}

/** Whether a result is written as before version 5. */
function isOldResult(raw: unknown): boolean {
  return isObject(raw) && raw.output === undefined && Object.hasOwn(raw, 'result')
}

/** Whether the tool's name is the end of the part's type; a call for the model has no state. */
function isNamedByType({ type, toolName, state }: JsonObject): boolean {
  if (typeof type !== 'string' || !type.startsWith('tool-') || toolName !== undefined) return false
  return type !== 'tool-call' || state !== undefined
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: { speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] } },
  call: {
    id: inCall(() => 'toolCallId'),
    name: inCall(
      (inner) => (isNamedByType(inner) ? 'type' : 'toolName'),
      (name, raw) => (isObject(raw) && isNamedByType(raw) && !isInvocationPart(raw) ? `tool-${name}` : name),
    ),
    arguments: {
      path: (raw) => {
        if (isInvocationPart(raw)) return ['toolInvocation', 'args']
        return [isOld(raw) ? 'args' : 'input']
      },
      encode: plain,
    },
    // A call that holds its own result: it has failed, and says why.
    answer: [
      inCall(
        () => 'state',
        (_, raw) => (isOldChat(raw) ? 'result' : 'output-error'),
      ),
      {
        path: (raw) => {
          if (isInvocationPart(raw)) return ['toolInvocation', 'result']
          return [isOldChat(raw) ? 'result' : 'errorText']
        },
        encode: plain,
      },
      { path: ['approval'], encode: () => undefined },
    ],
  },
  result: {
    id: { path: ['toolCallId'], encode: plain },
    name: { path: ['toolName'], encode: plain },
    content: {
      path: (raw) => [isOldResult(raw) ? 'result' : 'output'],
      encode: (value, raw) => (isOldResult(raw) ? value : { type: 'text', value }),
    },
  },
  text: {},
  body: {},
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

export function renderResult(call: Call, text: string): unknown {
  if (call.isInline) return settled(call.raw, { state: 'output-error', errorText: text }, text)
  return isOld(call.raw)
    ? { ...nameOf(call), result: text, isError: true }
    : { ...nameOf(call), output: { type: 'error-text', value: text } }
}

export function renderOutput(call: Call, output: Output): unknown {
  const [type, value] = typed(asGiven(output, isTypedBlocks))
  if (call.isInline) return settled(call.raw, { state: 'output-available', output: value }, value)
  return isOld(call.raw) ? { ...nameOf(call), result: value } : { ...nameOf(call), output: { type, value } }
}

/** A call of a chat with its result in it; version 4 has one member for all that may come of it. */
function settled(raw: unknown, members: JsonObject, result: unknown): unknown {
  if (!isObject(raw)) return raw
  const old = { state: 'result', result }
  if (isInvocationPart(raw)) return { ...raw, toolInvocation: { ...raw.toolInvocation, ...old } }
  return { ...raw, ...(isOldChat(raw) ? old : members) }
}

function nameOf(call: Call): JsonObject {
  return { type: 'tool-result', toolCallId: call.id ?? '', toolName: call.name ?? '' }
}

function typed(output: Output): readonly [type: string, value: unknown] {
  if ('text' in output) return ['text', output.text]
  return 'json' in output ? ['json', output.json] : ['content', output.content]
}

export const renderTurn: Format['renderTurn'] = (speaker, content, beside) => {
  const role = roles[speaker]
  // In a chat, words are parts too.
  if ('text' in content && isObject(beside) && Array.isArray(beside.parts)) {
    const id = typeof beside.id === 'string' ? { id: `${beside.id}-next` } : {}
    return { ...id, role, parts: [renderText(content.text)] }
  }
  return { role, content: 'text' in content ? content.text : content.parts }
}

export function unpack(part: Result | Call): readonly Piece[] {
  if (part.kind === 'call') return textOf(part.arguments)
  const raw = isObject(part.raw) ? part.raw : {}
  const output = isObject(raw.output) ? raw.output : undefined
  if (output === undefined) return [...textOf(raw.output ?? raw.result), ...shownBeside(raw)]
  if (output.type === 'content' && Array.isArray(output.value)) return Array.from(output.value, pieceOf)
  const { type: _type, value, providerOptions: _options, ...rest } = output
  return [...textOf(value), ...(Object.keys(rest).length === 0 ? [] : textOf(rest))]
}

/** The content that version 4 shows the model in place of a result: words, and images that the result itself has not. */
function shownBeside({ experimental_content: content }: JsonObject): readonly Piece[] {
  return Array.isArray(content) ? Array.from(content, pieceOf) : textOf(content)
}

function textOf(value: unknown): readonly Piece[] {
  if (value === undefined || value === null || value === '') return []
  return [{ text: typeof value === 'string' ? value : printJson(value) }]
}

function pieceOf(piece: unknown): Piece {
  if (!isObject(piece)) return { text: printJson(piece) }
  if (piece.type === 'text' && typeof piece.text === 'string') return { text: piece.text }
  const file = fileOf(piece)
  return file === undefined ? { text: printJson(piece) } : { media: file }
}

/** A file of an output as a part that a user's turn can hold; other kinds only a result can. */
function fileOf({ type, data, url, mediaType, ...rest }: JsonObject): unknown {
  if (typeof data === 'string' && typeof mediaType === 'string')
    return { type: 'file', data, mediaType, ...rest }
  // Version 4 names an image by its data alone.
  if (type === 'image' && typeof data === 'string') return { type, image: data, ...rest }
  return type === 'image-url' && typeof url === 'string' ? { type: 'image', image: url, ...rest } : undefined
}
