import { besideOf, type NewRecord } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'

/** A record for a new message, of the same time as the one beside it; in version 1 records have no ids. */
export function wrap(record: NewRecord): JsonObject {
  const { message, id } = record
  const beside = besideOf(record)
  const time = memberAt(beside, ['message', 'timestamp'])
  return {
    type: 'message',
    ...(id === '' ? {} : { id, parentId: null }),
    ...('timestamp' in beside ? { timestamp: beside.timestamp } : {}),
    message: isObject(message) && typeof time === 'number' ? { ...message, timestamp: time } : message,
  }
}
