import { isObject } from '../records/json.ts'

/** Whether a record is a message, rather than a note beside the conversation. */
export function isMessage(record: unknown): boolean {
  return isObject(record) && record.type === 'message'
}
