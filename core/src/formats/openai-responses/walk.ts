import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { NoteUnread, Place } from '../../model/place.ts'
import type { Call, Part, Result, Shape, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { formOf } from '../arguments.ts'
import { readFolded } from '../folded.ts'
import { likelySpeaker, roleOf } from '../messages.ts'
import { readContent, shapeOf } from './content.ts'
import { type ItemKind, isGiven, isStranger, isWordy, kindOf } from './items.ts'
import { declaredIn } from './offers.ts'
import { asCall, asResult, chatCalls, isChatResult, strayMember } from './shapes.ts'
import { isStandInResult } from './stand-in.ts'
import { unfolded } from './unfold.ts'

type Tied = Extract<ItemKind, { readonly is: 'call' | 'result' }>

export function readTurn(raw: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  const note: NoteUnread = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(raw)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, raw)
  }
  const { type } = raw
  if (type !== undefined && type !== null && typeof type !== 'string') note(['type'], 'a string')
  const kind = kindOf(raw)
  if (isStranger(raw)) {
    note([], 'an item of any kind')
    return turnOf(
      'model',
      'self',
      [{ list: own, index: -1, kind: 'other', raw, isReadable: false }],
      index,
      raw,
    )
  }
  if (isChatResult(raw)) return readChatResult(raw, index, note)
  const items = unfolded(raw)
  if (items !== undefined) return readForeign(items, raw, index, root)
  if (kind.is === 'message') return readMessage(raw, index, note)
  return turnOf(speakerOf(kind), 'self', [readItem(raw, kind, note)], index, raw, nameOf(raw))
}

/** A message that another API wrote, as the items that it would be here. */
function readForeign(items: readonly unknown[], raw: JsonObject, index: number, root: Place): Turn {
  const turns = items.map((item) => readTurn(item, index, root, []))
  return { ...readFolded(turns, raw, index, roleOf(raw)), itemId: nameOf(raw) }
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
function nameOf({ type, id }: JsonObject): string | undefined {
  return type === 'local_shell_call' || type === 'local_shell_call_output' ? undefined : nonEmpty(id)
}

const functionResult: Tied = { is: 'result', tool: 'function', words: 'output' }

/** A result written as chat APIs write it: a message of the tool's. */
function readChatResult(raw: JsonObject, index: number, note: NoteUnread): Turn {
  const part = { ...readResult(asResult(raw), functionResult, note), name: nonEmpty(raw.name), raw }
  return { ...turnOf('unknown', 'self', [part], index, raw, nameOf(raw)), likely: 'tool' }
}

function readMessage(raw: JsonObject, index: number, note: NoteUnread): Turn {
  const speaker = speakers.get(raw.role) ?? 'unknown'
  const shape = shapeOf(raw.content)
  if (shape === 'unreadable') note(['content'], 'a string or a list')
  const calls = readChatCalls(raw)
  const parts = [...readContent(raw.content, 'content', note), ...calls]
  if (calls.length === 0 && isCallList(raw.tool_calls)) {
    note(['tool_calls'], 'a list of calls of the model’s')
    return turnOf(speaker, shape === 'none' ? 'unreadable' : shape, parts, index, raw, nameOf(raw))
  }
  return turnOf(speaker, shape, parts, index, raw, nameOf(raw))
}

const functionCall: Tied = { is: 'call', tool: 'function', words: 'arguments' }

/** Whether something stands where a chat message has its calls; an empty list is nothing. */
function isCallList(calls: unknown): boolean {
  return isGiven(calls) && !(Array.isArray(calls) && calls.length === 0)
}

/** Calls written as chat APIs write them: inside the model's message. */
function readChatCalls(message: JsonObject): Part[] {
  if (message.tool_calls === undefined) return []
  return chatCalls(message).map((raw, index) => {
    return { ...readCall(asCall(raw), functionCall), list: 'tool_calls', index, raw }
  })
}

function turnOf(
  speaker: Speaker,
  shape: Shape,
  parts: Part[],
  index: number,
  raw: unknown,
  itemId?: string,
): Turn {
  const role = roleOf(raw)
  const turn: Turn = {
    speaker,
    role,
    shape,
    parts,
    index,
    raw,
    itemId,
    vacant: false,
    isPrefix: false,
    isAborted: false,
  }
  return speaker === 'unknown' ? { ...turn, likely: likelySpeaker(role, false) } : turn
}

/** The list of a part that is its whole turn. */
const own = 'self'

function readItem(raw: JsonObject, kind: ItemKind, note: NoteUnread): Part {
  switch (kind.is) {
    case 'call':
      return readCall(raw, kind)
    case 'result':
      return readResult(raw, kind, note)
    case 'reasoning': {
      const signed = nonEmpty(raw.encrypted_content) !== undefined
      return { list: own, index: -1, kind: 'reasoning', raw, sealed: signed, signed }
    }
    default:
      return {
        list: own,
        index: -1,
        kind: 'other',
        raw,
        isReadable: true,
        isReference: kind.is === 'reference',
        ids: callIdsOf(raw),
        ran: ranIn(raw),
        offers: offersIn(raw),
      }
  }
}

/** An item of an unknown kind may be a call: a result that has its id is not without one. */
function callIdsOf({ call_id: given }: JsonObject): readonly string[] | undefined {
  const id = nonEmpty(given)
  return id === undefined ? undefined : [id]
}

/** The names of a tool that the provider ran, of an item that is a call of it. */
function ranIn(raw: JsonObject): readonly string[] | undefined {
  const { type } = raw
  if (typeof type !== 'string' || !type.endsWith('_call')) return undefined
  const kind = type.slice(0, -'_call'.length)
  const name = nonEmpty(raw.name)
  return name === undefined ? [kind] : [name, kind]
}

/** The tools that an item gives to the model. */
function offersIn(raw: JsonObject): readonly string[] | undefined {
  if (raw.type !== 'additional_tools') return undefined
  return declaredIn(raw.tools, []).map(({ names }) => names[0] ?? '')
}

function readCall(raw: JsonObject, { tool, words }: Tied): Call {
  // A computer call has one action or a list of them.
  const given = raw[words] ?? (tool === 'computer' ? raw.actions : undefined)
  const label = raw.type === 'local_shell_call' ? 'local_shell' : undefined
  return {
    list: own,
    index: -1,
    kind: 'call',
    raw,
    id: nonEmpty(raw.call_id),
    // Clients mistake the name of the item for the id of the call.
    alias: nonEmpty(raw.id),
    name: nonEmpty(raw.name) ?? (raw.type === 'function_call' ? undefined : (label ?? tool)),
    group: nonEmpty(raw.namespace),
    // A search for tools that the caller makes is a function of the caller's, too.
    alsoTool: tool === 'tool_search' ? 'function' : undefined,
    label,
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

function readResult(raw: JsonObject, { tool, words }: Tied, note: NoteUnread): Result {
  const shape = shapeOf(raw[words])
  const content = raw[strayMember(raw) ?? words]
  const parts = isWordy(tool) ? readContent(raw[words], words, note) : []
  const id = nonEmpty(raw.call_id)
  // Some SDKs name the call of a local shell result by `id`, where the API does not look for it.
  const alias = raw.type === 'local_shell_call_output' ? nonEmpty(raw.id) : undefined
  return {
    list: own,
    index: -1,
    kind: 'result',
    raw,
    id,
    alias,
    name: nonEmpty(raw.name),
    group: nonEmpty(raw.namespace),
    tool,
    content,
    isError: tool === 'apply_patch' && raw.status === 'failed',
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: isWordy(tool) && shape === 'none',
    hasMedia: parts.some((part) => part.kind === 'media'),
    isSynthetic: isStandInResult(raw, tool),
  }
}
