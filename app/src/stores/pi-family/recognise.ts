import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { isEcho, isHeader } from './record.ts'

/** How surely records are of this family, and whether OpenClaw has left its marks in them. */
export function familiarity(values: readonly JsonObject[]): {
  readonly sure: number
  readonly isMarked: boolean
} {
  const isMarked = values.some(isMark)
  if (values.some(isOwnHeader)) return { sure: 0.8, isMarked }
  return { sure: values.some(isLinked) ? 0.6 : values.some(isRow) ? 0.3 : 0, isMarked }
}

function isOwnHeader(value: JsonObject): boolean {
  return isHeader(value) && nonEmpty(value.id) !== undefined && ('cwd' in value || 'version' in value)
}

const types: ReadonlySet<unknown> = new Set([
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
])

function isLinked(value: JsonObject): boolean {
  return types.has(value.type) && nonEmpty(value.id) !== undefined && 'parentId' in value
}

/** A record of version 1. */
function isRow({ type, message, timestamp, summary }: JsonObject): boolean {
  if (timestamp === undefined) return false
  return (
    (type === 'message' && isObject(message) && 'role' in message) ||
    (type === 'compaction' && typeof summary === 'string')
  )
}

function isMark({ customType, message }: JsonObject): boolean {
  return nonEmpty(customType)?.startsWith('openclaw') === true || (isObject(message) && isEcho(message))
}
