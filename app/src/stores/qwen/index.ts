import { basename, dirname, join } from 'node:path'
import type { Edit } from '@mortise/core'
import type { ProcessDetails } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
import { unsetEdit } from '../changes/record-edits.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import type { AtWork, Entry, Gone, Session, Store } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { apiOf } from './api.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf } from './lanes.ts'
import { lock, sealedReason } from './lease.ts'
import { links } from './links.ts'
import { places } from './places.ts'
import { messageIn, recognises } from './record.ts'
import { concerns, copes } from './rules.ts'
import { wrap } from './wrap.ts'

/** Qwen Code: a tree of records in a file, of which the last one and its ancestors are sent. */
export const qwen: Store = {
  name: 'qwen',
  title: 'Qwen Code',
  format,
  picks,
  links,
  copes,
  concerns,
  // Neighbours of one side are merged as it converts them for the API, and each result is a record of its own.
  layout: { merges: true, together: 'free', alone: true, lead: false, callsLast: false, positional: false },
  joins: () => 'sides',
  places,
  recognises,
  open,
  branches: branchesOf,
  messageIn,
  modelIn: ({ model }) => nonEmpty(model),
  wrap,
  apart: (part) =>
    isObject(part) && isObject(part.functionResponse) ? { role: 'user', parts: [part] } : undefined,
  forgets,
  lock,
  isProgram,
  isAgent,
  naming: { fileOf: (path, name) => join(dirname(path), `${name}.jsonl`), members: [['sessionId']] },
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'qwen')
}

/** It says which session it goes on with, or works in the folder and began before the last line was written. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || worksIn(process, session, (folder) => folder === session.folder)
}

function open(entries: readonly Entry[], path: string): Session {
  const id = basename(path).replace(/\.jsonl.*$/, '')
  const last = (name: string): string | undefined =>
    nonEmpty(entries.findLast(({ value }) => nonEmpty(value[name]) !== undefined)?.value[name])
  return {
    id,
    title: titleOf(entries),
    version: last('version'),
    folder: last('cwd'),
    api: apiOf(entries),
    lanes: lanesOf(entries),
    readOnly: sealedReason(path, id),
    resume: `qwen ${option('--resume', id)}`,
  }
}

/** The title that was given last. */
function titleOf(entries: readonly Entry[]): string | undefined {
  const named = entries.findLast(({ value }) => value.subtype === 'custom_title')
  return nonEmpty(memberAt(named?.value, ['systemPayload', 'customTitle']))
}

/** Beside its message, a record repeats the result in it. */
function forgets(value: JsonObject, { results }: Gone): readonly Edit[] {
  return results ? unsetEdit(value, ['toolCallResult'], '') : []
}
