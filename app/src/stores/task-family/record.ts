import { besideOf, type NewRecord, type Store } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'

/** Whether a record is a message; reasoning that stands by itself is none. */
export function isMessage({ role, type }: JsonObject): boolean {
  return typeof role === 'string' && type !== 'reasoning'
}

/** Whether a record stands for others that are hidden: it is never merged or edited. */
export function isStandIn({ isSummary, isTruncationMarker }: JsonObject): boolean {
  return isSummary === true || isTruncationMarker === true
}

export function messageIn(value: JsonObject): ReturnType<Store['messageIn']> {
  const { role, content } = value
  return isMessage(value) ? { message: { role, content }, path: [] } : undefined
}

/** A record as these agents write them; one that is rewound to a time goes with the record before it. */
export function wrap(record: NewRecord): JsonObject {
  const { message } = record
  const { ts } = besideOf(record)
  const { role, content } = isObject(message) ? message : ({} as JsonObject)
  return { role, content, ...(typeof ts === 'number' ? { ts } : {}) }
}

/** The message of its own that a result gets which would have to stand in a summary or marker. */
export function apart(part: unknown, record: JsonObject): unknown {
  const isResult = isObject(part) && part.type === 'tool_result'
  return isResult && isStandIn(record) ? { role: 'user', content: [part] } : undefined
}

/** The texts that a user said in a message. */
export function userTexts({ role, content }: JsonObject): readonly string[] {
  if (role !== 'user') return []
  const parts = Array.isArray(content) ? content.map((part) => memberAt(part, ['text'])) : [content]
  return parts.filter((text) => typeof text === 'string')
}
