import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isArgument, quote } from '../../text/shell-words.ts'
import type { Entry, Session } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { apiOf } from './api.ts'
import { lanesOf } from './lanes.ts'
import { numbering } from './ordinals.ts'
import { homeOf, idIn, plainOf } from './places.ts'
import { eventIn, isHeader } from './record.ts'

/** Reads a thread out of the records of its file; of several headers the first one counts: forks copy those of others. */
export function open(entries: readonly Entry[], path: string): Session {
  const meta = entries.find(({ value }) => isHeader(value))?.value.payload
  const id = nonEmpty(memberAt(meta, ['id'])) ?? idIn(path)
  return {
    id,
    title: titleOf(entries),
    version: nonEmpty(memberAt(meta, ['cli_version'])),
    folder: folderOf(entries, meta),
    api: apiOf(entries),
    lanes: lanesOf(entries),
    readOnly: packed(path) ?? indexed(entries, path),
    mayBeCopied: true,
    resume: isSubagent(meta) || !isArgument(id) ? undefined : `codex resume ${quote(id)}`,
  }
}

/** The record that opens a file, as far as the others tell it. */
export function header(entries: readonly Entry[], path: string): JsonObject {
  const values = entries.map(({ value }) => value)
  const timestamp = values.map((value) => nonEmpty(value.timestamp)).find((time) => time !== undefined)
  const first = values.map(({ ordinal }) => ordinal).find((number) => typeof number === 'number')
  const time = timestamp ?? '1970-01-01T00:00:00.000Z'
  return {
    timestamp: time,
    ...(first === undefined ? {} : { ordinal: Math.max(0, first - 1) }),
    type: 'session_meta',
    payload: {
      id: idIn(path),
      timestamp: time,
      cwd: folderOf(entries, undefined) ?? '/',
      originator: 'codex_cli_rs',
      cli_version: '0.0.0',
      source: 'cli',
      ...(first === undefined ? {} : { history_mode: 'paginated' }),
    },
  }
}

/** The reason why a compressed thread is left alone: a plain one beside it would be another copy of it. */
function packed(path: string): string | undefined {
  return plainOf(path) === undefined
    ? undefined
    : 'It is compressed, and Codex unpacks it when it goes on with it. A copy of it can be mended: --fork.'
}

/**
 * The reason why a numbered thread is left alone that Codex keeps an index of.
 *
 * The index names turns by bytes: Codex would show none of those behind a change. It knows nothing of a copy yet.
 */
function indexed(entries: readonly Entry[], path: string): string | undefined {
  const home = homeOf(path)
  if (home === undefined || numbering.startIn(entries) === undefined) return undefined
  return existsSync(join(home, 'thread_history_1.sqlite'))
    ? 'Codex keeps an index of its turns by bytes, which would no longer fit. A copy of it can be mended: --fork.'
    : undefined
}

function isSubagent(meta: unknown): boolean {
  const source = memberAt(meta, ['source'])
  return isObject(source) && 'subagent' in source
}

/** The name that the thread was given, else what the user said first. */
function titleOf(entries: readonly Entry[]): string | undefined {
  const named = entries.findLast(({ value }) => eventIn(value, 'thread_name_updated') !== undefined)
  const name = nonEmpty(memberAt(named?.value, ['payload', 'thread_name']))
  if (name !== undefined) return name
  for (const { value } of entries) {
    const words = saidIn(value)
    if (words !== undefined) return words
  }
  return undefined
}

function saidIn(value: JsonObject): string | undefined {
  const said = nonEmpty(eventIn(value, 'user_message')?.message)
  const item = eventIn(value, 'item_completed')?.item
  if (said !== undefined || memberAt(item, ['type']) !== 'UserMessage') return said
  const content = memberAt(item, ['content'])
  return Array.isArray(content) ? nonEmpty(memberAt(content[0], ['text'])) : undefined
}

function folderOf(entries: readonly Entry[], meta: unknown): string | undefined {
  const isTold = ({ value }: Entry): boolean => value.type === 'turn_context'
  return (
    nonEmpty(memberAt(entries.findLast(isTold)?.value, ['payload', 'cwd'])) ??
    nonEmpty(memberAt(meta, ['cwd']))
  )
}
