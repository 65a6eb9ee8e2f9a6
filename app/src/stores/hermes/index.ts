import { type ProcessDetails, rowPathIn } from '../../disk/index.ts'
import { isArgument, option } from '../../text/shell-words.ts'
import { apiOfProvider } from '../check/provider.ts'
import { isTold, runs } from '../contract/at-work.ts'
import { allBranches } from '../contract/branches.ts'
import type { DatabaseStore, Entry, Lane, NewRecord, Session, Store } from '../contract/store.ts'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { format, picks } from './format.ts'
import { places } from './places.ts'
import { firstWords, isActive, messageIn, recognises, sessionOf } from './record.ts'
import { concerns, copes } from './rules.ts'
import { tables } from './tables.ts'

const inDatabase: DatabaseStore = {
  name: 'hermes',
  title: 'Hermes',
  format,
  picks,
  links: undefined,
  copes,
  concerns,
  // Messages are those of chat, and are turned into those of the API one by one.
  layout: ({ unique }) => ({
    merges: false,
    answers: 'adjacent',
    lead: false,
    together: 'free',
    callsLast: false,
    alone: false,
    unique,
  }),
  places,
  recognises,
  open,
  branches: branchesOf,
  messageIn,
  wrap,
  isProgram,
  // Its gateway runs all day: the rows tell which session it works on.
  isAgent: (process, session) => isProgram(process) && isTold(process, session),
  tables,
}

const { tables: _, ...asFile } = inDatabase

/** Hermes: the messages of chat, as rows of a database. */
export const hermes: Store = { ...asFile, inDatabase }

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'hermes')
}

function open(entries: readonly Entry[], path: string): Session {
  const values = entries.map(({ value }) => value)
  const head = sessionOf(values)
  const id = rowPathIn(path)?.id ?? nonEmpty(head.id) ?? ''
  const provider = nonEmpty(head.billing_provider)
  return {
    id,
    title: nonEmpty(head.title) ?? firstWords(values),
    folder: nonEmpty(head.cwd),
    api: (provider === undefined ? undefined : apiOfProvider(provider)) ?? 'openai',
    lanes: lanesOf(entries),
    readOnly: undefined,
    resume: isArgument(id) ? `hermes ${option('--resume', id)}` : undefined,
  }
}

/** The messages that are still active. A session that was compressed goes on in another one, and is not sent again. */
function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const sent = entries.filter(({ value }) => messageIn(value) !== undefined && isActive(value))
  const turns = sent.map(({ index }) => index)
  if (turns.length === 0) return []
  const head = sessionOf(entries.map(({ value }) => value))
  const lane = { name: 'main', turns, leaf: turns.at(-1) ?? -1 }
  const model = nonEmpty(head.model)
  const named = model === undefined ? lane : { ...lane, model }
  return [head.end_reason === 'compression' ? { ...named, isDormant: true } : named]
}

function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => {
    return { name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }
  })
}

/** A record with its members in the order of the columns. */
function wrap({ message }: NewRecord): JsonObject {
  const {
    role,
    content,
    tool_calls: calls,
    tool_call_id: call,
    tool_name: name,
  } = isObject(message) ? message : {}
  const members = { role, content, tool_calls: calls, tool_call_id: call, tool_name: name }
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  )
}
