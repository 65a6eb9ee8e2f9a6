import type { ReadTask } from '../../../model/converter.ts'
import { present } from '../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type {
  Citation,
  NeutralMedia,
  NeutralOpaque,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
} from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { readEphemeral } from '../../cache-control.ts'
import { readValue } from '../../call-arguments.ts'
import { keepOwn, ownOf } from '../../own-members.ts'
import { name } from '../name.ts'
import { readMedia } from './read-media.ts'

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'citations', 'cache_control'])
const callMembers: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input', 'cache_control'])
const resultMembers: ReadonlySet<string> = new Set([
  'type',
  'tool_use_id',
  'content',
  'is_error',
  'cache_control',
])
const thoughtMembers: ReadonlySet<string> = new Set(['type', 'thinking', 'signature', 'cache_control'])
const redactedMembers: ReadonlySet<string> = new Set(['type', 'data', 'cache_control'])

/** Reads one block of a message; one of a kind that is not known is opaque. */
function readBlock(raw: unknown, at: Place, task: ReadTask): NeutralPart {
  const part = isObject(raw) ? readKnown(raw, at, task) : undefined
  if (part === undefined || !isObject(raw)) return opaque(raw, at)
  return placed(part, at, raw)
}

/** Reads what is said where words alone are expected: instructions, and the content of results. */
export function readContent(content: unknown, at: Place, task: ReadTask): readonly NeutralPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, at }]
  if (Array.isArray(content)) return content.map((raw, index) => readBlock(raw, placeIn(at, index), task))
  return content === undefined || content === null ? [] : [opaque(content, at)]
}

/** A part that this format alone knows. */
export function opaque(raw: unknown, at: Place): NeutralOpaque {
  const type = isObject(raw) ? nonEmpty(raw.type) : undefined
  const what = type === undefined ? 'unreadable block' : `block \`${type.slice(0, 60)}\``
  return { kind: 'opaque', origin: name, what, raw, at }
}

function readKnown(raw: JsonObject, at: Place, task: ReadTask): NeutralPart | undefined {
  switch (raw.type) {
    case 'text':
      return readText(raw, at)
    case 'image':
    case 'document':
      return readMedia(raw, task.provider)
    case 'tool_use':
      return readCall(raw, at)
    case 'tool_result':
      return readResult(raw, at, task)
    case 'thinking':
      return readThought(raw, task.provider)
    case 'redacted_thinking':
      return readRedacted(raw, task.provider)
    default:
      return undefined
  }
}

function placed(part: NeutralPart, at: Place, raw: JsonObject): NeutralPart {
  // Most parts know their place from the start: a copy of each would cost as much as the rest of reading it.
  if (raw.cache_control === undefined || raw.cache_control === null)
    return part.at === undefined ? { ...part, at } : part
  const mark = readEphemeral(raw.cache_control)
  if (mark !== undefined) return { ...part, at, mark }
  const members = [...(part.own?.members ?? []), { steps: ['cache_control'], value: raw.cache_control }]
  return { ...part, at, own: { origin: name, members } }
}

function readText(raw: JsonObject, at: Place): NeutralText | undefined {
  if (typeof raw.text !== 'string') return undefined
  const citations = Array.isArray(raw.citations) ? raw.citations.map(readCitation) : []
  const text: NeutralText = { kind: 'text', text: raw.text, at }
  return keepOwn(citations.length === 0 ? text : { ...text, citations }, ownOf(name, [raw, textMembers]))
}

/** Reads a source that a text names. */
export function readCitation(raw: unknown): Citation {
  const given = isObject(raw) ? raw : {}
  const told = present({
    quote: nonEmpty(given.cited_text),
    title: nonEmpty(given.title) ?? nonEmpty(given.document_title),
    address: nonEmpty(given.url),
  })
  return { origin: name, raw, ...told }
}

function readCall(raw: JsonObject, at: Place): NeutralPart {
  const call: NeutralPart = {
    kind: 'call',
    id: nonEmpty(raw.id),
    name: nonEmpty(raw.name),
    // A string is what is left of arguments that were cut.
    arguments: readValue(raw.input),
    tool: 'function',
    at,
  }
  return keepOwn(call, ownOf(name, [raw, callMembers]))
}

function readResult(raw: JsonObject, at: Place, task: ReadTask): NeutralResult {
  const content = readContent(raw.content, placeIn(at, 'content'), task)
  const result: NeutralResult = {
    kind: 'result',
    id: nonEmpty(raw.tool_use_id),
    tool: 'function',
    content: content.every(isContent)
      ? content
      : content.map((part) => (isContent(part) ? part : misplaced(part, raw.content))),
    isError: raw.is_error === true,
    at,
  }
  return keepOwn(result, ownOf(name, [raw, resultMembers]))
}

function isContent(part: NeutralPart): part is NeutralText | NeutralMedia | NeutralOpaque {
  return part.kind === 'text' || part.kind === 'media' || part.kind === 'opaque'
}

/** A call or the like inside of a result: no format knows such. */
function misplaced(part: NeutralPart, content: unknown): NeutralOpaque {
  const at = part.at ?? []
  const index = at.at(-1)
  const raw: unknown = Array.isArray(content) && typeof index === 'number' ? content[index] : content
  return opaque(raw, at)
}

function readThought(raw: JsonObject, provider: string): NeutralReasoning | undefined {
  if (typeof raw.thinking !== 'string') return undefined
  const value = nonEmpty(raw.signature)
  const thought: NeutralReasoning = { kind: 'reasoning', text: raw.thinking }
  const signed: NeutralReasoning =
    value === undefined ? thought : { ...thought, proof: { provider, value, as: 'signature' } }
  return keepOwn(signed, ownOf(name, [raw, thoughtMembers]))
}

function readRedacted(raw: JsonObject, provider: string): NeutralReasoning | undefined {
  if (typeof raw.data !== 'string') return undefined
  const proof = { provider, value: raw.data, as: 'encrypted' } as const
  const redacted: NeutralReasoning = { kind: 'reasoning', text: '', proof }
  return keepOwn(redacted, ownOf(name, [raw, redactedMembers]))
}
