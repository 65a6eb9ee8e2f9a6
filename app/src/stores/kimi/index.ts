import { createHash } from 'node:crypto'
import type { ProcessDetails } from '../../disk/index.ts'
import { isArgument, option } from '../../text/shell-words.ts'
import { makerOf } from '../check/provider.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import {
  type AtWork,
  besideOf,
  type Entry,
  type NewRecord,
  type Session,
  type Store,
} from '../contract/store.ts'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { format, picks } from './format.ts'
import { branchesOf, isSwitched, lanesOf } from './lanes.ts'
import { places } from './places.ts'
import { messageIn, recognises } from './record.ts'
import { concerns, copes } from './rules.ts'

/** Kimi Code: a log of messages and steps for each agent of a session, which is replayed from its first line. */
export const kimi: Store = {
  name: 'kimi',
  title: 'Kimi Code',
  format,
  picks,
  links: undefined,
  copes,
  concerns,
  layout: {
    merges: true,
    answers: 'adjacent',
    together: 'free',
    alone: true,
    lead: false,
    callsLast: false,
    positional: false,
  },
  joins: () => 'sides',
  places,
  recognises,
  liesLike: (path) => inAgents.test(path),
  open,
  branches: branchesOf,
  messageIn,
  wrap,
  isProgram,
  isAgent,
}

const inAgents = /[\\/]([^\\/]+)[\\/]([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/]wire\.jsonl$/

function open(entries: readonly Entry[], path: string): Session {
  const [, , session = 'wire', agent = 'main'] = inAgents.exec(path) ?? []
  const isMain = agent === 'main'
  const model = nonEmpty(
    entries.findLast(({ value }) => nonEmpty(value.modelAlias) !== undefined)?.value.modelAlias,
  )
  return {
    id: isMain ? session : `${session}:${agent}`,
    title: undefined,
    // The folder of work has given its name to a folder, and cannot be read out of it.
    folder: undefined,
    api: (model === undefined ? undefined : makerOf(model)) ?? 'kimi',
    lanes: lanesOf(entries),
    readOnly: isSwitched(entries)
      ? 'Its records name lines of the file, and Kimi Code would go on from other ones.'
      : undefined,
    resume: isMain && isArgument(session) ? `kimi ${option('--session', session)}` : undefined,
  }
}

/** A record as Kimi Code writes them; the time is that of its neighbour. */
function wrap(record: NewRecord): JsonObject {
  const { agentId, time } = besideOf(record)
  const { message } = record
  const isMessage = isObject(message) && nonEmpty(message.role) !== undefined
  return {
    type: isMessage ? 'context.append_message' : 'context.append_loop_event',
    ...(agentId === undefined ? {} : { agentId }),
    ...(isMessage ? { message } : { event: message }),
    ...(time === undefined ? {} : { time }),
  }
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'kimi', 'kimi-code')
}

/** It says which session it goes on with, or works in the folder that the session's folder is called after. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  const [, bucket] = inAgents.exec(session.path) ?? []
  return isTold(process, session) || worksIn(process, session, (folder) => bucketOf(folder) === bucket)
}

/** The name of the folder with the sessions of a folder of work. */
function bucketOf(folder: string): string {
  const path = folder.replace(/\\/g, '/').replace(/\/+$/, '')
  const last = path.split('/').pop() ?? path
  const slug = trimmed(trimmed(last.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')).slice(0, 40))
  const name = slug === '' || slug === '.' || slug === '..' ? 'workspace' : slug
  return `wd_${name}_${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

function trimmed(slug: string): string {
  return slug.replace(/^-+|-+$/g, '')
}
