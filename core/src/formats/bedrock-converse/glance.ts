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
import { isObject, isWellFormed, nonEmpty } from '../../model/json.ts'
import { hasWords, memberCount } from '../plain.ts'
import { held, sealOf } from './blocks.ts'

const { user, model, odd, spoken, reasoning, calls, results, list, noText, broken, unclear } = traits

/** A message, as far as a glance goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
}

/** A block, as far as a glance goes. */
interface Block {
  readonly text?: unknown
  readonly toolUse?: Call | null
  readonly toolResult?: Result | null
  readonly reasoningContent?: unknown
  readonly cachePoint?: unknown
}

interface Call {
  readonly type?: unknown
  readonly toolUseId?: unknown
  readonly name?: unknown
  readonly input?: unknown
}

interface Result {
  readonly type?: unknown
  readonly toolUseId?: unknown
  readonly content?: unknown
}

/** The cache marks and the traits of the message that is glanced at. */
let marks = 0
let seen: Traits = 0

/** Tells what messages hold: words, thoughts, calls with their results. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const { role, content, tool_calls } = messageAt(turns, position)
    if (!Array.isArray(content) || content.length === 0)
      putSighting(sightings, position, tool_calls === undefined ? odd : unclear)
    else if (role === 'assistant') {
      const isCalling = glanceAtModel(content, position, sightings, wanted)
      if (
        isCalling &&
        position + 1 < to &&
        isAnswered(messageAt(turns, position + 1), position, sightings, wanted)
      )
        position++
    } else if (role === 'user') glanceAtUser(content, position, sightings, wanted)
    else putSighting(sightings, position, odd)
    position++
  }
  return position
}

const nothing: Message = {}
const foreign: Message = { tool_calls: [] }

function messageAt(turns: readonly unknown[], position: number): Message {
  const message = turns[position] as Message | null
  if (typeof message !== 'object' || message === null) return nothing
  // A list of calls is another API's.
  return message.tool_calls === undefined ? message : foreign
}

function begin(speaker: Traits, wanted: Traits): void {
  // These are not looked for: a turn may have them.
  seen = speaker | list | (wanted & (memberTraits | noText))
  marks = 0
}

/** Puts the sighting of a message of the model; returns whether it calls and has no mark. */
function glanceAtModel(
  content: readonly unknown[],
  at: number,
  sightings: Sightings,
  wanted: Traits,
): boolean {
  begin(model, wanted)
  const first = sightings.taped
  if (!takeModelBlocks(content, sightings, wanted)) {
    sightings.taped = first
    seen = odd
  }
  putSighting(sightings, at, seen, sightings.taped - first, 0, marks)
  return sightings.taped > first && marks === 0
}

/** Thoughts, then words, then calls. */
function takeModelBlocks(content: readonly unknown[], sightings: Sightings, wanted: Traits): boolean {
  let index = 0
  while (index < content.length && isThought(content[index] as Block | null, wanted)) index++
  if (index > 0) seen |= reasoning
  for (; index < content.length; index++) {
    const block = content[index] as Block | null
    if (!isOneOf(block)) return false
    if (block.toolUse !== undefined) {
      if (!takeCall(block.toolUse, sightings, wanted)) return false
    } else if (!takeMark(block) && ((seen & calls) !== 0 || !takeWords(block, wanted))) return false
  }
  return true
}

/** A block is what its one member says. */
function isOneOf(block: Block | null): block is Block {
  return typeof block === 'object' && block !== null && !Array.isArray(block) && memberCount(block) === 1
}

function isThought(block: Block | null, wanted: Traits): boolean {
  if (!isOneOf(block) || !isObject(block.reasoningContent)) return false
  if (!sealOf(held(block, 'reasoningContent')).signed) return false
  if ((wanted & broken) !== 0 && !isWellFormed(block)) seen |= broken
  return true
}

function takeMark({ cachePoint }: Block): boolean {
  if (!isObject(cachePoint)) return false
  marks++
  return true
}

function takeWords({ text }: Block, wanted: Traits): boolean {
  if (typeof text !== 'string' || !hasWords(text)) return false
  seen |= spoken
  if ((wanted & broken) !== 0 && !text.isWellFormed()) seen |= broken
  return true
}

function takeCall(call: Call | null, sightings: Sightings, wanted: Traits): boolean {
  if (typeof call !== 'object' || call === null || call.type !== undefined) return false
  const { toolUseId, name, input } = call
  const id = nonEmpty(toolUseId)
  if (id === undefined || typeof name !== 'string' || name === '' || !isObject(input)) return false
  seen |= calls
  if ((wanted & broken) !== 0 && !isWellFormed(input)) seen |= broken
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

/** Whether a message answers the calls of the last sighting in order, and holds nothing else; then both become one row. */
function isAnswered({ role, content }: Message, at: number, sightings: Sightings, wanted: Traits): boolean {
  const sighting = sightings.count - 1
  const count = sightings.calls[sighting] as number
  if (role !== 'user' || !Array.isArray(content) || content.length !== count) return false
  begin(user, wanted)
  const first = sightings.taped - count
  for (let index = 0; index < count; index++)
    if (resultOf(content[index] as Block | null, wanted) !== sightings.ids[first + index]) return false
  if ((seen & broken) !== 0) return false
  sightings.count = sighting
  putAnswered(sightings, at, sightings.traits[sighting] as number, seen | results, count)
  return true
}

/** The id of the call that a plain result answers; undefined where a block is none. */
function resultOf(block: Block | null, wanted: Traits): string | undefined {
  if (!isOneOf(block)) return undefined
  const result = block.toolResult
  if (typeof result !== 'object' || result === null || result.type !== undefined) return undefined
  const { content, toolUseId } = result
  if (!Array.isArray(content) || content.length === 0) return undefined
  for (let index = 0; index < content.length; index++) if (!isPiece(content[index], wanted)) return undefined
  return nonEmpty(toolUseId)
}

/** Whether a piece of a result is words, or a JSON object. */
function isPiece(piece: unknown, wanted: Traits): boolean {
  if (typeof piece !== 'object' || piece === null || Array.isArray(piece) || memberCount(piece) !== 1)
    return false
  const { text, json } = piece as { readonly text?: unknown; readonly json?: unknown }
  if (json === undefined ? typeof text !== 'string' || !hasWords(text) : !isObject(json)) return false
  if ((wanted & broken) !== 0 && !isWellFormed(piece)) seen |= broken
  return true
}

function glanceAtUser(content: readonly unknown[], at: number, sightings: Sightings, wanted: Traits): void {
  begin(user, wanted)
  const first = sightings.taped
  if (!takeUserBlocks(content, sightings, wanted)) {
    sightings.taped = first
    seen = odd
  }
  putSighting(sightings, at, seen, 0, sightings.taped - first, marks)
}

/** Results, then words. */
function takeUserBlocks(content: readonly unknown[], sightings: Sightings, wanted: Traits): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (!isOneOf(block)) return false
    if (block.toolResult !== undefined) {
      const id = resultOf(block, wanted)
      if (id === undefined || (seen & spoken) !== 0) return false
      seen |= results
      sightings.ids[sightings.taped++] = id
    } else if (!takeMark(block) && !takeWords(block, wanted)) return false
  }
  return true
}
