import { type Format, formats, type Part, type Turn } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { isSignature } from './issuer.ts'
import { answeredBy, argumentsMember, isCall, isFailed, noteTypes } from './record.ts'

type Note = (path: readonly (string | number)[], wanted: string) => void
type Call = Extract<Part, { kind: 'call' }>
type Result = Extract<Part, { kind: 'result' }>

const speakers: ReadonlyMap<unknown, Turn['speaker']> = new Map([
  ['user', 'user'],
  ['assistant', 'model'],
  ['toolResult', 'tool'],
  ['bashExecution', 'user'],
  ['custom', 'user'],
  ['hookMessage', 'user'],
  ['branchSummary', 'user'],
  ['compactionSummary', 'user'],
])

/** Members by which some turns say what they say; others have `content`. */
const worded: Readonly<Record<string, string>> = {
  bashExecution: 'output',
  branchSummary: 'summary',
  compactionSummary: 'summary',
  branch_summary: 'summary',
  compaction: 'summary',
}

/** Reads a message, or a record that is sent without being one. */
export const readTurn: Format['readTurn'] = (raw, index, root, unreadable) => {
  const note: Note = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(raw)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, raw)
  }
  const role = roleOf(raw)
  const speaker = speakers.get(role) ?? (noteTypes.has(role) ? 'user' : 'unknown')
  if (speaker === 'tool') return turnOf(speaker, 'self', [readResult(raw, note)], index, raw)
  if (worded[role] !== undefined) return turnOf(speaker, 'list', [wordsOf(raw, worded[role])], index, raw)
  const shape = shapeOf(raw.content)
  if (shape === 'unreadable') note(['content'], 'a string or a list')
  const mayCall = speaker === 'model' || speaker === 'unknown'
  return turnOf(speaker, shape, readContent(raw.content, mayCall, note), index, raw)
}

/** The role of a message, or the type of a record. */
function roleOf(raw: unknown): string {
  if (!isObject(raw)) return 'none'
  return nonEmpty(raw.role) ?? nonEmpty(raw.type) ?? 'none'
}

/** The speaker of a message; undefined for a role that nobody sends. */
export function speakerIn(raw: unknown): Turn['speaker'] | undefined {
  const role = roleOf(raw)
  return speakers.get(role) ?? (noteTypes.has(role) ? 'user' : undefined)
}

function turnOf(
  speaker: Turn['speaker'],
  shape: Turn['shape'],
  parts: Part[],
  index: number,
  raw: unknown,
): Turn {
  const isAborted =
    (isObject(raw) && isFailed(raw)) || parts.some((part) => part.kind === 'call' && isHalf(part.raw))
  const turn = {
    speaker,
    role: roleOf(raw),
    shape,
    parts,
    index,
    raw,
    vacant: false,
    isPrefix: false,
    isAborted,
  }
  if (speaker !== 'unknown') return turn
  return { ...turn, likely: parts.some(({ kind }) => kind === 'call') ? 'model' : 'user' }
}

/** Whether the arguments of a call were cut while they came in. */
function isHalf(call: unknown): boolean {
  return isObject(call) && typeof call.partialJson === 'string' && !isJson(call.partialJson)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function shapeOf(content: unknown): Turn['shape'] {
  if (typeof content === 'string') return 'text'
  if (Array.isArray(content)) return 'list'
  return content === undefined || content === null ? 'none' : 'unreadable'
}

function wordsOf(raw: JsonObject, member: string): Part {
  return { kind: 'other', list: member, index: -1, raw: raw[member], isReadable: true }
}

function readContent(content: unknown, mayCall: boolean, note: Note): Part[] {
  if (typeof content === 'string')
    return [{ kind: 'text', list: 'content', index: -1, raw: content, text: content }]
  if (!Array.isArray(content)) return []
  return content.map((block: unknown, index) => readBlock(block, index, mayCall, note))
}

function readBlock(raw: unknown, index: number, mayCall: boolean, note: Note): Part {
  const held = { list: 'content', index, raw }
  if (!isObject(raw) || (raw.type === 'text' && typeof raw.text !== 'string')) {
    note(['content', index], 'a content block')
    return { kind: 'other', ...held, isReadable: false }
  }
  if (raw.type === 'text') return { kind: 'text', ...held, text: raw.text as string }
  if (raw.type === 'image') return { kind: 'media', ...held }
  if (raw.type === 'thinking') {
    const signed = isSignature(raw.thinkingSignature)
    return { kind: 'reasoning', ...held, sealed: raw.redacted === true, signed }
  }
  return mayCall && isCall(raw) ? readCall(raw, index) : { kind: 'other', ...held, isReadable: true }
}

function readCall(raw: JsonObject, index: number): Call {
  const given = raw[argumentsMember(raw)]
  return {
    kind: 'call',
    list: 'content',
    index,
    raw,
    id: nonEmpty(raw.id),
    name: nonEmpty(raw.name),
    arguments: given,
    form: formOf(given),
    tool: 'function',
    signed: nonEmpty(raw.thoughtSignature) !== undefined,
    excused: false,
  }
}

function formOf(given: unknown): Call['form'] {
  if (typeof given === 'string') return isJson(given) ? 'json-text' : 'broken-text'
  if (given === undefined || given === null) return 'absent'
  return isObject(given) ? 'object' : 'other'
}

function readResult(raw: JsonObject, note: Note): Result {
  const { content } = raw
  const blocks = Array.isArray(content) ? readContent(content, false, note) : []
  if (shapeOf(content) === 'unreadable') note(['content'], 'a string or a list')
  return {
    kind: 'result',
    list: 'self',
    index: -1,
    raw,
    id: answeredBy(raw),
    name: nonEmpty(raw.toolName),
    tool: 'function',
    content,
    isError: raw.isError === true,
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: content === undefined || content === null,
    hasMedia: blocks.some(({ kind }) => kind === 'media'),
    isSynthetic: isStandIn(raw),
  }
}

const chat = formats.find(({ name }) => name === 'openai-chat') as Format

/** Whether a result only stands in for one: it says so in a member, or has the words of a repairer. */
function isStandIn({ content, details }: JsonObject): boolean {
  if (isObject(details) && details.openclawSyntheticMissingToolResult === true) return true
  const message = { role: 'tool', tool_call_id: 'x', content }
  const [part] = chat.readTurn(message, 0, [], []).parts
  return part?.kind === 'result' && part.isSynthetic
}
