import { type Format, formats, type Part, type Turn } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../json.ts'
import { answeredBy, isAnswer, isLegacyResult, isResult } from './record.ts'

type Note = (path: readonly (string | number)[], wanted: string) => void
type Speaker = Turn['speaker']

const speakers: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['tool', 'tool'],
])

/** Reads a message: who speaks, what is called, what is answered. */
export const readTurn: Format['readTurn'] = (raw, index, root, unreadable) => {
  const note: Note = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(raw)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, raw)
  }
  const { content } = raw
  // Older versions gave results in the user's name.
  const speaker = isAnswer(raw) ? 'tool' : (speakers.get(raw.role) ?? 'unknown')
  // A tool says nothing but results: there is no place for words.
  const isMute = speaker === 'tool'
  if (typeof content === 'string' && !isMute) return turnOf(speaker, 'text', [wholeText(content)], index, raw)
  if (Array.isArray(content)) {
    const parts = content.map((part, position) => readPart(part, position, note))
    return turnOf(speaker, 'list', parts, index, raw)
  }
  if (content === undefined || content === null) return turnOf(speaker, 'none', [], index, raw)
  note(['content'], isMute ? 'a list' : 'a string or a list')
  return turnOf(speaker, 'unreadable', [], index, raw)
}

function turnOf(speaker: Speaker, shape: Turn['shape'], parts: Part[], index: number, raw: unknown): Turn {
  const role = isObject(raw) && typeof raw.role === 'string' ? raw.role : 'none'
  const turn = { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
  return speaker === 'unknown' ? { ...turn, likely: likelySpeaker(parts) } : turn
}

function likelySpeaker(parts: readonly Part[]): Speaker {
  if (parts.some(({ kind }) => kind === 'call')) return 'model'
  return parts.length > 0 && parts.every(({ kind }) => kind === 'result') ? 'tool' : 'user'
}

const list = 'content'

function wholeText(text: string): Part {
  return { kind: 'text', list, index: -1, raw: text, text }
}

function readPart(raw: unknown, index: number, note: Note): Part {
  if (isResult(raw)) return readResult(raw, index)
  if (!isObject(raw)) return unreadablePart(raw, index, note)
  switch (raw.type) {
    case 'text':
      if (typeof raw.text !== 'string') return unreadablePart(raw, index, note)
      return { kind: 'text', list, index, raw, text: raw.text }
    case 'tool_use':
      return readCall(raw, index)
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

function unreadablePart(raw: unknown, index: number, note: Note): Part {
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

function formOf(input: unknown): Extract<Part, { readonly kind: 'call' }>['form'] {
  if (isObject(input)) return 'object'
  if (input === undefined || input === null) return 'absent'
  return typeof input === 'string' ? 'broken-text' : 'other'
}

function readResult(raw: JsonObject, index: number): Part {
  const given = isObject(raw.result) ? raw.result : { llmContent: raw.result }
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
    isEmpty:
      content === undefined ||
      content === null ||
      content === '' ||
      (Array.isArray(content) && content.length === 0),
    isNull: false,
    hasMedia: Array.isArray(content) && content.some((piece) => isObject(piece) && piece.type !== 'text'),
    isSynthetic: isStandIn(content),
  }
}

const known = formats.find(({ name }) => name === 'anthropic-messages') as Format

/** Whether a result only stands in for one, as every format has it. */
function isStandIn(content: unknown): boolean {
  const block = { type: 'tool_result', tool_use_id: 'x', content }
  const [part] = known.readTurn({ role: 'user', content: [block] }, 0, [], []).parts
  return part?.kind === 'result' && part.isSynthetic
}
