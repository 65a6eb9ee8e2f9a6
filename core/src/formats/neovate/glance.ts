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
import { isObject, isWellFormed, type JsonObject, nonEmpty } from '../../model/json.ts'
import { hasWords } from '../plain.ts'

const { user, model, tool, odd, unclear, spoken, reasoning, calls, results, list, noText, broken } = traits
const { labelled } = traits

/** The traits of the message that is glanced at. */
let seen: Traits = 0

/** Tells what messages hold; a message that does not follow the one before it may not be sent at all, and is unclear. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const message = turns[position]
    if (!isObject(message) || isForeign(message) || !goesOn(turns, message, position))
      putSighting(sightings, position, unclear)
    else if (message.role === 'assistant') {
      const isCalling = glanceAtModel(message, position, sightings, wanted)
      if (isCalling && position + 1 < to && isAnswered(turns, position, sightings, wanted)) position++
    } else if (message.role === 'tool') glanceAtResults(message, position, sightings, wanted)
    else putSighting(sightings, position, message.role === 'user' ? wordsIn(message, wanted) : odd)
    position++
  }
  return position
}

/** Whether a message may call or answer in members of other APIs: in those of chat, or in `parts` instead of a content. */
function isForeign({ content, tool_calls: calls, tool_call_id: id }: JsonObject): boolean {
  return calls !== undefined || id !== undefined || content === undefined || content === null
}

/** Whether a message follows the nearest one before it that has a name. */
function goesOn(turns: readonly unknown[], { type, parentUuid: parent }: JsonObject, at: number): boolean {
  if (type !== undefined && type !== 'message') return false
  if (at === 0 || (parent !== null && nonEmpty(parent) === undefined)) return true
  if (parent === null) return false
  let before = at - 1
  while (before >= 0 && nameOf(turns[before]) === undefined) before--
  return before >= 0 && nameOf(turns[before]) === parent
}

function nameOf(message: unknown): string | undefined {
  return isObject(message) ? nonEmpty(message.uuid) : undefined
}

function begin(speaker: Traits, message: JsonObject, wanted: Traits): void {
  // These are not looked for: a turn may have them.
  seen = speaker | (wanted & (memberTraits | noText))
  if ((wanted & broken) !== 0 && !isWellFormed(message)) seen |= broken
  if (Array.isArray(message.content)) seen |= list
}

/** The traits of words that the user says. */
function wordsIn(message: JsonObject, wanted: Traits): Traits {
  const { content } = message
  begin(user, message, wanted)
  if (typeof content === 'string') return hasWords(content) ? seen | spoken : odd
  return Array.isArray(content) && content.length > 0 && content.every(isText) ? seen | spoken : odd
}

function isText(part: unknown): boolean {
  return isObject(part) && part.type === 'text' && typeof part.text === 'string' && hasWords(part.text)
}

/** Puts the sighting of a message of the model; returns whether it calls. */
function glanceAtModel(message: JsonObject, at: number, sightings: Sightings, wanted: Traits): boolean {
  const { content } = message
  const first = sightings.taped
  begin(model, message, wanted)
  if (typeof content === 'string') seen = hasWords(content) ? seen | spoken : odd
  else if (
    !Array.isArray(content) ||
    content.length === 0 ||
    !content.every((part) => takePart(part, sightings))
  )
    seen = odd
  if (seen === odd) sightings.taped = first
  putSighting(sightings, at, seen, sightings.taped - first)
  return sightings.taped > first
}

/** Reasoning leads, calls come last. */
function takePart(part: unknown, sightings: Sightings): boolean {
  if (!isObject(part)) return false
  if (part.type === 'reasoning') {
    if ((seen & (spoken | calls)) !== 0) return false
    seen |= reasoning
    return true
  }
  if ((seen & calls) === 0 && isText(part)) {
    seen |= spoken
    return true
  }
  const { type, id, name, input } = part
  if (type !== 'tool_use' || !isObject(input)) return false
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return false
  seen |= calls
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

/** Whether the message after a call message answers its calls in order; then both become one row. */
function isAnswered(turns: readonly unknown[], at: number, sightings: Sightings, wanted: Traits): boolean {
  const message = turns[at + 1]
  if (!isObject(message) || message.role !== 'tool' || isForeign(message)) return false
  if (!goesOn(turns, message, at + 1)) return false
  const { content } = message
  const sighting = sightings.count - 1
  const count = sightings.calls[sighting] as number
  if (!Array.isArray(content) || content.length !== count) return false
  const first = sightings.taped - count
  for (let index = 0; index < count; index++) {
    const at = first + index
    if (
      resultOf(content[index]) !== sightings.ids[at] ||
      (content[index] as JsonObject).toolName !== sightings.names[at]
    )
      return false
  }
  begin(tool | results | labelled, message, wanted)
  if ((seen & broken) !== 0) return false
  sightings.count = sighting
  putAnswered(sightings, at, sightings.traits[sighting] as number, seen, count)
  return true
}

/** The id of the call that a plain result answers; undefined where a part is none. */
function resultOf(part: unknown): string | undefined {
  if (!isObject(part) || part.type !== 'tool-result' || !isObject(part.result)) return undefined
  const { llmContent: content } = part.result
  const isPlain = Array.isArray(content)
    ? content.length > 0 && content.every(isText)
    : typeof content === 'string' && hasWords(content)
  return isPlain && nonEmpty(part.toolName) !== undefined ? nonEmpty(part.toolCallId) : undefined
}

function glanceAtResults(message: JsonObject, at: number, sightings: Sightings, wanted: Traits): void {
  const first = sightings.taped
  begin(tool | results | labelled, message, wanted)
  const parts: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  for (const part of parts) {
    const id = resultOf(part)
    if (id === undefined) seen = odd
    else sightings.ids[sightings.taped++] = id
  }
  if (parts.length === 0) seen = odd
  if (seen === odd) sightings.taped = first
  putSighting(sightings, at, seen, 0, sightings.taped - first)
}
