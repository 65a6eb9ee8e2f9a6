import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { NoteUnread } from '../../model/place.ts'
import type { ArgumentsForm, Call, Part, Result, Speaker } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'

/** The context of a part: the speaker of its turn, and the calls of that turn that the provider runs. */
interface TurnContext {
  readonly speaker: Speaker
  readonly hosted: ReadonlySet<unknown>
  readonly note: NoteUnread
}

const list = 'content'

/** Reads a part of a message for the model. */
export function readContentPart(raw: unknown, index: number, around: TurnContext): Part {
  const { speaker, hosted, note } = around
  if (!isObject(raw) || typeof raw.type !== 'string') return unreadablePart(raw, index, note)
  switch (raw.type) {
    case 'tool-call':
      return readCall(raw, index)
    case 'tool-result':
      if (!hasOutput(raw)) note([list, index, 'output'], 'the output of a tool')
      if (speaker === 'model' && hosted.has(raw.toolCallId)) return readHosted(raw, index, note)
      return readResult(raw, index)
    case 'tool-approval-request':
    case 'tool-approval-response':
      return readApproval(raw, index, note)
    default:
      return speaker === 'tool' ? unreadablePart(raw, index, note) : readSpoken(raw, index, note)
  }
}

function unreadablePart(raw: unknown, index: number, note: NoteUnread): Part {
  note([list, index], 'a content part')
  return { kind: 'other', list, index, raw, isReadable: false }
}

/** A question to the user whether a call may run, or the answer. */
function readApproval(raw: JsonObject, index: number, note: NoteUnread): Part {
  const isWhole =
    raw.type === 'tool-approval-request'
      ? typeof raw.toolCallId === 'string'
      : typeof raw.approved === 'boolean'
  if (typeof raw.approvalId !== 'string' || !isWhole) return unreadablePart(raw, index, note)
  const about = nonEmpty(raw.toolCallId)
  return { kind: 'other', list, index, raw, isReadable: true, ...(about === undefined ? {} : { about }) }
}

function readSpoken(raw: JsonObject, index: number, note: NoteUnread): Part {
  switch (raw.type) {
    case 'text':
      if (typeof raw.text !== 'string') return unreadablePart(raw, index, note)
      return { kind: 'text', list, index, raw, text: raw.text }
    case 'reasoning':
      return { kind: 'reasoning', list, index, raw, sealed: false, signed: isObject(raw.providerOptions) }
    case 'image':
    case 'file':
      return { kind: 'media', list, index, raw }
    default:
      return { kind: 'other', list, index, raw, isReadable: true }
  }
}

function readCall(raw: JsonObject, index: number): Call {
  // Version 4 wrote `args`.
  const given = Object.hasOwn(raw, 'input') ? raw.input : raw.args
  return {
    kind: 'call',
    list,
    index,
    raw,
    id: nonEmpty(raw.toolCallId),
    name: nonEmpty(raw.toolName),
    arguments: given,
    form: formOf(given),
    tool: 'function',
    signed: false,
    // The provider ran it itself; approvals are seen to once all turns are read.
    excused: raw.providerExecuted === true,
  }
}

/** How usable a call's arguments are, which the SDK takes as any value and providers as an object. */
export function formOf(given: unknown): ArgumentsForm {
  if (isObject(given)) return 'object'
  if (given === undefined || given === null) return 'absent'
  return typeof given === 'string' ? 'broken-text' : 'other'
}

/** The result of a tool that the provider ran, in the turn of its call. */
function readHosted(raw: JsonObject, index: number, note: NoteUnread): Part {
  const name = nonEmpty(raw.toolName)
  if (name === undefined) note([list, index, 'toolName'], 'the name of a tool')
  return { kind: 'hosted', list, index, raw, half: 'result', id: nonEmpty(raw.toolCallId), name }
}

/** Whether a result says what came of the call; version 4 wrote `result`, any value at all. */
function hasOutput({ output, ...rest }: JsonObject): boolean {
  return output === undefined
    ? Object.hasOwn(rest, 'result')
    : isObject(output) && typeof output.type === 'string'
}

function readResult(raw: JsonObject, index: number): Result {
  const { output } = raw
  const content = isObject(output) ? output.value : (output ?? raw.result)
  const type = isObject(output) ? output.type : undefined
  return {
    kind: 'result',
    list,
    index,
    raw,
    id: nonEmpty(raw.toolCallId),
    name: nonEmpty(raw.toolName),
    tool: 'function',
    content,
    isError: type === 'error-text' || type === 'error-json' || raw.isError === true,
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: false,
    hasMedia: [type === 'content' ? content : undefined, raw.experimental_content].some(holdsMedia),
    isSynthetic: typeof content === 'string' && isStandIn(content) && raw.experimental_content === undefined,
  }
}

function holdsMedia(content: unknown): boolean {
  return Array.isArray(content) && content.some(isMedia)
}

/** Whether a piece of an output is something else than words. */
function isMedia(piece: unknown): boolean {
  return isObject(piece) && piece.type !== 'text'
}
