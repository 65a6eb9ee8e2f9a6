import { basename } from 'node:path'
import type { Entry } from '../contract/store.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { isLinear } from './lanes.ts'

/**
 * The record that opens a file, as far as it can be told from the others.
 *
 * The folder that the agent worked in cannot: without one it takes the folder that it is started in.
 */
export function header(entries: readonly Entry[], path: string): JsonObject {
  const timestamp = entries.map(({ value }) => nonEmpty(value.timestamp)).find((time) => time !== undefined)
  return {
    type: 'session',
    ...versionOf(entries),
    id: idIn(path),
    ...(timestamp === undefined ? {} : { timestamp }),
  }
}

/** The id in the name of its file; the time may stand before it, and the topic of a chat behind it. */
export function idIn(path: string): string {
  return basename(path)
    .replace(/\.jsonl.*$/, '')
    .replace(/^\d{4}-\d\d-\d\dT[\d-]+Z_/, '')
    .replace(/-topic-[^.]+$/, '')
}

/** In version 1 records have no ids; a role that the agent gave up with version 3 it still knows in 2. */
function versionOf(entries: readonly Entry[]): { readonly version?: number } {
  if (isLinear(entries)) return {}
  const isOlder = entries.some(({ value }) => memberAt(value, ['message', 'role']) === 'hookMessage')
  return { version: isOlder ? 2 : 3 }
}
