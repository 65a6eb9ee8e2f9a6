import { isObject, type JsonObject } from '../records/json.ts'
import { branchOf, isEntry, isLinked } from './transcript-tree.ts'

/** A record with the number and the time of its row. */
export interface Numbered {
  readonly value: unknown
  readonly seq: bigint
  readonly time: bigint
}

/** The rows that OpenClaw makes of the active branch of a session, to find its messages without reading all records. */
export interface Projection {
  readonly active: readonly ActiveRow[]
  readonly words: readonly WordsRow[]
  readonly messageCount: number
  /** The number of the last record. */
  readonly last: bigint
  /** The id that the next record gets as its parent. */
  readonly parent: string | null
}

/** One record of the active branch. */
interface ActiveRow {
  readonly seq: bigint
  /** Its number among the messages; undefined if it is no message. */
  readonly message: bigint | undefined
  /** Whether it may be sent to the model. */
  readonly isContext: boolean
}

/** The words of one message, for the search. */
export interface WordsRow {
  readonly id: string
  readonly role: string
  readonly text: string
  readonly time: number
}

/** The rows for the records of a session, of which there is at least one. */
export function projectionOf(records: readonly Numbered[], last: bigint): Projection {
  const { path, parent } = branchOf(records.map(({ value }) => value))
  const branch = path === undefined ? records : path.flatMap((index) => records[index] ?? [])
  const active: ActiveRow[] = []
  let count = 0n
  for (const { value, seq } of branch) {
    if (!isActive(value)) continue
    active.push({ seq, message: hasMessage(value) ? count++ : undefined, isContext: isContext(value) })
  }
  return { active, words: branch.flatMap(wordsIn), messageCount: Number(count), last, parent }
}

function isActive(value: unknown): boolean {
  if (!isObject(value) || value.type === 'session') return false
  return isEntry(value) || isLinked(value) || hasMessage(value)
}

function hasMessage(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, 'message') && value.message !== undefined
}

function isContext(value: unknown): boolean {
  return !(isObject(value) && isObject(value.message) && value.message.excludeFromContext === true)
}

function wordsIn({ value, time }: Numbered): readonly WordsRow[] {
  if (!isObject(value) || value.type !== 'message' || !isObject(value.message)) return []
  const id = typeof value.id === 'string' ? value.id.trim() : ''
  const { role } = value.message
  const text = role === 'user' || role === 'assistant' ? textOf(value.message) : ''
  if (id === '' || text === '') return []
  return [{ id, role: String(role), text, time: timeOf(value.timestamp) ?? Number(time) }]
}

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

/** The words that are searched: trimmed where they are one string, as they are where they are blocks. */
function textOf({ content, text }: JsonObject): string {
  if (typeof content === 'string') return content.trim()
  if (typeof text === 'string') return text.trim()
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const said = blocks.flatMap((block) =>
    textTypes.has(block.type) && typeof block.text === 'string' && block.text.trim() !== ''
      ? [block.text]
      : [],
  )
  return said.join('\n')
}

function timeOf(timestamp: unknown): number | undefined {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined
}
