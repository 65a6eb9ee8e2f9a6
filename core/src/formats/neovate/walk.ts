import type { Facts } from '../../model/facts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { NoteUnread, Place } from '../../model/place.ts'
import type { ArgumentsForm, Part, Shape, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { holdsMore as holdsMoreThan, likelySpeaker, roleOf } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import { ownTurn } from './own-turn.ts'
import { answeredBy, isAnswer, isLegacyResult, isResult } from './words.ts'

export function factsOf(document: unknown): Facts {
  return {
    model: isObject(document) ? nonEmpty(document.model) : undefined,
    isThinking: false,
    isContinued: false,
    isBody: isObject(document),
    hasInstructions: true,
  }
}

const speakers: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['tool', 'tool'],
])

// Notes of Neovate beside a message are not sent to the model.
const notes = [
  'uuid',
  'parentUuid',
  'sessionId',
  'text',
  'model',
  'usage',
  'uiContent',
  'hidden',
  'metadata',
  'forkedFrom',
]

/** Whether a message holds something that is not read here. */
export function holdsMore(message: unknown): boolean {
  return holdsMoreThan(message, notes)
}

/** Reads a message: who speaks, what is called, what is answered. */
export function readTurn(raw: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  const note: NoteUnread = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(raw)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, raw)
  }
  const own = ownTurn(raw)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), raw, roleOf(raw))
  return readContent(raw, speakerIn(raw), index, note)
}

/** Older versions gave results in the user's name; a tool that says something and gives no result is somebody else. */
function speakerIn(raw: JsonObject): Speaker {
  const { role, content } = raw
  if (isAnswer(raw)) return 'tool'
  const isOther = role === 'tool' && Array.isArray(content) && content.length > 0 && !content.some(isResult)
  return isOther ? 'unknown' : (speakers.get(role) ?? 'unknown')
}

function readContent(raw: JsonObject, speaker: Speaker, index: number, note: NoteUnread): Turn {
  const { content } = raw
  // A tool says nothing but results: there is no place for words.
  const isMute = speaker === 'tool'
  if (typeof content === 'string' && !isMute) return turnOf(speaker, 'text', [wholeText(content)], index, raw)
  if (Array.isArray(content)) {
    const parts = Array.from(content, (part, position) => readPart(part, position, note))
    return turnOf(speaker, 'list', parts, index, raw)
  }
  if (content === undefined || content === null) return turnOf(speaker, 'none', [], index, raw)
  note(['content'], isMute ? 'a list' : 'a string or a list')
  return turnOf(speaker, 'unreadable', [], index, raw)
}

function turnOf(speaker: Speaker, shape: Shape, parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const turn = { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
  return speaker === 'unknown' ? { ...turn, likely: likely(role, parts) } : turn
}

function likely(role: string, parts: readonly Part[]): Speaker {
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'result')) return 'tool'
  return likelySpeaker(
    role,
    parts.some(({ kind }) => kind === 'call'),
  )
}

const list = 'content'

function wholeText(text: string): Part {
  return { kind: 'text', list, index: -1, raw: text, text }
}

function readPart(raw: unknown, index: number, note: NoteUnread): Part {
  if (isResult(raw)) return readResult(raw, index)
  if (!isObject(raw) || typeof raw.type !== 'string') return unreadablePart(raw, index, note)
  switch (raw.type) {
    case 'tool_use':
      return readCall(raw, index)
    case 'text':
      if (typeof raw.text !== 'string') return unreadablePart(raw, index, note)
      return { kind: 'text', list, index, raw, text: raw.text }
    case 'reasoning':
      // It is kept without a signature, and left out wherever one would be asked for.
      return { kind: 'reasoning', list, index, raw, sealed: false, signed: true }
    case 'image':
    case 'file':
      return { kind: 'media', list, index, raw }
    default:
      return { kind: 'other', list, index, raw, isReadable: true }
  }
}

function unreadablePart(raw: unknown, index: number, note: NoteUnread): Part {
  note([list, index], 'a content part')
  return { kind: 'other', list, index, raw, isReadable: false }
}

function readCall(raw: JsonObject, index: number): Part {
  return {
    kind: 'call',
    list,
    index,
    raw,
    id: nonEmpty(raw.id),
    name: nonEmpty(raw.name),
    arguments: raw.input,
    form: formOf(raw.input),
    tool: 'function',
    signed: false,
    excused: false,
  }
}

function formOf(input: unknown): ArgumentsForm {
  if (isObject(input)) return 'object'
  if (input === undefined || input === null) return 'absent'
  return typeof input === 'string' ? 'broken-text' : 'other'
}

function readResult(raw: JsonObject, index: number): Part {
  const given = isObject(raw.result) ? raw.result : { llmContent: raw.result ?? raw.output ?? raw.content }
  const content = given.llmContent
  return {
    kind: 'result',
    list,
    index,
    raw,
    id: answeredBy(raw),
    name: nonEmpty(isLegacyResult(raw) ? raw.name : raw.toolName),
    tool: 'function',
    content,
    isError: given.isError === true,
    isEmpty: isEmpty(content),
    isNull: false,
    hasMedia: Array.isArray(content) && content.some((piece) => isObject(piece) && piece.type !== 'text'),
    isSynthetic: isOnlyStandIn(content),
  }
}

function isEmpty(content: unknown): boolean {
  return (
    content === undefined ||
    content === null ||
    content === '' ||
    (Array.isArray(content) && content.length === 0)
  )
}

/** Whether a result says nothing but that it stands in for one. */
function isOnlyStandIn(content: unknown): boolean {
  const [only, ...more]: readonly unknown[] = Array.isArray(content) ? content : [content]
  const text = isObject(only) && only.type === 'text' ? only.text : only
  return more.length === 0 && typeof text === 'string' && isStandIn(text)
}
