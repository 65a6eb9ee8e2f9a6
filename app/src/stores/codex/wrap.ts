import { besideOf, type NewRecord } from '../contract/store.ts'
import type { JsonObject } from '../records/json.ts'

/** A record as Codex writes them; its number is put right once all records stand. */
export function wrap(record: NewRecord): JsonObject {
  const { timestamp, ordinal } = besideOf(record)
  return {
    timestamp: typeof timestamp === 'string' ? timestamp : '1970-01-01T00:00:00.000Z',
    ...(typeof ordinal === 'number' ? { ordinal } : {}),
    type: 'response_item',
    payload: record.message,
  }
}
