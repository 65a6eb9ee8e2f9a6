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

const { user, model, odd, spoken, reasoning, calls, results, list, noText, noObject, broken, labelled } =
  traits
const { signed, idless, unclear } = traits

/** A content, as far as a glance goes. */
interface Content {
  readonly role?: unknown
  readonly parts?: unknown
  readonly tool_calls?: unknown
}

/** A part, as far as a glance goes. */
interface Part {
  readonly text?: unknown
  readonly thought?: unknown
  readonly thoughtSignature?: unknown
  readonly functionCall?: Held | null
  readonly functionResponse?: Held | null
  /** Members of other spellings and of other APIs' parts. */
  readonly function_call?: unknown
  readonly function_response?: unknown
  readonly type?: unknown
  readonly toolUse?: unknown
  readonly toolResult?: unknown
}

/** The value of a call or of a result. */
interface Held {
  readonly id?: unknown
  readonly name?: unknown
  readonly args?: unknown
  readonly response?: unknown
}

/** The traits of the content that is glanced at. */
let seen: Traits = 0

/** Tells what contents hold: words, thoughts, calls with the content that answers them. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const { role, parts, tool_calls } = contentAt(turns, position)
    if (!Array.isArray(parts) || parts.length === 0)
      putSighting(sightings, position, tool_calls === undefined && isListOrNone(parts) ? odd : unclear)
    else if (role === 'model') {
      const isCalling = glanceAtModel(parts, position, sightings, wanted)
      if (
        isCalling &&
        isAnswered(position + 1 < to ? contentAt(turns, position + 1) : nothing, position, sightings, wanted)
      )
        position++
    } else if (role === 'user' || role === undefined) putSighting(sightings, position, wordsIn(parts, wanted))
    else putSighting(sightings, position, odd)
    position++
  }
  return position
}

const nothing: Content = {}
const foreign: Content = { tool_calls: [] }

function contentAt(turns: readonly unknown[], position: number): Content {
  const content = turns[position] as Content | null
  if (typeof content !== 'object' || content === null) return nothing
  // A list of calls is another API's.
  return content.tool_calls === undefined ? content : foreign
}

/** One part may stand for a list of one, and a sketch shows nothing of it. */
function isListOrNone(parts: unknown): boolean {
  return parts === undefined || Array.isArray(parts)
}

function begin(speaker: Traits, wanted: Traits): void {
  // These are not looked for: a turn may have them.
  seen = speaker | list | (wanted & (memberTraits | noText | noObject | broken))
}

/** Puts the sighting of a content of the model; returns whether it calls. */
function glanceAtModel(parts: readonly unknown[], at: number, sightings: Sightings, wanted: Traits): boolean {
  begin(model, wanted)
  const first = sightings.taped
  for (let index = 0; index < parts.length && (seen & (odd | unclear)) === 0; index++)
    takeModelPart(parts[index] as Part | null, sightings)
  if ((seen & (odd | unclear)) !== 0) sightings.taped = first
  putSighting(sightings, at, seen, sightings.taped - first)
  return sightings.taped > first
}

function takeModelPart(part: Part | null, sightings: Sightings): void {
  if (!isPlain(part)) seen = unclear
  else if (isGiven(part.functionResponse)) seen = odd
  else if (isGiven(part.functionCall)) takeCall(part, part.functionCall, sightings)
  else if (typeof part.text !== 'string') seen = odd
  else if (part.thought === true) seen |= reasoning
  else seen |= spoken
}

/** Whether nothing in a part is spelled as other APIs, or older libraries, spell it. */
function isPlain(part: Part | null): part is Part {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  if (part.type !== undefined || part.toolUse !== undefined || part.toolResult !== undefined) return false
  return part.function_call === undefined && part.function_response === undefined
}

function isGiven(held: Held | null | undefined): held is Held {
  return held !== undefined && held !== null
}

function takeCall(part: Part, call: Held, sightings: Sightings): void {
  const { id, name, args } = call
  if (typeof name !== 'string' || name === '' || (args !== undefined && args !== null && !isObject(args))) {
    seen = odd
    return
  }
  const isFirst = (seen & calls) === 0
  if (isFirst && typeof part.thoughtSignature === 'string' && part.thoughtSignature !== '') seen |= signed
  seen |= calls
  if (id === undefined) seen |= idless
  else if (typeof id !== 'string' || id === '') seen = odd
  sightings.ids[sightings.taped] = (id as string | undefined) ?? ''
  sightings.names[sightings.taped++] = name
}

/**
 * Whether a content answers the calls of the last sighting, the n-th result the n-th call; then both become one row.
 *
 * Without ids there is no other way to tell which result belongs to which call: a call turn that is answered
 * otherwise is odd.
 */
function isAnswered({ role, parts }: Content, at: number, sightings: Sightings, wanted: Traits): boolean {
  const sighting = sightings.count - 1
  const count = sightings.calls[sighting] as number
  const bits = sightings.traits[sighting] as number
  const first = sightings.taped - count
  begin(user, wanted)
  sightings.count = sighting
  const isOwn = (role === undefined || answerers.has(role)) && Array.isArray(parts)
  if (isOwn && answersIn(parts, sightings, first) === count) {
    putAnswered(sightings, at, bits, seen | results | labelled, count)
    return true
  }
  // A call without an id that is not answered by its place is read.
  sightings.taped = first
  putSighting(sightings, at, odd)
  return false
}

/** The roles of results: newer libraries write `tool`, older ones `function`. */
const answerers: ReadonlySet<unknown> = new Set(['user', 'function', 'tool'])

/** The number of calls, from a place on the tape on, that the parts answer in order; -1 where something else is there. */
function answersIn(parts: readonly unknown[], sightings: Sightings, first: number): number {
  let count = 0
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part | null
    if (!isPlain(part) || isGiven(part.functionCall)) return -1
    const result = part.functionResponse
    if (!isGiven(result)) {
      if (typeof part.text !== 'string') return -1
      seen |= spoken
    } else if (isAnswer(result, sightings, first + count)) count++
    else return -1
  }
  return count
}

function isAnswer({ id, name, response }: Held, sightings: Sightings, at: number): boolean {
  return (
    at < sightings.taped &&
    (id ?? '') === sightings.ids[at] &&
    name === sightings.names[at] &&
    isObject(response)
  )
}

/** The traits of words that are said to the model. */
function wordsIn(parts: readonly unknown[], wanted: Traits): Traits {
  begin(user, wanted)
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part | null
    if (!isPlain(part)) return unclear
    if (isGiven(part.functionCall) || isGiven(part.functionResponse)) return odd
    if (typeof part.text !== 'string') return odd
  }
  return seen | spoken
}
