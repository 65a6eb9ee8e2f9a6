import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import type { ArgumentsForm, Part, Result, Shape, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { likelySpeaker, roleOf } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import { ownTurn } from './own-turn.ts'
import { callKeys, keyOf, memberOf, resultKeys, signatureKeys } from './spelling.ts'
import { onlyWords } from './words.ts'

/** The speakers by role. A content without one is the user's. */
const speakers: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'user'],
  ['function', 'user'],
  ['tool', 'user'],
  ['', 'user'],
  [undefined, 'user'],
  [null, 'user'],
  ['model', 'model'],
  ['system', 'system'],
  ['developer', 'system'],
])

export function readTurn(content: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  // Google's libraries take words and parts by themselves for what the user says.
  if (typeof content === 'string') return turnOf('user', 'text', [wordsAlone(content)], index, content)
  if (!isObject(content)) {
    unreadable.push({ at: [...root, index], wanted: 'an object' })
    return turnOf('unknown', 'unreadable', [], index, content)
  }
  const own = ownTurn(content)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), content, roleOf(content))
  const speaker = speakers.get(content.role) ?? 'unknown'
  const { parts } = content
  const note = (position: number | undefined, wanted: string): void => {
    const at = [...root, index, 'parts']
    unreadable.push({ at: position === undefined ? at : [...at, position], wanted })
  }
  if (isPartAlone(content)) return turnOf('user', 'self', [readPart(content, -1, note)], index, content)
  if (parts === undefined || parts === null) return turnOf(speaker, 'list', [], index, content)
  if (Array.isArray(parts)) return turnOf(speaker, 'list', readParts(parts, note), index, content)
  // One part may stand for a list of one.
  if (isObject(parts)) return turnOf(speaker, 'list', [readPart(parts, -1, note)], index, content)
  note(undefined, 'a list')
  return turnOf(speaker, 'unreadable', [], index, content)
}

function wordsAlone(text: string): Part {
  return { kind: 'text', list: 'content', index: -1, raw: text, text }
}

/** Whether something is words or an image in place of a content that would hold them. */
function isPartAlone(raw: JsonObject): boolean {
  if (raw.role !== undefined || raw.parts !== undefined) return false
  return typeof raw.text === 'string' || mediaKeys.some((key) => isObject(raw[key]))
}

/** The roles of results: newer libraries write `tool`, older ones `function`. */
function speaksForTool(role: unknown): boolean {
  return role === 'function' || role === 'tool'
}

/** Notes something of a turn that could not be read. */
type Note = (position: number | undefined, wanted: string) => void

function turnOf(speaker: Speaker, shape: Shape, parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const turn = { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
  const hasCalls = parts.some((part) => part.kind === 'call')
  // Only the model calls: one that does not say who it is, or speaks for a tool, has mistaken its role.
  if (hasCalls && isObject(raw) && (!raw.role || speaksForTool(raw.role)))
    return { ...turn, speaker: 'unknown', likely: 'model' }
  const isClear = speaker === 'user' || speaker === 'model' || (speaker !== 'unknown' && !hasCalls)
  return isClear ? turn : { ...turn, likely: likelySpeaker(role, hasCalls) }
}

function readParts(raws: readonly unknown[], note: Note): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < raws.length; index++) parts.push(readPart(raws[index], index, note))
  return parts
}

function readPart(raw: unknown, index: number, note: Note): Part {
  const part = isObject(raw) ? partOf(raw, index) : undefined
  if (part !== undefined) return part
  // A list in place of a part is on record as taken.
  if (Array.isArray(raw)) return { kind: 'other', list: 'content', index, raw, isReadable: true }
  note(index < 0 ? undefined : index, 'a part')
  return { kind: 'other', list: 'content', index, raw, isReadable: false }
}

const mediaKeys = ['inlineData', 'inline_data', 'fileData', 'file_data'] as const

/** Reads a part by what it holds; undefined where that is not what it should be. */
function partOf(raw: JsonObject, index: number): Part | undefined {
  const held = { list: 'content', index, raw } as const
  const call = memberOf(raw, callKeys)
  if (call !== undefined) return isObject(call) ? readCall(raw, call, index) : undefined
  const result = memberOf(raw, resultKeys)
  if (result !== undefined) return isObject(result) ? readResult(raw, result, index) : undefined
  const { text } = raw
  const isText = text !== undefined && text !== null
  if (isText && typeof text !== 'string') return undefined
  const signed = isSigned(raw)
  // An empty text with a signature is there for the signature alone.
  if (raw.thought === true || (text === '' && signed))
    return { kind: 'reasoning', ...held, sealed: text === '', signed }
  if (isText) return { kind: 'text', ...held, text }
  if (mediaKeys.some((key) => isObject(raw[key]))) return { kind: 'media', ...held }
  return readHosted(raw, index) ?? { kind: 'other', ...held, isReadable: true }
}

/** The model's own code, run by the provider; the two halves follow each other and have no id. */
function readHosted(raw: JsonObject, index: number): Part | undefined {
  const held = { kind: 'hosted', list: 'content', index, raw, id: undefined } as const
  const name = 'code_execution'
  if (keyOf(raw, ['executableCode', 'executable_code']) !== undefined) return { ...held, half: 'call', name }
  if (keyOf(raw, ['codeExecutionResult', 'code_execution_result']) !== undefined)
    return { ...held, half: 'result', name }
  return undefined
}

function isSigned(raw: JsonObject): boolean {
  return nonEmpty(memberOf(raw, signatureKeys)) !== undefined
}

function readCall(raw: JsonObject, call: JsonObject, index: number): Part {
  return {
    kind: 'call',
    list: 'content',
    index,
    raw,
    id: nonEmpty(call.id),
    name: nonEmpty(call.name),
    arguments: call.args,
    form: formOf(call.args),
    tool: 'function',
    signed: isSigned(raw),
    excused: false,
  }
}

/** A call without arguments leaves them out. */
function formOf(given: unknown): ArgumentsForm {
  if (isObject(given) || given === undefined || given === null) return 'object'
  return typeof given === 'string' ? 'broken-text' : 'other'
}

function readResult(raw: JsonObject, result: JsonObject, index: number): Result {
  const { response } = result
  return {
    kind: 'result',
    list: 'content',
    index,
    raw,
    id: nonEmpty(result.id),
    name: nonEmpty(result.name),
    tool: 'function',
    content: response,
    isError: isObject(response) && response.error !== undefined,
    isEmpty: !isObject(response) || Object.keys(response).length === 0,
    isNull: false,
    hasMedia: Array.isArray(result.parts) && result.parts.length > 0,
    isSynthetic: isStandIn(onlyWords(response) ?? ''),
  }
}
