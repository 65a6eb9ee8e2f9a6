import type { Facts } from '../../model/facts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { NoteUnread, Place } from '../../model/place.ts'
import type { Part, Shape, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { readFolded } from '../folded.ts'
import { holdsMore as holdsMoreThan, isTurnless, likelySpeaker, roleOf } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import { readContentPart } from './content.ts'
import { ownTurn, unfolded } from './own-turn.ts'
import { isSystem, isWords, withOutputs } from './shapes.ts'
import { readInvocation, readShownPart } from './shown.ts'

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  return {
    model: nonEmpty(body.model),
    isThinking: false,
    isContinued: false,
    isBody: isObject(document),
    isTurnless: isTurnless(document),
    hasInstructions: true,
  }
}

/** The speakers by role in a message for the model, and in one that a chat shows: there, tools have no messages. */
const speakers = {
  sent: new Map<unknown, Speaker>([
    ['user', 'user'],
    ['assistant', 'model'],
    ['system', 'system'],
    ['tool', 'tool'],
  ]),
  shown: new Map<unknown, Speaker>([
    ['user', 'user'],
    ['assistant', 'model'],
    ['system', 'system'],
  ]),
}

/** Whether a message holds something that is not read here. */
export function holdsMore(message: unknown): boolean {
  return holdsMoreThan(message, ['providerOptions', 'createdAt'])
}

/** Reads a message: one with `parts` is what a chat shows, one with `content` is what the model is sent. */
export function readTurn(message: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  const note: NoteUnread = (path, wanted) => {
    unreadable.push({ at: [...root, index, ...path], wanted })
  }
  if (!isObject(message)) {
    note([], 'an object')
    return turnOf('unknown', 'unreadable', [], index, message)
  }
  const own = ownTurn(message)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), message, roleOf(message))
  const messages = unfolded(message)
  if (messages !== undefined) {
    const turns = messages.map((each) => readTurn(each, index, root, []))
    return readFolded(turns, message, index, roleOf(message))
  }
  if (Array.isArray(message.parts)) return readShown(message, message.parts, index, note)
  return Array.isArray(message.toolInvocations)
    ? readWithInvocations(message, message.toolInvocations, index, note)
    : readSent(message, index, note)
}

function readShown(message: JsonObject, list: readonly unknown[], index: number, note: NoteUnread): Turn {
  const speaker = speakers.shown.get(message.role) ?? 'unknown'
  const recorded = recordedIn(message.toolInvocations)
  const parts = Array.from(list, (raw, position) => readShownPart(raw, position, { speaker, recorded, note }))
  // Version 4 wrote the same once more beside the parts, where nobody looks any longer.
  const passed = [
    ...passedOver(message.content, 'content'),
    ...passedOver(message.toolInvocations, 'invocations'),
  ]
  return turnOf(speaker, 'list', [...parts, ...passed], index, message)
}

/** The calls that have their results in the list beside the parts. */
function recordedIn(invocations: unknown): ReadonlySet<unknown> {
  if (!Array.isArray(invocations)) return new Set()
  const ended = invocations.filter((one) => isObject(one) && Object.hasOwn(one, 'result'))
  return new Set(ended.map(({ toolCallId }) => toolCallId))
}

/** An item of a list that is passed over, so that it stays. */
function passedOver(held: unknown, list: string): Part[] {
  if (!Array.isArray(held)) return []
  return Array.from(held, (raw, index) => ({ kind: 'other', list, index, raw, isReadable: true }))
}

/** Older chats: the words in `content`, the calls with their results beside it. */
function readWithInvocations(
  message: JsonObject,
  list: readonly unknown[],
  index: number,
  note: NoteUnread,
): Turn {
  const speaker = speakers.shown.get(message.role) ?? 'unknown'
  const shape = shapeOf(message.content)
  if (shape === 'unreadable') note(['content'], 'a string or a list')
  const mayCall = speaker === 'model' || speaker === 'unknown'
  const calls = mayCall
    ? Array.from(list, (raw, position) => readInvocation(raw, position, note))
    : passedOver(list, 'invocations')
  return turnOf(speaker, shape, [...contentOf(message, speaker, note), ...calls], index, message)
}

function readSent(raw: JsonObject, index: number, note: NoteUnread): Turn {
  const speaker = isMisnamed(raw) ? 'unknown' : (speakers.sent.get(raw.role) ?? 'unknown')
  // A result of another form is a result all the same: a call that it answers has not been left open.
  const message = withOutputs(raw)
  const shape = shapeOf(message.content)
  // A tool says nothing but results: there is no place for words, nor for a text beside what else it holds.
  const isMute = speaker === 'tool' && (shape === 'text' || (shape === 'none' && holdsMore(message)))
  if (isMute || !isWanted(speaker, shape, message)) note(['content'], wantedOf(speaker))
  if (isMute) return turnOf(speaker, 'unreadable', [], index, raw)
  return turnOf(speaker, shape, contentOf(message, speaker, note), index, raw)
}

/** Whether a tool seems to call, and nobody answers for it there: only the model can have said this. */
function isMisnamed({ role, content }: JsonObject): boolean {
  if (role !== 'tool' || !Array.isArray(content)) return false
  const types = new Set(content.map((part) => (isObject(part) ? part.type : undefined)))
  return types.has('tool-call') && !types.has('tool-approval-response')
}

function shapeOf(content: unknown): Shape {
  if (typeof content === 'string') return 'text'
  if (Array.isArray(content)) return 'list'
  return content === undefined || content === null ? 'none' : 'unreadable'
}

function isWanted(speaker: Speaker, shape: Shape, { content }: JsonObject): boolean {
  if (shape === 'unreadable') return false
  return speaker !== 'system' || shape !== 'list' || isWords(content)
}

function wantedOf(speaker: Speaker): string {
  if (speaker === 'system') return 'a string'
  return speaker === 'tool' ? 'a list' : 'a string or a list'
}

function contentOf({ content }: JsonObject, speaker: Speaker, note: NoteUnread): Part[] {
  if (typeof content === 'string')
    return [{ kind: 'text', list: 'content', index: -1, raw: content, text: content }]
  if (!Array.isArray(content)) return []
  const hosted = hostedIds(content)
  return Array.from(content, (raw, index) => readContentPart(raw, index, { speaker, hosted, note }))
}

/** The ids of the calls that the provider runs itself. */
function hostedIds(content: readonly unknown[]): ReadonlySet<unknown> {
  const ids = new Set<unknown>()
  for (const part of content) {
    if (isObject(part) && part.type === 'tool-call' && part.providerExecuted === true)
      ids.add(part.toolCallId)
  }
  return ids
}

function turnOf(speaker: Speaker, shape: Shape, parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const turn = { speaker, role, shape, parts, index, raw, vacant: false, isPrefix: false, isAborted: false }
  if (speaker !== 'unknown') return turn
  const hasCalls = parts.some((part) => part.kind === 'call')
  return { ...turn, likely: mayInstruct(raw) ? 'system' : likelySpeaker(role, hasCalls) }
}

/** Whether these are instructions under another name, in a form that instructions can have. */
function mayInstruct(raw: unknown): boolean {
  if (!isObject(raw) || !isSystem(raw.role)) return false
  return Array.isArray(raw.parts) || typeof raw.content === 'string' || isWords(raw.content)
}
