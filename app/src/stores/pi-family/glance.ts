import { type Format, glancing } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { answeredBy, isFailed } from './record.ts'

type GlanceOver = NonNullable<Format['glance']>
type Sightings = Parameters<GlanceOver>[3]

const { isFull, memberTraits, putAnswered, putSighting, traits } = glancing
const { user, model, tool, odd, spoken, reasoning, calls, results, list, noText, broken, labelled, item } =
  traits

/** The traits of the message that is glanced at. */
let seen = 0

/** Tells what messages hold, as they are usually written; whatever is written otherwise is odd. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const message = turns[position]
    const role = isObject(message) ? message.role : undefined
    // These are not looked for: a turn may have them.
    seen = wanted & (memberTraits | noText | broken)
    if (role === 'assistant') {
      const count = glanceAtAnswer(message as JsonObject, position, sightings)
      if (count > 0 && position + count < to && areAnswered(turns, position, count, sightings, wanted))
        position += count
    } else if (role === 'toolResult') glanceAtResult(message as JsonObject, position, sightings)
    else putSighting(sightings, position, role === 'user' ? wordsIn(message as JsonObject) : odd)
    position++
  }
  return position
}

function wordsIn({ content }: JsonObject): number {
  if (typeof content === 'string') return content === '' ? odd : seen | user | spoken
  return Array.isArray(content) && content.length > 0 && content.every(isText)
    ? seen | user | spoken | list
    : odd
}

function isText(block: unknown): boolean {
  return isObject(block) && block.type === 'text' && typeof block.text === 'string' && block.text !== ''
}

/** Puts the sighting of an answer of the model; returns the number of its calls. */
function glanceAtAnswer(message: JsonObject, at: number, sightings: Sightings): number {
  const { content } = message
  const first = sightings.taped
  const isPlain = Array.isArray(content) && content.length > 0 && !isFailed(message)
  seen |= model | list
  if (!isPlain || !content.every((block) => takeBlock(block, sightings))) {
    seen = odd
    sightings.taped = first
  }
  putSighting(sightings, at, seen, sightings.taped - first)
  return sightings.taped - first
}

function takeBlock(block: unknown, sightings: Sightings): boolean {
  if (isText(block)) {
    seen |= spoken
    return true
  }
  if (!isObject(block)) return false
  if (block.type === 'thinking') {
    seen |= reasoning
    return true
  }
  const [id, name] = [nonEmpty(block.id), nonEmpty(block.name)]
  if (block.type !== 'toolCall' || id === undefined || name === undefined) return false
  if (!isObject(block.arguments) || block.partialJson !== undefined) return false
  seen |= calls
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

/** Whether the messages after an answer are the plain results of its calls, in order; then all of them become one row. */
function areAnswered(
  turns: readonly unknown[],
  at: number,
  count: number,
  sightings: Sightings,
  wanted: number,
): boolean {
  const sighting = sightings.count - 1
  const first = sightings.taped - count
  for (let index = 0; index < count; index++) {
    const message = turns[at + 1 + index]
    if (
      !isObject(message) ||
      message.role !== 'toolResult' ||
      message.toolCallId !== sightings.ids[first + index]
    )
      return false
    if (!isPlainResult(message)) return false
  }
  const bits = sightings.traits[sighting] as number
  sightings.count = sighting
  putAnswered(
    sightings,
    at,
    bits,
    tool | results | labelled | item | (wanted & (memberTraits | noText | broken)),
    count,
  )
  return true
}

function isPlainResult({ toolName, content }: JsonObject): boolean {
  if (nonEmpty(toolName) === undefined) return false
  return typeof content === 'string' || (Array.isArray(content) && content.every(isText))
}

function glanceAtResult(message: JsonObject, at: number, sightings: Sightings): void {
  const id = answeredBy(message)
  if (id === undefined || !isPlainResult(message)) {
    putSighting(sightings, at, odd)
    return
  }
  sightings.ids[sightings.taped++] = id
  putSighting(sightings, at, seen | tool | results | labelled | item, 0, 1)
}
