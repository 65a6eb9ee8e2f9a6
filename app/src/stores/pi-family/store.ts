import type { Edit } from '@mortise/core'
import { isArgument } from '../../text/shell-words.ts'
import { memberEdit } from '../changes/record-edits.ts'
import type { Naming } from '../contract/naming.ts'
import type { Entry, Gone, Links, Session, Store } from '../contract/store.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { apiOf } from './api.ts'
import { format, picks } from './format.ts'
import { header, idIn } from './header.ts'
import { branchesOf, lanesOf, uncut } from './lanes.ts'
import { links as familyLinks } from './links.ts'
import { lostStarts } from './lost-starts.ts'
import { isHeader, messageIn, modelIn, summaryIn } from './record.ts'
import { concerns } from './rules.ts'
import { wrap } from './wrap.ts'

/** The differences between the agents of this family. */
export interface Member
  extends Pick<Store, 'name' | 'title' | 'tried' | 'copes' | 'places' | 'recognises' | 'liesLike'>,
    Required<Pick<Store, 'isProgram' | 'isAgent'>>,
    Pick<Store, 'lateReasoning'>,
    Pick<Naming, 'fileOf'> {
  readonly lock?: Store['lock'] & {}
  /** How records point to each other, where the agent reads it in a way of its own. */
  readonly links?: Links
  /** The newest version in the header of a session that is known. */
  readonly version: number
  resume(id: string, path: string): string
}

/** A store of this family: a tree of records behind a header, of which the last one and its ancestors are sent. */
export function storeOf({ resume, fileOf, version, links = familyLinks, ...member }: Member): Store {
  return {
    ...member,
    format,
    picks,
    links,
    // Each result is a message; the agent puts them into turns as the API wants them.
    layout: {
      merges: false,
      answers: 'adjacent',
      lead: false,
      together: 'free',
      callsLast: false,
      positional: false,
      alone: false,
    },
    joins: () => 'results',
    concerns,
    open: (entries, path) => ({
      ...open(entries, path, { title: member.title, version, resume }),
      lanes: lanesOf(entries, links),
    }),
    branches: (entries) => branchesOf(entries, links),
    messageIn,
    modelIn,
    wrap,
    forgets,
    summaryIn,
    isHeader,
    header,
    uncut: (entries, lane, position) => uncut(entries, lane, position, links),
    lostStarts: (entries) => lostStarts(entries, links),
    // Every record has an id; the header's is the session's.
    naming: { fileOf, members: [['id']], isNamed: isHeader },
  }
}

/** An answer that says that it ended on a call, and has none, gets a result for no call whenever it is gone on with. */
function forgets(value: JsonObject, { calls }: Gone): readonly Edit[] {
  const stop = ['message', 'stopReason']
  return calls && memberAt(value, stop) === 'toolUse' ? [memberEdit(value, stop, 'stop', '')] : []
}

function open(
  entries: readonly Entry[],
  path: string,
  { title, version, resume }: Pick<Member, 'title' | 'version' | 'resume'>,
): Omit<Session, 'lanes'> {
  const first = entries[0]?.value
  const header = first !== undefined && isHeader(first) ? first : {}
  const id = nonEmpty(header.id) ?? idIn(path)
  return {
    id,
    title: titleOf(entries),
    folder: nonEmpty(header.cwd),
    api: apiOf(entries),
    readOnly: readOnly(header, title, version),
    resume: isArgument(id) ? resume(id, path) : undefined,
  }
}

/** The name that the session was given, else the last label in it. */
function titleOf(entries: readonly Entry[]): string | undefined {
  return lastOf(entries, 'session_info', 'name') ?? lastOf(entries, 'label', 'label')
}

function lastOf(entries: readonly Entry[], type: string, name: string): string | undefined {
  const isIt = ({ value }: Entry): boolean => value.type === type && nonEmpty(value[name]) !== undefined
  return nonEmpty(entries.findLast(isIt)?.value[name])
}

function readOnly({ type, version }: JsonObject, title: string, known: number): string | undefined {
  if (type !== 'session' || typeof version !== 'number' || version <= known) return undefined
  return `It is a session of version ${version} of ${title}, which is newer than what is known here (${known}).`
}
