import { basename, dirname } from 'node:path'
import type { ProcessDetails } from '../../disk/index.ts'
import { isArgument, option } from '../../text/shell-words.ts'
import { makerOf } from '../check/provider.ts'
import { isTold, runs } from '../contract/at-work.ts'
import {
  type AtWork,
  besideOf,
  type Entry,
  type NewRecord,
  type Session,
  type Store,
} from '../contract/store.ts'
import { newId } from '../links/new-id.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf, lostRewinds } from './lanes.ts'
import { places } from './places.ts'
import { isHeader, messageIn, recognises } from './record.ts'
import { concerns, copes } from './rules.ts'

/** Gemini CLI: a log of messages, in which a later one of the same id takes the place of the earlier. */
export const gemini: Store = {
  name: 'gemini',
  title: 'Gemini CLI',
  format,
  picks,
  links: undefined,
  copes,
  concerns,
  layout: { merges: true, answers: 'next', together: 'free', alone: true, lead: false, callsLast: false },
  joins: () => 'sides',
  places,
  recognises,
  open,
  branches: branchesOf,
  messageIn,
  modelIn: ({ model }) => nonEmpty(model),
  wrap,
  apart: (part) =>
    isObject(part) && isObject(part.functionResponse) ? { type: 'user', content: [part] } : undefined,
  replacedBy,
  lostRewinds,
  isHeader,
  header,
  needsHeader: true,
  repeatsHeader: true,
  isProgram,
  isAgent,
}

function open(entries: readonly Entry[], path: string): Session {
  const id = idIn(entries, path)
  const last = (name: string): string | undefined => {
    const told = entries.findLast(
      ({ value }) => nonEmpty(value[name] ?? memberAt(value, ['$set', name])) !== undefined,
    )
    return nonEmpty(told?.value[name] ?? memberAt(told?.value, ['$set', name]))
  }
  const model = last('model')
  const isSubagent = last('kind') === 'subagent'
  return {
    id,
    title: last('summary'),
    // It keeps only a name or a hash of the folder.
    folder: undefined,
    api: (model === undefined ? undefined : makerOf(model)) ?? 'gemini',
    lanes: lanesOf(entries),
    readOnly: undefined,
    resume: isSubagent || !isArgument(id) ? undefined : `gemini ${option('--resume', id)}`,
  }
}

/** The id that a record states last, else the end of the file's name. */
function idIn(entries: readonly Entry[], path: string): string {
  const told = entries.map(({ value }) => nonEmpty(memberAt(value, ['$set', 'sessionId']) ?? value.sessionId))
  const [id] = told.filter((each) => each !== undefined).slice(-1)
  return (
    id ??
    basename(path)
      .replace(/\.jsonl.*$/, '')
      .replace(/^session-\d{4}-\d\d-\d\dT\d\d-\d\d-/, '')
  )
}

/** The record that opens a log, as far as the others tell it. */
function header(entries: readonly Entry[], path: string): JsonObject {
  const times = entries.flatMap(({ value }) => nonEmpty(value.timestamp) ?? [])
  const [first = '1970-01-01T00:00:00.000Z'] = times
  return {
    sessionId: idIn(entries, path),
    projectHash: basename(dirname(dirname(path))) || 'project',
    startTime: first,
    lastUpdated: times.at(-1) ?? first,
    kind: 'main',
  }
}

/** The earlier forms of a message: without the later one, Gemini CLI would send them. */
function replacedBy(entries: readonly Entry[], index: number): readonly number[] {
  const id = nonEmpty(entries[index]?.value.id)
  if (id === undefined) return []
  return entries.slice(0, index).flatMap(({ value, index: at }) => (value.id === id ? [at] : []))
}

/** A message as Gemini CLI writes them; the time is that of its neighbour. */
function wrap(record: NewRecord): JsonObject {
  const { id, timestamp = '1970-01-01T00:00:00.000Z' } = besideOf(record)
  const message = isObject(record.message) ? record.message : {}
  return { id: newId('uuid', JSON.stringify([id, message]), () => false), timestamp, ...message }
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'gemini')
}

/** Nothing tells in which folder a session was: any that began before its last line may be at work on it. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || (process.began ?? 0) <= session.modified
}
