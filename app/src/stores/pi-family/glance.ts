import { type Format, isFull, memberTraits, putAnswered, putRow, traits } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { answeredBy, isFailed } from './record.ts'

type GlanceOver = NonNullable<Format['glance']>
type Rows = Parameters<GlanceOver>[3]

const { user, model, tool, odd, spoken, reasoning, calls, results, list, noText, broken, labelled, item } =
  traits

/** The traits of the message that is glanced at. */
let seen = 0

/** Tells what messages hold, as they are usually written; whatever is written otherwise is odd. */
export const glance: GlanceOver = (turns, from, to, rows, wanted) => {
  let position = from
  while (position < to && !isFull(rows)) {
    const message = turns[position]
    const role = isObject(message) ? message.role : undefined
    // These are not looked for: a turn may have them.
    seen = wanted & (memberTraits | noText | broken)
    if (role === 'assistant') {
      const count = glanceAtAnswer(message as JsonObject, position, rows)
      if (count > 0 && position + count < to && areAnswered(turns, position, count, rows, wanted))
        position += count
    } else if (role === 'toolResult') glanceAtResult(message as JsonObject, position, rows)
    else putRow(rows, position, role === 'user' ? wordsIn(message as JsonObject) : odd)
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

/** Puts the row of an answer of the model; returns the number of its calls. */
function glanceAtAnswer(message: JsonObject, at: number, rows: Rows): number {
  const { content } = message
  const first = rows.taped
  const isPlain = Array.isArray(content) && content.length > 0 && !isFailed(message)
  seen |= model | list
  if (!isPlain || !content.every((block) => takeBlock(block, rows))) {
    seen = odd
    rows.taped = first
  }
  putRow(rows, at, seen, rows.taped - first)
  return rows.taped - first
}

function takeBlock(block: unknown, rows: Rows): boolean {
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
  rows.ids[rows.taped] = id
  rows.names[rows.taped++] = name
  return true
}

/** Whether the messages after an answer are the plain results of its calls, in order; then all of them become one row. */
function areAnswered(
  turns: readonly unknown[],
  at: number,
  count: number,
  rows: Rows,
  wanted: number,
): boolean {
  const row = rows.count - 1
  const first = rows.taped - count
  for (let index = 0; index < count; index++) {
    const message = turns[at + 1 + index]
    if (!isObject(message) || message.role !== 'toolResult' || message.toolCallId !== rows.ids[first + index])
      return false
    if (!isPlainResult(message)) return false
  }
  const bits = rows.traits[row] as number
  rows.count = row
  putAnswered(
    rows,
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

function glanceAtResult(message: JsonObject, at: number, rows: Rows): void {
  const id = answeredBy(message)
  if (id === undefined || !isPlainResult(message)) {
    putRow(rows, at, odd)
    return
  }
  rows.ids[rows.taped++] = id
  putRow(rows, at, seen | tool | results | labelled | item, 0, 1)
}
