import {
  type GlanceOver,
  isFull,
  memberTraits,
  putAnswered,
  putSighting,
  type Sightings,
  type Traits,
  traits,
} from '../../model/glance.ts'
import { isObject } from '../../model/json.ts'
import { hasWords } from '../plain.ts'

const { user, model, tool, system, odd, unclear, spoken, calls, results, list, noText, broken, labelled } =
  traits

/** A message, as far as a glance goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly parts?: unknown
  readonly toolInvocations?: unknown
}

/** A part, as far as a glance goes. */
interface Part {
  readonly type?: unknown
  readonly text?: unknown
  readonly toolCallId?: unknown
  readonly toolName?: unknown
  readonly input?: unknown
  readonly output?: unknown
  readonly providerExecuted?: unknown
}

/** The traits of the message that is glanced at. */
let seen: Traits = 0

/** Tells what messages to a model hold; those that a chat shows, with calls and results in one part, are odd. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const message = messageAt(turns, position)
    const { role, content } = message
    if (role === 'assistant') {
      const isCalling = glanceAtModel(content, position, sightings, wanted)
      if (
        isCalling &&
        position + 1 < to &&
        isAnswered(messageAt(turns, position + 1), position, sightings, wanted)
      )
        position++
    } else if (role === 'tool') glanceAtResults(content, position, sightings, wanted)
    else putSighting(sightings, position, otherTraits(message, wanted))
    position++
  }
  return position
}

const nothing: Message = {}
/** Older chats keep calls beside the content, where a sketch shows nothing of them. */
const older: Message = { toolInvocations: [] }

function messageAt(turns: readonly unknown[], position: number): Message {
  const message = turns[position] as Message | null
  if (typeof message !== 'object' || message === null) return nothing
  if (message.toolInvocations !== undefined) return older
  return message.parts === undefined ? message : nothing
}

/** The traits of a message of somebody else than the model and its tools. */
function otherTraits({ role, content, toolInvocations }: Message, wanted: Traits): Traits {
  if (toolInvocations !== undefined) return unclear
  if (role === 'user') return traitsOf(user, content, wanted)
  return role === 'system' && typeof content === 'string' ? traitsOf(system, content, wanted) : odd
}

function begin(speaker: Traits, wanted: Traits): void {
  // These are not looked for: a turn may have them.
  seen = speaker | (wanted & (memberTraits | noText | broken))
}

function traitsOf(speaker: Traits, content: unknown, wanted: Traits): Traits {
  begin(speaker, wanted)
  if (typeof content === 'string') return hasWords(content) ? seen | spoken : odd
  if (!Array.isArray(content) || content.length === 0) return odd
  for (let index = 0; index < content.length; index++)
    if (!isText(content[index] as Part | null)) return oddTraits(content)
  return seen | spoken | list
}

function isText(part: Part | null): boolean {
  return part?.type === 'text' && typeof part.text === 'string' && hasWords(part.text)
}

/** Puts the sighting of a message of the model; returns whether it calls. */
function glanceAtModel(content: unknown, at: number, sightings: Sightings, wanted: Traits): boolean {
  const first = sightings.taped
  if (typeof content === 'string') putSighting(sightings, at, traitsOf(model, content, wanted))
  else {
    begin(model | list, wanted)
    if (!Array.isArray(content) || content.length === 0) seen = odd
    else if (!content.every((part) => takePart(part, sightings))) seen = oddTraits(content)
    if ((seen & (odd | unclear)) !== 0) sightings.taped = first
    putSighting(sightings, at, seen, sightings.taped - first)
  }
  return sightings.taped > first
}

function takePart(part: Part | null, sightings: Sightings): boolean {
  if (isText(part)) {
    seen |= spoken
    return true
  }
  if (part?.type !== 'tool-call' || part.providerExecuted !== undefined || !isObject(part.input)) return false
  const { toolCallId: id, toolName: name } = part
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return false
  seen |= calls
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

/** Whether a message answers the calls of the last sighting in order; then both become one row. */
function isAnswered({ role, content }: Message, at: number, sightings: Sightings, wanted: Traits): boolean {
  const sighting = sightings.count - 1
  const count = sightings.calls[sighting] as number
  if (role !== 'tool' || !Array.isArray(content) || content.length !== count) return false
  const first = sightings.taped - count
  for (let index = 0; index < count; index++)
    if (resultOf(content[index] as Part | null) !== sightings.ids[first + index]) return false
  begin(tool | results | labelled, wanted)
  sightings.count = sighting
  putAnswered(sightings, at, sightings.traits[sighting] as number, seen, count)
  return true
}

/** The id of the call that a plain result answers; undefined where a part is none. */
function resultOf(part: Part | null): string | undefined {
  if (typeof part !== 'object' || part === null || part.type !== 'tool-result') return undefined
  const { toolCallId: id, toolName: name, output } = part
  if (typeof name !== 'string' || name === '' || !isObject(output) || typeof output.type !== 'string')
    return undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

function glanceAtResults(content: unknown, at: number, sightings: Sightings, wanted: Traits): void {
  const first = sightings.taped
  begin(tool | results | labelled, wanted)
  if (!Array.isArray(content) || content.length === 0) seen = odd
  else {
    for (let index = 0; index < content.length && (seen & (odd | unclear)) === 0; index++) {
      const id = resultOf(content[index] as Part | null)
      if (id === undefined) seen = oddTraits(content)
      else sightings.ids[sightings.taped++] = id
    }
  }
  if ((seen & (odd | unclear)) !== 0) sightings.taped = first
  putSighting(sightings, at, seen, 0, sightings.taped - first)
}

/** Parts of other APIs may lack members in a sketch that a reader would want. */
function oddTraits(content: readonly unknown[]): Traits {
  return content.every(isOwnPart) ? odd : unclear
}

/** Parts of other APIs have no type, or one of their own. */
function isOwnPart(part: unknown): boolean {
  return isObject(part) && typeof part.type === 'string' && !part.type.startsWith('tool_')
}
