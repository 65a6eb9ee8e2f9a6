import {
  type GlanceOver,
  isFull,
  putAnswered,
  putSighting,
  type Sightings,
  type Traits,
  traits,
} from '../../model/glance.ts'
import { isWellFormed, nonEmpty } from '../../model/json.ts'
import { hasWords } from '../plain.ts'
import { isOwnBlock } from './blocks.ts'
import { isForeignCall, isForeignMessage, isForeignText, type MayBeForeign } from './foreign-members.ts'

const {
  user,
  model,
  system,
  odd,
  spoken,
  reasoning,
  calls,
  results,
  list,
  extra,
  extraPart,
  broken,
  noText,
  unclear,
  foreign,
  foreignPart,
} = traits

/** A message, as far as a glance goes. */
interface Message extends MayBeForeign {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
}

/** A block, as far as a glance goes. */
interface Block extends MayBeForeign {
  readonly type?: unknown
  readonly text?: unknown
  readonly id?: unknown
  readonly name?: unknown
  readonly input?: unknown
  readonly tool_use_id?: unknown
  readonly content?: unknown
  readonly is_error?: unknown
  readonly signature?: unknown
  readonly cache_control?: unknown
}

/** The cache marks and the traits of the message that is glanced at. */
let marks = 0
let seen: Traits = 0

/** Tells what messages hold: words, thoughts, calls with their results. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const message = turns[position] as Message | null
    if (typeof message !== 'object' || message === null || message.tool_calls !== undefined)
      putSighting(sightings, position, unclear)
    else if (message.role === 'assistant') position += glanceAtModel(turns, position, to, sightings, wanted)
    else if (message.role === 'user') glanceAtOther(user, message, position, sightings, wanted)
    else if (message.role === 'system') glanceAtOther(system, message, position, sightings, wanted)
    else putSighting(sightings, position, odd)
    position++
  }
  return position
}

/** Puts the sighting of a message of the model, with that of its results where they follow in order; returns how many messages they are. */
function glanceAtModel(
  turns: readonly unknown[],
  at: number,
  to: number,
  sightings: Sightings,
  wanted: Traits,
): number {
  const message = turns[at] as Message
  const { content } = message
  begin(model, message, wanted)
  const first = sightings.taped
  if (typeof content === 'string') takeText(content, wanted)
  else if (!Array.isArray(content) || !takeModelBlocks(content, sightings, wanted)) seen = oddTraits(content)
  else seen |= list
  if ((seen & (odd | unclear)) !== 0) sightings.taped = first
  const bits = seen
  const marksHere = marks
  const count = sightings.taped - first
  if (
    count > 0 &&
    marksHere === 0 &&
    at + 1 < to &&
    areAnswered(turns[at + 1] as Message | null, sightings, first, wanted)
  ) {
    putAnswered(sightings, at, bits, seen | results | list, count)
    return 1
  }
  putSighting(sightings, at, bits, count, 0, marksHere)
  return 0
}

/** Thoughts, then words, then calls. */
function takeModelBlocks(content: readonly unknown[], sightings: Sightings, wanted: Traits): boolean {
  if (content.length === 0) return false
  let index = 0
  while (index < content.length && isThought(content[index] as Block | null, wanted)) index++
  if (index > 0) seen |= reasoning
  for (; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return false
    if (block.type === 'tool_use') {
      if (!takeCall(block, sightings, wanted)) return false
    } else if ((seen & calls) !== 0 || !takeWords(block, wanted)) return false
  }
  return true
}

function isThought(block: Block | null, wanted: Traits): boolean {
  if (block?.type !== 'thinking' || block.cache_control !== undefined) return false
  if (nonEmpty(block.signature) === undefined) return false
  if ((wanted & broken) !== 0 && !isWellFormed(block)) seen |= broken
  return true
}

/** Takes a text block; false where it is none, or has no words. */
function takeWords(block: Block, wanted: Traits): boolean {
  if (block.type !== 'text' || typeof block.text !== 'string' || !hasWords(block.text)) return false
  seen |= spoken
  if ((wanted & broken) !== 0 && !block.text.isWellFormed()) seen |= broken
  if ((wanted & foreignPart) !== 0 && isForeignText(block)) seen |= foreignPart
  takeMark(block)
  return true
}

function takeCall(block: Block, sightings: Sightings, wanted: Traits): boolean {
  const { id, name, input } = block
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return false
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  seen |= calls
  if ((wanted & broken) !== 0 && !isWellFormed(input)) seen |= broken
  if ((wanted & foreignPart) !== 0 && isForeignCall(block)) seen |= foreignPart
  takeMark(block)
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

function takeMark(block: Block): void {
  if (block.cache_control !== undefined && block.cache_control !== null) marks++
}

/** Whether a message answers calls, which are on the tape from `first` on, in order, and says nothing but words besides. */
function areAnswered(message: Message | null, sightings: Sightings, first: number, wanted: Traits): boolean {
  if (typeof message !== 'object' || message === null || message.role !== 'user') return false
  const { content } = message
  const count = sightings.taped - first
  if (!Array.isArray(content) || content.length < count || message.tool_calls !== undefined) return false
  begin(user, message, wanted)
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return false
    if (index >= count) {
      if (!takeWords(block, wanted)) return false
    } else if (block.tool_use_id !== sightings.ids[first + index] || !isResult(block, wanted)) return false
  }
  return marks === 0 && (seen & (foreign | foreignPart | broken)) === 0
}

/** Whether a block is a result that says something in words, or nothing and reports no error. */
function isResult(block: Block, wanted: Traits): boolean {
  if (block.type !== 'tool_result') return false
  const { content, is_error: isError } = block
  if (typeof content === 'string') {
    if (content === '' && isError === true) return false
    if ((wanted & broken) !== 0 && !content.isWellFormed()) seen |= broken
  } else if (!Array.isArray(content) || content.length === 0 || !areWords(content, wanted)) return false
  if ((wanted & foreignPart) !== 0 && block.name !== undefined) seen |= foreignPart
  takeMark(block)
  return true
}

function areWords(content: readonly unknown[], wanted: Traits): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null || block.type !== 'text') return false
    if (typeof block.text !== 'string' || !hasWords(block.text) || block.cache_control !== undefined)
      return false
    if ((wanted & broken) !== 0 && !block.text.isWellFormed()) seen |= broken
    if ((wanted & foreignPart) !== 0 && isForeignText(block)) seen |= foreignPart
  }
  return true
}

/** Puts the sighting of what others than the model say; only the user gives results. */
function glanceAtOther(
  speaker: Traits,
  message: Message,
  at: number,
  sightings: Sightings,
  wanted: Traits,
): void {
  const { content } = message
  begin(speaker, message, wanted)
  const first = sightings.taped
  if (typeof content === 'string') takeText(content, wanted)
  else if (!Array.isArray(content) || !takeUserBlocks(content, sightings, wanted)) seen = oddTraits(content)
  else seen |= list
  if ((seen & (system | results)) === (system | results)) seen = odd
  if ((seen & (odd | unclear)) !== 0) sightings.taped = first
  putSighting(sightings, at, seen, 0, sightings.taped - first, marks)
}

/** Results, then words. */
function takeUserBlocks(content: readonly unknown[], sightings: Sightings, wanted: Traits): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return false
    if (block.type === 'tool_result') {
      const id = block.tool_use_id
      if ((seen & spoken) !== 0 || typeof id !== 'string' || id === '' || !isResult(block, wanted))
        return false
      seen |= results
      sightings.ids[sightings.taped++] = id
    } else if (!takeWords(block, wanted)) return false
  }
  return content.length > 0
}

function begin(speaker: Traits, message: Message, wanted: Traits): void {
  // These are not looked for: a turn may have them.
  seen = speaker | (wanted & (noText | extra | extraPart))
  if ((wanted & foreign) !== 0 && isForeignMessage(message)) seen |= foreign
  marks = 0
}

function takeText(text: string, wanted: Traits): void {
  seen = hasWords(text) ? seen | spoken : odd
  if ((wanted & broken) !== 0 && !text.isWellFormed()) seen |= broken
}

/** Blocks of other APIs may lack members in a sketch that a reader would want. */
function oddTraits(content: unknown): Traits {
  return !Array.isArray(content) || content.every(isOwnBlock) ? odd : unclear
}
