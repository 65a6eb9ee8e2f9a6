import {
  type GlanceOver,
  isFull,
  putAnswered,
  putRow,
  type Rows,
  type Traits,
  traits,
} from '../../model/glance.ts'
import { isWellFormed } from '../../model/json.ts'
import { hasWords, memberCount } from '../plain.ts'
import { foreignTypes } from './blocks.ts'

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
} = traits

/** A message, as far as a glance goes. */
interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
}

/** A block, as far as a glance goes. */
interface Block {
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
export const glance: GlanceOver = (turns, from, to, rows, wanted) => {
  let position = from
  while (position < to && !isFull(rows)) {
    const message = turns[position] as Message | null
    if (typeof message !== 'object' || message === null || message.tool_calls !== undefined)
      putRow(rows, position, unclear)
    else if (message.role === 'assistant') {
      if (glanceAtModel(message, position, rows, wanted) && isAnswered(turns, position, to, rows, wanted))
        position++
    } else if (message.role === 'user') glanceAtUser(message, position, rows, wanted)
    else if (message.role === 'system') glanceAtSystem(message, position, rows, wanted)
    else putRow(rows, position, odd)
    position++
  }
  return position
}

/** Puts the row of a message of the model; returns whether it calls and has no mark. */
function glanceAtModel(message: Message, at: number, rows: Rows, wanted: Traits): boolean {
  const { content } = message
  begin(model, message, wanted)
  const first = rows.taped
  if (typeof content === 'string') takeText(content, wanted)
  else if (!Array.isArray(content) || !takeModelBlocks(content, rows, wanted)) seen = oddTraits(content)
  else seen |= list
  if ((seen & (odd | unclear)) !== 0) rows.taped = first
  const count = rows.taped - first
  putRow(rows, at, seen, count, 0, marks)
  return count > 0 && marks === 0
}

/** Thoughts, then words, then calls. */
function takeModelBlocks(content: readonly unknown[], rows: Rows, wanted: Traits): boolean {
  if (content.length === 0) return false
  let index = 0
  while (index < content.length && isThought(content[index] as Block | null, wanted)) index++
  if (index > 0) seen |= reasoning
  for (; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return false
    if (block.type === 'tool_use') {
      if (!takeCall(block, rows, wanted)) return false
    } else if ((seen & calls) !== 0 || !takeWords(block, wanted)) return false
  }
  return true
}

function isThought(block: Block | null, wanted: Traits): boolean {
  if (block?.type !== 'thinking' || typeof block.signature !== 'string' || block.signature === '')
    return false
  if (block.cache_control !== undefined) return false
  if ((wanted & broken) !== 0 && !isWellFormed(block)) seen |= broken
  return true
}

/** Takes a text block; false where it is none, or has no words. */
function takeWords(block: Block, wanted: Traits): boolean {
  if (block.type !== 'text' || typeof block.text !== 'string' || !hasWords(block.text)) return false
  seen |= spoken
  if ((wanted & broken) !== 0 && !block.text.isWellFormed()) seen |= broken
  takeMembers(block, 2, wanted)
  return true
}

function takeCall(block: Block, rows: Rows, wanted: Traits): boolean {
  const { id, name, input } = block
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return false
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  seen |= calls
  if ((wanted & broken) !== 0 && !isWellFormed(input)) seen |= broken
  takeMembers(block, 4, wanted)
  rows.ids[rows.taped] = id
  rows.names[rows.taped++] = name
  return true
}

/** Counts the mark of a block, and notes whether it has more members than so many besides. */
function takeMembers(block: Block, count: number, wanted: Traits): void {
  let known = count
  if (block.cache_control !== undefined) {
    known++
    if (block.cache_control !== null) marks++
  }
  if ((wanted & extraPart) !== 0 && memberCount(block) !== known) seen |= extraPart
}

/** Whether the message after a call message answers its calls in order; then both become one row. */
function isAnswered(turns: readonly unknown[], at: number, to: number, rows: Rows, wanted: Traits): boolean {
  if (at + 1 >= to) return false
  const message = turns[at + 1] as Message | null
  if (typeof message !== 'object' || message === null || message.role !== 'user') return false
  const { content } = message
  const row = rows.count - 1
  const count = rows.calls[row] as number
  if (!Array.isArray(content) || content.length < count || message.tool_calls !== undefined) return false
  const bits = rows.traits[row] as number
  begin(user, message, wanted)
  const first = rows.taped - count
  for (let index = 0; index < count; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null || block.tool_use_id !== rows.ids[first + index])
      return false
    if (!isResult(block, wanted)) return false
  }
  for (let index = count; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null || !takeWords(block, wanted)) return false
  }
  if (marks > 0 || (seen & (extra | extraPart | broken)) !== 0) return false
  rows.count = row
  putAnswered(rows, at, bits, seen | results | list, count)
  return true
}

/** Whether a block is a result that says something in words, or nothing and reports no error. */
function isResult(block: Block, wanted: Traits): boolean {
  if (block.type !== 'tool_result') return false
  const { content, is_error: isError } = block
  if (typeof content === 'string') {
    if (content === '' && isError === true) return false
    if ((wanted & broken) !== 0 && !content.isWellFormed()) seen |= broken
  } else if (!Array.isArray(content) || content.length === 0 || !areWords(content, wanted)) return false
  takeMembers(block, isError === undefined ? 3 : 4, wanted)
  return true
}

function areWords(content: readonly unknown[], wanted: Traits): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null || block.type !== 'text') return false
    if (typeof block.text !== 'string' || !hasWords(block.text) || block.cache_control !== undefined)
      return false
    if ((wanted & broken) !== 0 && !block.text.isWellFormed()) seen |= broken
    if ((wanted & extraPart) !== 0 && memberCount(block) !== 2) seen |= extraPart
  }
  return true
}

function glanceAtUser(message: Message, at: number, rows: Rows, wanted: Traits): void {
  const { content } = message
  begin(user, message, wanted)
  const first = rows.taped
  if (typeof content === 'string') takeText(content, wanted)
  else if (!Array.isArray(content) || !takeUserBlocks(content, rows, wanted)) seen = oddTraits(content)
  else seen |= list
  if ((seen & (odd | unclear)) !== 0) rows.taped = first
  putRow(rows, at, seen, 0, rows.taped - first, marks)
}

/** Results, then words. */
function takeUserBlocks(content: readonly unknown[], rows: Rows, wanted: Traits): boolean {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return false
    if (block.type === 'tool_result') {
      const id = block.tool_use_id
      if ((seen & spoken) !== 0 || typeof id !== 'string' || id === '' || !isResult(block, wanted))
        return false
      seen |= results
      rows.ids[rows.taped++] = id
    } else if (!takeWords(block, wanted)) return false
  }
  return content.length > 0
}

function glanceAtSystem(message: Message, at: number, rows: Rows, wanted: Traits): void {
  const { content } = message
  begin(system, message, wanted)
  if (typeof content === 'string') takeText(content, wanted)
  else if (
    !Array.isArray(content) ||
    content.length === 0 ||
    !content.every((block) => isObject(block) && takeWords(block, wanted))
  )
    seen = odd
  else seen |= list
  putRow(rows, at, seen, 0, 0, marks)
}

/** Blocks of other APIs have no type, or a type of their own. */
function oddTraits(content: unknown): Traits {
  return !Array.isArray(content) || content.every(isOwn) ? odd : unclear
}

function isOwn(block: unknown): boolean {
  return isObject(block) && typeof block.type === 'string' && !foreignTypes.has(block.type)
}

function isObject(block: unknown): block is Block {
  return typeof block === 'object' && block !== null
}

function begin(speaker: Traits, message: Message, wanted: Traits): void {
  // Arguments are never text here: where that is wanted, a turn may lack it.
  seen = speaker | (wanted & noText)
  if ((wanted & extra) !== 0 && memberCount(message) !== 2) seen |= extra
  marks = 0
}

function takeText(text: string, wanted: Traits): void {
  seen = hasWords(text) ? seen | spoken : odd
  if ((wanted & broken) !== 0 && !text.isWellFormed()) seen |= broken
}
