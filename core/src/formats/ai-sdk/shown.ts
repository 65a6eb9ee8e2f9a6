import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { NoteUnread } from '../../model/place.ts'
import type { Call, Part, Speaker } from '../../model/transcript.ts'
import { formOf } from './content.ts'

/**
 * The states of a call that nothing is missing from: it has its output, or the user has answered for it.
 *
 * One whose arguments are still streaming is left out of what the model is sent.
 */
const settledStates: ReadonlySet<unknown> = new Set([
  'output-available',
  'output-error',
  'output-denied',
  'approval-responded',
  'input-streaming',
])

/** The context of a part: the speaker of its message, and the calls that have their results elsewhere in it. */
interface MessageContext {
  readonly speaker: Speaker
  readonly recorded: ReadonlySet<unknown>
  readonly note: NoteUnread
}

/** Reads a part of a message that a chat shows: a call and its result are one part. */
export function readShownPart(raw: unknown, index: number, around: MessageContext): Part {
  const list = 'parts'
  const { speaker, note } = around
  if (!isObject(raw) || typeof raw.type !== 'string') return unreadablePart(raw, index, note)
  // Among the parts of other speakers, calls are passed over.
  const mayCall = speaker === 'model' || speaker === 'unknown'
  if (isToolType(raw.type)) return mayCall ? readTool(raw, index, around) : readable(raw, index)
  switch (raw.type) {
    case 'text':
      if (typeof raw.text !== 'string') return unreadablePart(raw, index, note)
      return { kind: 'text', list, index, raw, text: raw.text }
    case 'reasoning':
      return { kind: 'reasoning', list, index, raw, sealed: false, signed: isObject(raw.providerMetadata) }
    case 'file':
      return { kind: 'media', list, index, raw }
    default:
      return readable(raw, index)
  }
}

/** Whether a part of this type is a tool at work. */
export function isToolType(type: string): boolean {
  return type.startsWith('tool-') || type === 'dynamic-tool'
}

function unreadablePart(raw: unknown, index: number, note: NoteUnread): Part {
  note(['parts', index], 'a part of a message')
  return { kind: 'other', list: 'parts', index, raw, isReadable: false }
}

function readable(raw: unknown, index: number): Part {
  return { kind: 'other', list: 'parts', index, raw, isReadable: true }
}

function readTool(raw: JsonObject, index: number, { recorded, note }: MessageContext): Part {
  if (isInvocationPart(raw)) {
    const call = invocation(raw.toolInvocation, raw, index, 'parts')
    if (call.excused || !recorded.has(call.id)) return call
    note(['parts', index, 'toolInvocation', 'state'], toldOtherwise)
    return { ...call, excused: true }
  }
  if (raw.type === 'tool-invocation' && raw.state === undefined) return unreadablePart(raw, index, note)
  const isSettled = settledStates.has(raw.state) || raw.providerExecuted === true
  // It has come to something, but its state says otherwise.
  const isTorn = !isSettled && (raw.output !== undefined || raw.errorText !== undefined)
  if (isTorn) note(['parts', index, 'state'], toldOtherwise)
  // A text that could not be read as arguments is kept beside them.
  const given = raw.input ?? raw.rawInput
  return {
    ...inlineCall,
    list: 'parts',
    index,
    raw,
    id: nonEmpty(raw.toolCallId),
    name: raw.type === 'dynamic-tool' ? nonEmpty(raw.toolName) : nonEmpty(String(raw.type).slice(5)),
    arguments: given,
    form: raw.state === 'input-streaming' ? 'object' : formOf(given),
    excused: isSettled || isTorn,
  }
}

const toldOtherwise = 'the state of a tool with an output'

/** Whether a part is one of version 4, which holds the call as an object of its own. */
export function isInvocationPart(raw: unknown): raw is { readonly toolInvocation: JsonObject } {
  return isObject(raw) && raw.type === 'tool-invocation' && isObject(raw.toolInvocation)
}

/** Reads a call that stands beside the words of an older message. */
export function readInvocation(raw: unknown, index: number, note: NoteUnread): Part {
  if (isObject(raw)) return invocation(raw, raw, index, 'invocations')
  note(['toolInvocations', index], 'a call')
  return { kind: 'other', list: 'invocations', index, raw, isReadable: false }
}

function invocation(inner: JsonObject, raw: unknown, index: number, list: string): Call {
  return {
    ...inlineCall,
    list,
    index,
    raw,
    id: nonEmpty(inner.toolCallId),
    name: nonEmpty(inner.toolName),
    arguments: inner.args,
    form: formOf(inner.args),
    excused: Object.hasOwn(inner, 'result'),
  }
}

const inlineCall = { kind: 'call', tool: 'function', signed: false, isInline: true } as const
