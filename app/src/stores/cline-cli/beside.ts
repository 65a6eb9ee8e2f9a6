import { readFileSync } from 'node:fs'
import { isObject, type JsonObject } from '../records/json.ts'

/** The file that says where a session ran, and which process runs it; empty if there is none. */
export function manifestOf(path: string): JsonObject {
  return objectBeside(path, '.json')
}

/** How many of the messages of a session were compacted; none if the compaction is of more messages than there are. */
export function compactedIn(path: string, count: number): number {
  const { source_message_count: compacted } = objectBeside(path, '.compaction.json')
  return typeof compacted === 'number' && compacted < count ? compacted : 0
}

function objectBeside(path: string, ending: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(path.replace(/\.messages\.json$/, ending), 'utf8'))
    return isObject(value) ? value : {}
  } catch {
    // The messages alone decide then.
    return {}
  }
}
