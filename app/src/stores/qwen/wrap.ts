import { besideOf, type NewRecord } from '../contract/store.ts'
import { isObject, type JsonObject } from '../records/json.ts'

// Members that describe the session rather than the record.
const shared = ['sessionId', 'timestamp', 'cwd', 'version', 'gitBranch', 'isSidechain', 'agentId']

/** A record as Qwen Code writes them, with what its neighbour says of the session. */
export function wrap(record: NewRecord): JsonObject {
  const beside = besideOf(record)
  const { message } = record
  const type = typeOf(message)
  return {
    uuid: record.id,
    parentUuid: null,
    ...Object.fromEntries(shared.filter((name) => name in beside).map((name) => [name, beside[name]])),
    type,
    message,
  }
}

function typeOf(message: unknown): string {
  const { role, parts } = isObject(message) ? message : ({} as JsonObject)
  if (role === 'model') return 'assistant'
  const answers =
    Array.isArray(parts) && parts.some((part) => isObject(part) && isObject(part.functionResponse))
  return answers ? 'tool_result' : 'user'
}
