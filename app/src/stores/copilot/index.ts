import { basename, dirname } from 'node:path'
import type { ProcessDetails } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
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
import { newId } from '../links/new-id.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf } from './lanes.ts'
import { places } from './places.ts'
import { isHeader, messageIn, progressIn, recognises, tells } from './record.ts'
import { concerns, copes } from './rules.ts'

/** Copilot CLI: a log of events in a folder for each session; those of subagents stand among the others. */
export const copilot: Store = {
  name: 'copilot',
  title: 'Copilot CLI',
  tried: '1.0.102',
  format,
  picks,
  // Each event names the one before it, and Copilot CLI reads them in the order of the file whatever they name.
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
  open,
  branches: branchesOf,
  messageIn,
  modelIn: ({ data }) => nonEmpty(memberAt(data, ['model'])),
  wrap,
  tells,
  progressIn,
  isHeader,
  header,
  needsHeader: true,
  isProgram,
  isAgent,
}

function open(entries: readonly Entry[], path: string): Session {
  const last = (...members: readonly string[]): string | undefined => {
    const isTold = ({ value }: Entry): boolean => nonEmpty(memberAt(value.data, members)) !== undefined
    return nonEmpty(memberAt(entries.findLast(isTold)?.value.data, members))
  }
  const id = idIn(entries, path)
  const model = last('model') ?? last('selectedModel')
  return {
    id,
    title: undefined,
    version: last('copilotVersion'),
    folder: last('context', 'cwd'),
    api: (model === undefined ? undefined : makerOf(model)) ?? 'openai',
    lanes: lanesOf(entries),
    readOnly: undefined,
    resume: `copilot ${option('--resume', id)}`,
  }
}

function idIn(entries: readonly Entry[], path: string): string {
  const start = entries.find(({ value }) => isHeader(value))
  return nonEmpty(memberAt(start?.value.data, ['sessionId'])) ?? basename(dirname(path))
}

/** The event that opens a log, as far as the others tell it. */
function header(entries: readonly Entry[], path: string): JsonObject {
  const sessionId = idIn(entries, path)
  const times = entries.map(({ value }) => nonEmpty(value.timestamp))
  const time = times.find((each) => each !== undefined) ?? '1970-01-01T00:00:00.000Z'
  return {
    type: 'session.start',
    data: { sessionId, version: 1, producer: 'copilot-agent', copilotVersion: '1.0.0', startTime: time },
    id: sessionId,
    timestamp: time,
    parentId: null,
  }
}

/** An event as Copilot CLI writes them; a message has a name of its own. */
function wrap({ message, ...place }: NewRecord): JsonObject {
  const { id: parentId = null, timestamp, agentId } = besideOf({ message, ...place })
  const { type, ...data } = isObject(message) ? message : ({} as JsonObject)
  const id = newId('uuid', JSON.stringify([parentId, message]), () => false)
  return {
    type,
    data: type === 'tool.execution_complete' ? data : { messageId: id, ...data },
    id,
    timestamp: timestamp ?? '1970-01-01T00:00:00.000Z',
    parentId,
    ...(agentId === undefined ? {} : { agentId }),
  }
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'copilot')
}

/** It says which session it goes on with, or works in the folder and began before the last line was written. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || worksIn(process, session, (folder) => folder === session.folder)
}
