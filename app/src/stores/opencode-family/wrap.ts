import { besideOf, type NewRecord } from '../contract/store.ts'
import { newId } from '../links/new-id.ts'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'
import { isSecond } from './record.ts'

/**
 * A record as version 1 writes them.
 *
 * Messages are ordered by their time and then by their id: a new one has the time of the one before it, and an id that
 * follows that one's.
 */
export function wrap(record: NewRecord): JsonObject {
  const { message, lane, position } = record
  const { data, parts } = isObject(message) ? message : ({} as JsonObject)
  const beside = besideOf(record)
  if (isSecond(beside)) return secondOf(beside, memberAt(data, ['role']), parts)
  const isFirst = lane[position - 1] === undefined
  const time = (typeof beside.time === 'number' ? beside.time : 0) - Number(isFirst)
  const seed = newId('short', `${position}\n${JSON.stringify(message)}`, () => false)
  const id = isFirst ? `msg_0${seed}` : `${beside.id}V${seed}`
  const role = memberAt(data, ['role'])
  return { id, time, data: { ...templateOf(role, record), role, time: timeOf(role, time) }, parts }
}

/** The same as version 2 writes it. No such row can be added to its log of events; a copy in memory can have it. */
function secondOf(beside: JsonObject, role: unknown, parts: unknown): JsonObject {
  const { id, seq, time } = beside
  const list: readonly unknown[] = Array.isArray(parts) ? parts : []
  const words = list.map((part) => memberAt(part, ['text'])).filter((text) => typeof text === 'string')
  const isAnswer = role === 'assistant'
  const content = isAnswer ? { content: list } : { text: words.join('\n\n') }
  const type = isAnswer ? 'assistant' : 'synthetic'
  return { id: `${id}V`, type, seq, time, data: { time: { created: time }, ...content } }
}

/** The members that each message of a speaker has, as the nearest one of that speaker has them. */
function templateOf(role: unknown, { lane, position }: NewRecord): JsonObject {
  const isOwn = (value: JsonObject): boolean => memberAt(value, ['data', 'role']) === role
  const near = lane.slice(0, position).findLast(isOwn) ?? lane.find(isOwn)
  const data = isObject(near?.data) ? near.data : {}
  const names = role === 'assistant' ? answerMembers : ['agent', 'model']
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
}

const answerMembers = [
  'parentID',
  'mode',
  'agent',
  'path',
  'modelID',
  'providerID',
  'finish',
  'cost',
  'tokens',
]

function timeOf(role: unknown, created: number): JsonObject {
  return role === 'assistant' ? { created, completed: created } : { created }
}
