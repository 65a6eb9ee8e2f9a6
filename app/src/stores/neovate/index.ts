import { basename, dirname, join } from 'node:path'
import type { RuleName } from '@mortise/core'
import type { ProcessDetails } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import {
  type AtWork,
  besideOf,
  type Entry,
  type NewRecord,
  type Session,
  type Store,
} from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { apiOf } from './api.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf, runsIn, secondRootsIn } from './lanes.ts'
import { links } from './links.ts'
import { places } from './places.ts'
import { isMessage } from './record.ts'

// The libraries that it sends through print arguments, put what results show into words, leave out reasoning
// that nobody signed, and write each role and content as the API wants it.
const unasked: readonly RuleName[] = [
  'arguments-not-json',
  'arguments-not-text',
  'content-not-text',
  'empty-call-list',
  'empty-tool-list',
  'error-result-not-text',
  'image-too-large',
  'media-in-result',
  'no-turns',
  'reasoning-changed',
  'reasoning-missing',
  'reasoning-not-first',
  'reasoning-unsigned',
  'reasoning-when-off',
  'result-not-object',
  'signature-missing',
  'text-beside-results',
  'unsupported-part-member',
  'unsupported-property',
  'wrong-part-type',
]

/** Neovate: a tree of messages in a file, of which the last one and its ancestors are sent. */
export const neovate: Store = {
  name: 'neovate',
  title: 'Neovate',
  format,
  picks,
  links,
  // A turn that is left out on loading leaves its results behind: that mends nothing.
  copes: [],
  unasked,
  layout: ({ merges }) => (merges ? { alone: true, together: 'free' } : { alone: true }),
  joins: (wire) => (wire === 'gemini-contents' ? 'none' : 'sides'),
  places,
  recognises,
  open,
  branches: branchesOf,
  runs: runsIn,
  secondRoots: secondRootsIn,
  messageIn,
  wrap,
  isProgram,
  isAgent,
  naming: {
    fileOf: (path, name) => join(dirname(path), `${name}.jsonl`),
    members: [['sessionId']],
    shape: 'short',
  },
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'neovate', 'neo')
}

/**
 * It says which session it goes on with, or works in a folder whose name is that of the project.
 *
 * It locks nothing, and rewrites the whole file now and then: while it runs there is no safe moment.
 */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  const project = basename(dirname(session.path))
  return isTold(process, session) || worksIn(process, session, (folder) => projectOf(folder) === project)
}

/** The name of the folder with a project's sessions. */
function projectOf(folder: string): string {
  return folder
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}

function messageIn(value: JsonObject): ReturnType<Store['messageIn']> {
  const { role, content } = value
  return isMessage(value) ? { message: { role, content }, path: [] } : undefined
}

/** Members that no other agent's records have in this company. */
function recognises(values: readonly JsonObject[]): number {
  if (values.some(isOwnMessage)) return 1
  if (values.some(({ type, config }) => type === 'config' && isObject(config))) return 0.6
  return values.some(({ type, trackedFileBackups }) => type === 'snapshot' && isObject(trackedFileBackups))
    ? 0.5
    : 0
}

function isOwnMessage(value: JsonObject): boolean {
  return isMessage(value) && typeof value.role === 'string' && 'uuid' in value && 'parentUuid' in value
}

function open(entries: readonly Entry[], path: string): Session {
  const id = basename(path).replace(/\.jsonl$/, '')
  return {
    id,
    title: titleOf(entries),
    // Its name is all that is known of it, and many folders have the same.
    folder: undefined,
    api: apiOf(entries),
    lanes: lanesOf(entries),
    readOnly: undefined,
    resume: id.startsWith('agent-') ? undefined : `neovate ${option('--resume', id)}`,
  }
}

/** The title that the user gave last, else what the session is about. */
function titleOf(entries: readonly Entry[]): string | undefined {
  const given = entries.findLast(({ value }) => nonEmpty(value.customTitle) !== undefined)
  const config = entries.find(({ value }) => value.type === 'config')
  return nonEmpty(given?.value.customTitle) ?? nonEmpty(memberAt(config?.value, ['config', 'summary']))
}

/** A record as Neovate writes them. */
function wrap(record: NewRecord): JsonObject {
  const { message, id } = record
  const { timestamp, sessionId } = besideOf(record)
  const { role, content } = isObject(message) ? message : ({} as JsonObject)
  return {
    parentUuid: null,
    uuid: id,
    role,
    content,
    ...(role === 'assistant' ? answerOf(content, record) : {}),
    type: 'message',
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(sessionId === undefined ? {} : { sessionId }),
  }
}

/** The members of each answer of a model beside its content; an answer without them stops Neovate. */
function answerOf(content: unknown, { lane, position }: NewRecord): JsonObject {
  const isAnswer = ({ role }: JsonObject): boolean => role === 'assistant'
  const near = lane.slice(0, position).findLast(isAnswer) ?? lane.find(isAnswer)
  const texts = Array.isArray(content) ? content.map((part) => memberAt(part, ['text'])) : [content]
  return {
    text: texts.filter((text) => typeof text === 'string').join(''),
    model: nonEmpty(near?.model) ?? '',
    usage: { input_tokens: 0, output_tokens: 0 },
  }
}
