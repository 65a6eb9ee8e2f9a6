import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import type {
  ArgumentsForm,
  Call,
  Facts,
  Part,
  Result,
  Shape,
  Speaker,
  Turn,
  Unreadable,
} from '../../model/transcript.ts'
import { likelySpeaker, roleOf } from '../messages.ts'
import { type ItemKind, kindOf } from './items.ts'
import { isStandInResult } from './stand-in.ts'

/** Notes something of an item that could not be read. */
type Note = (path: Place, wanted: string) => void

type Tied = Extract<ItemKind, { readonly is: 'call' | 'result' }>

/** The list of items: the document itself, or its member. One string instead of items is a list of none. */
export function itemsOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  if (!isObject(document)) return undefined
  if (Array.isArray(document.input)) return document.input
  return typeof document.input === 'string' ? noItems : undefined
}

const noItems: readonly unknown[] = []

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  const isUnstored = body.store === false
  return {
    model: nonEmpty(body.model),
    isThinking: false,
    isContinued: isContinued(body) || (!isUnstored && hasReference(itemsOf(document))),
    isBody: isObject(document),
    hasInstructions: true,
    isUnstored,
  }
}

function isContinued({ previous_response_id: before, conversation }: JsonObject): boolean {
  return isGiven(before) || isGiven(conversation)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Whether an item stands for one that the provider keeps; most are told apart by their type alone. */
function hasReference(items: readonly unknown[] = noItems): boolean {
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (!isObject(item)) continue
    const { type } = item
    if (typeof type === 'string' ? type === 'item_reference' : kindOf(item).is === 'reference') return true
  }
  return false
}

export function readTurn(raw: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  const note: Note = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(raw)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, raw)
  }
  const { type } = raw
  if (type !== undefined && type !== null && typeof type !== 'string') note(['type'], 'a string')
  const kind = kindOf(raw)
  if (kind.is === 'message') return readMessage(raw, index, note)
  return { ...turnOf(speakerOf(kind), 'self', [readItem(raw, kind, note)], index, raw), ...nameOf(raw) }
}

const speakers: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'system'],
])

function speakerOf(kind: ItemKind): Speaker {
  if (kind.is === 'result') return 'tool'
  return kind.is === 'other' ? kind.speaker : 'model'
}

/** The item's own name. That of a local shell call is demanded, so nothing may be done about it. */
function nameOf({ type, id }: JsonObject): { readonly itemId?: string | undefined } {
  return type === 'local_shell_call' || type === 'local_shell_call_output' ? {} : { itemId: nonEmpty(id) }
}

function readMessage(raw: JsonObject, index: number, note: Note): Turn {
  const speaker = speakers.get(raw.role) ?? 'unknown'
  const shape = shapeOf(raw.content)
  if (shape === 'unreadable') note(['content'], 'a string or a list')
  return { ...turnOf(speaker, shape, readContent(raw.content, 'content', note), index, raw), ...nameOf(raw) }
}

function turnOf(speaker: Speaker, shape: Shape, parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const turn = { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
  return speaker === 'unknown' ? { ...turn, likely: likelySpeaker(role, false) } : turn
}

function shapeOf(content: unknown): Shape {
  if (typeof content === 'string') return 'text'
  if (Array.isArray(content)) return 'list'
  return content === undefined || content === null ? 'none' : 'unreadable'
}

function readContent(content: unknown, member: string, note: Note): Part[] {
  if (typeof content === 'string')
    return [{ kind: 'text', list: 'content', index: -1, raw: content, text: content }]
  if (!Array.isArray(content)) return []
  return content.map((part: unknown, index) => readPart(part, index, member, note))
}

const texts: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text'])
const media: ReadonlySet<unknown> = new Set(['input_image', 'input_file', 'input_audio'])

function readPart(raw: unknown, index: number, member: string, note: Note): Part {
  const list = 'content'
  if (isObject(raw)) {
    if (!texts.has(raw.type)) {
      if (media.has(raw.type)) return { kind: 'media', list, index, raw }
      return { kind: 'other', list, index, raw, isReadable: true }
    }
    if (typeof raw.text === 'string') return { kind: 'text', list, index, raw, text: raw.text }
  }
  note([member, index], 'a content part')
  return { kind: 'other', list, index, raw, isReadable: false }
}

const self = { list: 'self', index: -1 } as const

function readItem(raw: JsonObject, kind: ItemKind, note: Note): Part {
  switch (kind.is) {
    case 'call':
      return readCall(raw, kind)
    case 'result':
      return readResult(raw, kind, note)
    case 'reasoning': {
      const signed = nonEmpty(raw.encrypted_content) !== undefined
      return { ...self, kind: 'reasoning', raw, sealed: signed, signed }
    }
    default:
      return { ...self, kind: 'other', raw, isReadable: true, isReference: kind.is === 'reference' }
  }
}

function readCall(raw: JsonObject, { tool, words }: Tied): Call {
  // A computer call has one action or a list of them.
  const given = raw[words] ?? (tool === 'computer' ? raw.actions : undefined)
  return {
    ...self,
    kind: 'call',
    raw,
    id: nonEmpty(raw.call_id),
    name: nonEmpty(raw.name) ?? (raw.type === 'function_call' ? undefined : tool),
    arguments: given,
    form: raw.type === 'function_call' ? formOf(given) : 'json-text',
    tool,
    signed: false,
    excused: isElsewhere(raw.environment),
  }
}

/** A shell in a container of the provider's is run there. */
function isElsewhere(environment: unknown): boolean {
  return isObject(environment) && typeof environment.type === 'string' && environment.type !== 'local'
}

function formOf(given: unknown): ArgumentsForm {
  if (typeof given === 'string') return isJson(given) ? 'json-text' : 'broken-text'
  if (given === undefined || given === null) return 'absent'
  return isObject(given) ? 'object' : 'other'
}

/** Whether a call's arguments can be parsed; servers read an empty string as no arguments. */
export function isJson(text: string): boolean {
  if (text === '' || text === '{}') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether results of a kind of tool say what they say in words, or in a list of texts and images. */
export function isWordy(tool: string): boolean {
  return tool === 'function' || tool === 'custom_tool'
}

function readResult(raw: JsonObject, { tool, words }: Tied, note: Note): Result {
  const content = raw[words]
  const shape = shapeOf(content)
  const parts = isWordy(tool) ? readContent(content, words, note) : []
  if (isWordy(tool) && shape === 'unreadable') note([words], 'a string or a list')
  const id = nonEmpty(raw.call_id)
  // Some SDKs name the call of a local shell result by `id`, where the API does not look for it.
  const alias = raw.type === 'local_shell_call_output' ? nonEmpty(raw.id) : undefined
  return {
    ...self,
    kind: 'result',
    raw,
    id,
    ...(alias === undefined ? {} : { alias }),
    name: nonEmpty(raw.name),
    tool,
    content,
    isError: tool === 'apply_patch' && raw.status === 'failed',
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: isWordy(tool) && shape === 'none',
    hasMedia: parts.some((part) => part.kind === 'media'),
    isSynthetic: isStandInResult(raw, tool),
  }
}
