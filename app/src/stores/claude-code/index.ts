import { basename, dirname, join } from 'node:path'
import type { Edit } from '@mortise/core'
import type { ProcessDetails } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
import { memberEdit, unsetEdit } from '../changes/record-edits.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import {
  type AtWork,
  besideOf,
  type Entry,
  type Gone,
  type NewRecord,
  type Session,
  type Store,
} from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { apiOf, modelIn } from './api.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf } from './lanes.ts'
import { links } from './links.ts'
import { places } from './places.ts'
import { callsIn, isSpoken, progressIn, resultsIn, summaryIn, tells } from './record.ts'
import { copes, unasked } from './rules.ts'

/** Claude Code: a tree of records in a file, of which the last turn and its ancestors are sent. */
export const claudeCode: Store = {
  name: 'claude-code',
  title: 'Claude Code',
  tried: '2.1.327',
  format,
  picks,
  links,
  copes,
  unasked,
  // Neighbours are merged before they are sent, and each result is a record of its own.
  layout: { merges: true, joined: true, together: 'free', alone: true },
  joins: () => 'sides',
  places,
  recognises,
  open,
  subagents: { isOne: (path) => basename(path).startsWith('agent-'), masterIn },
  branches: branchesOf,
  messageIn: (value) => (isSpoken(value) ? { message: value.message, path: ['message'] } : undefined),
  modelIn,
  wrap,
  apart: (part) =>
    isObject(part) && part.type === 'tool_result' ? { role: 'user', content: [part] } : undefined,
  forgets,
  tells,
  progressIn,
  summaryIn,
  isProgram,
  isAgent,
  naming: {
    fileOf: (path, name) => join(dirname(path), `${name}.jsonl`),
    members: [['sessionId']],
  },
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'claude')
}

/** It says which session it goes on with, or works in the folder and began before the last line was written. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || worksIn(process, session, (folder) => folder === session.folder)
}

/** Members that no other agent's records have in this company. */
function recognises(values: readonly JsonObject[]): number {
  if (
    values.some((value) => typeof value.sessionId === 'string' && 'isSidechain' in value && isSpoken(value))
  )
    return 1
  return values.some(isOwn) ? 0.5 : 0
}

const ownTypes: ReadonlySet<unknown> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'progress',
  'system',
])

function isOwn(value: JsonObject): boolean {
  const isLinked = typeof value.uuid === 'string' && 'parentUuid' in value && 'isSidechain' in value
  if (isLinked) return true
  return ownTypes.has(value.type) && ['leafUuid', 'snapshot', 'operation'].some((name) => name in value)
}

function open(entries: readonly Entry[], path: string): Session {
  const id = basename(path).replace(/\.jsonl$/, '')
  const { title, folder, version } = notesIn(entries, path)
  return {
    id,
    title,
    version,
    folder,
    api: apiOf(entries),
    lanes: lanesOf(entries),
    readOnly: isNewer(version)
      ? `It was written by Claude Code ${version}, which is newer than what is known here (${knownMajor}.x).`
      : undefined,
    resume: id.startsWith('agent-') ? undefined : `claude ${option('--resume', id)}`,
  }
}

/** Older versions wrote subagents beside their session: only the records say which one that is. */
function masterIn(entries: readonly Entry[]): string | undefined {
  return entries.map(({ value }) => nonEmpty(value.sessionId)).find((id) => id !== undefined)
}

/**
 * The facts that records state about the session; the last one counts.
 *
 * The model may change folders. A session is found again only from the one that its project is called after.
 */
function notesIn(
  entries: readonly Entry[],
  path: string,
): Record<'title' | 'folder' | 'version', string | undefined> {
  let [given, made, older, folder, last, version]: (string | undefined)[] = []
  const names = new Set(dirname(path).split(/[\\/]/))
  for (const { value } of entries) {
    if (value.cwd !== last) {
      last = nonEmpty(value.cwd) ?? last
      if (last !== undefined && names.has(projectOf(last))) folder = last
    }
    if (value.version !== version && !isNewer(version)) version = nonEmpty(value.version) ?? version
    if (value.type === 'custom-title') given = nonEmpty(value.customTitle) ?? given
    else if (value.type === 'ai-title') made = nonEmpty(value.aiTitle) ?? made
    else if (value.type === 'summary') older = nonEmpty(value.summary) ?? older
  }
  return { title: given ?? made ?? older, folder: folder ?? last, version }
}

/** The name of the folder with a project's sessions. */
function projectOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

const knownMajor = 2

function isNewer(version: string | undefined): boolean {
  return version !== undefined && Number.parseInt(version, 10) > knownMajor
}

// Members that describe the session rather than the record.
const shared = [
  'isSidechain',
  'userType',
  'entrypoint',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
  'agentId',
]

/** A record as Claude Code writes them, with what its neighbour says of the session. */
function wrap(record: NewRecord): JsonObject {
  const { message, id } = record
  const beside = besideOf(record)
  const role = isObject(message) && message.role === 'assistant' ? 'assistant' : 'user'
  const source = role === 'user' ? callerOf(record) : undefined
  return {
    parentUuid: null,
    ...Object.fromEntries(shared.filter((name) => name in beside).map((name) => [name, beside[name]])),
    type: role,
    message,
    uuid: id,
    ...('timestamp' in beside ? { timestamp: beside.timestamp } : {}),
    ...(source === undefined ? {} : { sourceToolAssistantUUID: source }),
  }
}

/** Beside its message, a record repeats the result in it; and an answer says that it ended on a call. */
function forgets(value: JsonObject, { calls, results }: Gone): readonly Edit[] {
  const stop = ['message', 'stop_reason']
  const endsOnCall = calls && memberAt(value, stop) === 'tool_use'
  return [
    ...(endsOnCall ? [memberEdit(value, stop, 'end_turn', '')] : []),
    ...(results ? unsetEdit(value, ['toolUseResult'], '') : []),
  ]
}

/** The record with the call that a new one answers. */
function callerOf({ message, lane, position }: NewRecord): unknown {
  const answered = new Set(resultsIn({ message }))
  if (answered.size === 0) return undefined
  for (let index = position - 1; index >= 0; index--) {
    const record = itemAt(lane, index)
    if (callsIn(record).some((id) => answered.has(id))) return record.uuid
  }
  return undefined
}
