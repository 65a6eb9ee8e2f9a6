import type { Tables } from '../../disk/index.ts'
import { rowPathIn } from '../../disk/index.ts'
import { isArgument } from '../../text/shell-words.ts'
import { isTold, runs } from '../contract/at-work.ts'
import type { DatabaseStore, Entry, Home, Place, Session, Store } from '../contract/store.ts'
import { nonEmpty } from '../records/json.ts'
import { apiOf } from './api.ts'
import { format, picks } from './format.ts'
import { branchesOf, lanesOf, sessionIn } from './lanes.ts'
import { isHead, messageIn, modelIn, recognises, summaryIn } from './record.ts'
import { concerns, copes } from './rules.ts'
import { wrap } from './wrap.ts'

/** The ways in which the agents of this family differ. */
export interface Member {
  readonly name: string
  readonly title: string
  /** The names of its program. */
  readonly programs: readonly string[]
  readonly tables: Tables
  places(home: Home): readonly Place[]
  resume(id: string): string
}

/** A store of this family: sessions are rows of a database, in which a call and its result are one part. */
export function storeOf({ name, title, programs, tables, places, resume }: Member): DatabaseStore {
  const isProgram: Store['isProgram'] = (process) => runs(process, ...programs)
  return {
    name,
    title,
    format,
    picks,
    links: undefined,
    copes,
    concerns,
    // Order and speakers are seen to as a request is made.
    layout: ({ unique }) => ({
      merges: false,
      answers: 'exchange',
      lead: false,
      together: 'free',
      callsLast: false,
      alone: false,
      unique,
    }),
    places,
    recognises,
    open: (entries, path) => open(entries, path, resume),
    branches: branchesOf,
    messageIn,
    modelIn,
    wrap,
    summaryIn,
    unseen: (entries) =>
      entries.flatMap(({ index, value }) =>
        isHead(value) && sessionIn(entries).isUnseen === true ? [index] : [],
      ),
    isProgram,
    // Its server has every session open all day: the rows tell which one it works on.
    isAgent: (process, session) => isProgram(process) && isTold(process, session),
    tables,
  }
}

function open(entries: readonly Entry[], path: string, resume: (id: string) => string): Session {
  const head = sessionIn(entries)
  const id = rowPathIn(path)?.id ?? nonEmpty(head.id) ?? ''
  const isMain = nonEmpty(head.parent_id) === undefined
  return {
    id,
    title: nonEmpty(head.title),
    version: nonEmpty(head.version),
    folder: nonEmpty(head.directory),
    api: apiOf(entries),
    lanes: lanesOf(entries),
    readOnly: undefined,
    resume: isMain && isArgument(id) ? resume(id) : undefined,
  }
}
