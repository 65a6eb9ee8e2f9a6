import type { Facts } from '../../model/facts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import type { Part, Shape, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { formOf } from '../arguments.ts'
import { readFolded } from '../folded.ts'
import { isTurnless, likelySpeaker, messagesOf, roleOf, speakers } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import { readDetails } from './details.ts'
import { ownTurn, unfolded } from './own-turn.ts'
import { isCustomCall, isMedia, otherContent } from './shapes.ts'
import { lackParameters } from './tools.ts'

// Models that think unless the body says otherwise.
const thinkers = /^deepseek-(?!chat)|^kimi-(?:k2\.[5-9]|.*thinking)/i

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  const model = nonEmpty(body.model)
  const thinking = isObject(body.thinking) ? body.thinking.type : undefined
  return {
    model,
    isThinking: thinking === undefined ? isThinker(model ?? '') : thinking === 'enabled',
    isContinued: false,
    isBody: isObject(document),
    isTurnless: isTurnless(document),
    hasInstructions: true,
    lacksParameters: lackParameters(body.tools),
    forces: forcedBy(body.tool_choice),
    isToolless: Array.isArray(body.tools) && body.tools.length === 0,
    hasUser: messagesOf(document)?.some(isUsers) === true,
  }
}

function forcedBy(choice: unknown): Facts['forces'] {
  if (choice === 'required') return 'any'
  return isObject(choice) && (isObject(choice.function) || isObject(choice.custom)) ? 'one' : undefined
}

let lastModel = ''
let isLastThinker = false

/** Whether a model thinks by itself; an agent names the same one on every request. */
function isThinker(model: string): boolean {
  if (model !== lastModel) {
    lastModel = model
    isLastThinker = thinkers.test(model)
  }
  return isLastThinker
}

function isUsers(message: unknown): boolean {
  return isObject(message) && message.role === 'user'
}

export function readTurn(message: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  const notes = { unreadable, root, index }
  if (!isObject(message)) {
    note(notes, [], 'an object')
    return turnOf('unknown', 'unreadable', [], index, message)
  }
  const own = ownTurn(message)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), message, roleOf(message))
  const messages = unfolded(message)
  if (messages === undefined) return readOwn(message, notes)
  const turns = messages.map((each) => readTurn(each, index, root, []))
  const foreign = readFolded(turns, message, index, roleOf(message))
  return Array.isArray(message.content) ? { ...readOwn(message, notes), foreign } : foreign
}

function readOwn(message: JsonObject, notes: TurnNotes): Turn {
  const { index } = notes
  const speaker = isMisnamed(message) ? 'unknown' : (speakers.get(message.role) ?? 'unknown')
  const shape = shapeOf(message.content)
  if (shape === 'unreadable') note(notes, ['content'], 'a string or a list')
  if (speaker === 'tool' && message.role === 'tool')
    return turnOf(speaker, 'self', [readResult(message, notes)], index, message)
  const mayCall = speaker === 'model' || speaker === 'unknown'
  const content = readContent(message, notes)
  // The model thinks before it speaks.
  const parts = speaker === 'model' ? [...readDetails(message), ...content] : content
  // Nobody looks there for calls, so that none can be unreadable.
  if (speaker === 'user') readCalls(message, parts, unheard)
  if (!mayCall) return turnOf(speaker, shape, parts, index, message)
  readCalls(message, parts, notes)
  const vacant = Array.isArray(message.tool_calls) && message.tool_calls.length === 0
  return turnOf(speaker, shape, parts, index, message, vacant)
}

/** Whether a tool seems to call and answers nothing: only the model can have said this. */
function isMisnamed({ role, tool_calls: calls, tool_call_id: id, tool_name: name }: JsonObject): boolean {
  const isAnswer = nonEmpty(id) !== undefined || nonEmpty(name) !== undefined
  return role === 'tool' && Array.isArray(calls) && calls.some(isObject) && !isAnswer
}

/** Where it is noted what of a turn could not be read. */
interface TurnNotes {
  readonly unreadable: Unreadable[] | undefined
  readonly root: Place
  readonly index: number
}

const unheard: TurnNotes = { unreadable: undefined, root: [], index: -1 }

function note({ unreadable, root, index }: TurnNotes, path: Place, wanted: string): void {
  unreadable?.push({ at: [...root, index, ...path], wanted })
}

function shapeOf(content: unknown): Shape {
  if (typeof content === 'string') return 'text'
  if (Array.isArray(content)) return 'list'
  return content === undefined || content === null ? 'none' : 'unreadable'
}

function turnOf(
  speaker: Speaker,
  shape: Shape,
  parts: Part[],
  index: number,
  raw: unknown,
  vacant = false,
): Turn {
  const isPrefix = isObject(raw) && raw.prefix === true
  const role = roleOf(raw)
  const turn = { speaker, role, shape, parts, index, raw, vacant, isPrefix, isAborted: false }
  if (speaker !== 'unknown') return turn
  const hasCalls = parts.some((part) => part.kind === 'call')
  return { ...turn, likely: likelySpeaker(role, hasCalls) }
}

function readContent(message: JsonObject, notes: TurnNotes): Part[] {
  const { content } = message
  // One that is made with what it holds has no room for more.
  const parts: Part[] = typeof content === 'string' ? [wholeText(content)] : []
  if (Array.isArray(content)) {
    for (let index = 0; index < content.length; index++) parts.push(readItem(content[index], index, notes))
  }
  for (const member of otherContent) {
    const raw = message[member]
    if (raw !== undefined && raw !== null)
      parts.push({ kind: 'other', list: member, index: -1, raw, isReadable: true })
  }
  readReasoning(message, parts)
  return parts
}

function wholeText(text: string): Part {
  return { kind: 'text', list: 'content', index: -1, raw: text, text }
}

/** Reasoning that is there counts even if it is empty: it was lost, and this is said. */
function readReasoning({ reasoning_content: raw }: JsonObject, parts: Part[]): void {
  if (typeof raw !== 'string') return
  parts.push({ kind: 'reasoning', list: 'reasoning_content', index: -1, raw, sealed: false, signed: false })
}

function readItem(raw: unknown, index: number, notes: TurnNotes): Part {
  if (!isObject(raw) || (raw.type === 'text' && typeof raw.text !== 'string')) {
    note(notes, ['content', index], 'a content part')
    return { kind: 'other', list: 'content', index, raw, isReadable: false }
  }
  if (raw.type === 'text' && typeof raw.text === 'string') {
    return { kind: 'text', list: 'content', index, raw, text: raw.text }
  }
  if (isMedia(raw)) return { kind: 'media', list: 'content', index, raw, kinds: [mediaKindOf(raw)] }
  return { kind: 'other', list: 'content', index, raw, isReadable: true }
}

function readCalls(message: JsonObject, parts: Part[], notes: TurnNotes): void {
  const calls = message.tool_calls
  if (Array.isArray(calls)) {
    for (let index = 0; index < calls.length; index++) parts.push(readCall(calls[index], index, notes))
  } else if (calls !== undefined && calls !== null) {
    note(notes, ['tool_calls'], 'a list')
    parts.push({ kind: 'other', list: 'tool_calls', index: -1, raw: calls, isReadable: false })
  }
}

function readCall(raw: unknown, index: number, notes: TurnNotes): Part {
  if (!isObject(raw) || !isCalled(raw)) {
    note(notes, ['tool_calls', index], 'a call')
    return { kind: 'other', list: 'calls', index, raw, isReadable: false }
  }
  // A custom tool's input is free text; a function's arguments are JSON in a string.
  const isCustom = isCustomCall(raw)
  const { [isCustom ? 'custom' : 'function']: called } = raw
  const inner = isObject(called) ? called : {}
  const given = isCustom ? inner.input : inner.arguments
  const isNamedAlone = typeof called === 'string'
  return {
    kind: 'call',
    list: 'calls',
    index,
    raw,
    id: nonEmpty(raw.id),
    name: nonEmpty(isNamedAlone ? called : inner.name),
    arguments: given,
    form: isCustom ? 'json-text' : isNamedAlone ? 'name-alone' : formOf(given),
    // Both kinds are answered by the same `tool` message.
    tool: 'function',
    signed: false,
    excused: false,
  }
}

/** Whether what stands where the tool should be can be one, or its name; where nothing stands, it is only missing. */
const isCalled = ({ function: called, custom }: JsonObject): boolean =>
  isObject(called) || typeof (called ?? '') === 'string' || isObject(custom)

/** A message that is read as a result of a call, under whatever role. */
export function readAnswer(raw: JsonObject, index: number): Turn {
  return readAs(turnOf('tool', 'self', [readResult(raw, unheard)], index, raw), raw, roleOf(raw))
}

function readResult(raw: JsonObject, notes: TurnNotes): Part {
  const { content } = raw
  const items = Array.isArray(content)
    ? Array.from(content, (item, index) => readItem(item, index, notes))
    : none
  return {
    kind: 'result',
    list: 'self',
    index: -1,
    raw,
    id: nonEmpty(raw.tool_call_id),
    name: nonEmpty(raw.name) ?? nonEmpty(raw.tool_name),
    tool: 'function',
    content,
    isError: false,
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: content === undefined || content === null,
    hasMedia: items.some((item) => item.kind === 'media'),
    mediaKinds: items.flatMap((item) => (item.kind === 'media' ? (item.kinds ?? []) : [])),
    isSynthetic: isStandIn(typeof content === 'string' ? content : wordsOf(items)),
  }
}

/** The kind of media that a part shows or plays, by the type that chat has for it. */
function mediaKindOf({ type }: JsonObject): string {
  return type === 'image_url' ? 'image' : type === 'input_audio' ? 'audio' : 'file'
}

const none: readonly Part[] = []

function wordsOf(items: readonly Part[]): string {
  const only = items.length === 1 ? items[0] : undefined
  return only?.kind === 'text' ? only.text : ''
}
