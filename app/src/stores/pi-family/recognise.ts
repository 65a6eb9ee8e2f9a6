import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { isEcho, isHeader } from './record.ts'

/** How surely records are of this family, and whether one of them is of a kind that only OpenClaw writes. */
export function familiarity(values: readonly JsonObject[]): {
  readonly sure: number
  readonly isOfOpenClaw: boolean
} {
  const isOfOpenClaw = values.some(isOpenClawRecord)
  if (values.some(isOwnHeader)) return { sure: 0.8, isOfOpenClaw }
  return { sure: values.some(isLinked) ? 0.6 : values.some(isRow) ? 0.3 : 0, isOfOpenClaw }
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

function isOpenClawRecord({ customType, message }: JsonObject): boolean {
  return nonEmpty(customType)?.startsWith('openclaw') === true || (isObject(message) && isEcho(message))
}
