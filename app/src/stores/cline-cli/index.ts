import { basename, dirname, join } from 'node:path'
import type { ProcessDetails } from '../../disk/index.ts'
import { isArgument, option } from '../../text/shell-words.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import type { Coping } from '../contract/coping.ts'
import {
  type AtWork,
  besideOf,
  type Entry,
  type Lane,
  type NewRecord,
  type Store,
} from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { isMessage } from '../task-family/record.ts'
import { apiOfProvider, behindSummary } from '../task-family/rules.ts'
import { storeOf } from '../task-family/store.ts'
import { compactedIn, manifestOf } from './beside.ts'

/** As it sends, it gathers the results of each answer from the user messages behind it, and answers the other calls. */
const copes: readonly Coping[] = [
  {
    does: 'heals',
    rules: ['call-without-result', 'result-not-leading', 'result-out-of-place', 'duplicate-result'],
  },
]

const ending = '.messages.json'

const family = storeOf({
  name: 'cline-cli',
  title: 'Cline CLI',
  extension: '.cline',
  copes,
  recognises: (values) => (values.some(isOwn) ? 0.8 : 0),
  lanes: lanesOf,
  api: (entries) => apiOfProvider(entries, 'provider'),
})

/** Cline on the command line: the messages of a session are a member of an object, beside a file that says who runs it. */
export const clineCli: Store = {
  ...family,
  tried: '3.0.65',
  arrayFile: ending,
  arrayMember: 'messages',
  places: ({ folder, environment }) => {
    const base = environment.CLINE_DIR || join(folder, '.cline')
    const data = environment.CLINE_DATA_DIR || join(base, 'data')
    const sessions = environment.CLINE_SESSION_DATA_DIR || join(data, 'sessions')
    return [{ folder: sessions, isSession: (path) => session.test(path) }]
  },
  liesLike: (path) => session.test(path.split('/').slice(-2).join('/')),
  open(entries, path) {
    const { reopening: _, ...own } = family.open(entries, path)
    const id = basename(path, ending)
    const folder = nonEmpty(manifestOf(path).cwd)
    const resume = isArgument(id) && !isSubagent(path) ? `cline ${option('--id', id)}` : undefined
    return { ...own, id, folder, resume }
  },
  wrap,
  isProgram,
  isAgent,
}

const session = /^[^/]+\/[^/]+\.messages\.json$/

/** Whether a message is one that it writes: each has an id. */
function isOwn({ id, role, content, ts }: JsonObject): boolean {
  return typeof id === 'string' && typeof role === 'string' && content !== undefined && typeof ts === 'number'
}

/** The messages that are sent: an error on the screen is noted as one that is not. */
function lanesOf(entries: readonly Entry[], path: string): readonly Lane[] {
  const all = entries.filter(({ value }) => isMessage(value) && !isShownOnly(value))
  // Those that were compacted are sent as another file has them.
  const turns = all.slice(path === '' ? 0 : compactedIn(path, all.length)).map(({ index }) => index)
  if (turns.length === 0) return []
  const lane = { name: 'main', leaf: turns.at(-1) ?? -1, turns }
  return [
    {
      ...lane,
      ...(turns.length < all.length ? { copes: behindSummary } : {}),
      ...(isSubagent(path) ? { isDormant: true } : {}),
    },
  ]
}

function isShownOnly(value: JsonObject): boolean {
  return memberAt(value, ['metadata', 'displayOnly']) === true
}

/** Whether a file holds the messages of a subagent, which stand in the folder of their session. */
function isSubagent(path: string): boolean {
  return path !== '' && basename(path, ending) !== basename(dirname(path))
}

function wrap(record: NewRecord): JsonObject {
  const { id, message } = record
  const { role, content } = isObject(message) ? message : ({} as JsonObject)
  const { ts } = besideOf(record)
  return { id, role, content, ...(typeof ts === 'number' ? { ts } : {}) }
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'cline', '.cline')
}

/** Whether a process runs a session. Its daemon stays once a run has ended, and reads the file again for the next one. */
function isAgent(process: ProcessDetails, work: AtWork): boolean {
  if (!isProgram(process)) return false
  const { pid, status } = manifestOf(work.path)
  if (isTold(process, work)) return true
  if (pid === undefined) return worksIn(process, work, (folder) => folder === work.folder)
  const isDaemon = process.words.includes('--cline-hub-daemon')
  return pid === process.pid && (!isDaemon || status === 'running')
}
