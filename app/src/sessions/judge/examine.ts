import type { DiskError } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'
import type { SessionContext } from '../find/context.ts'
import { byAge, type Finds, type Foreign } from '../find/find.ts'
import type { JudgedSession } from './judge.ts'
import { judgeAll, type Watch } from './judge-all.ts'
import { isCut, isHealed } from './verdict.ts'

/** All sessions in some places, judged, and the files that were not judged. */
export interface Examination {
  /** In any order. */
  readonly sessions: readonly JudgedSession[]
  /** Places that cannot be read, with the reason. */
  readonly closed: readonly DiskError[]
  /** Whether some agent keeps sessions here. */
  readonly isInhabited: boolean
  /** Sessions of agents without a store. */
  readonly foreign: readonly Foreign[]
  /** The number of archived sessions that were not read. */
  readonly archives: number
}

/** How places are examined. */
export interface ExamineOptions {
  readonly withArchives?: boolean | undefined
  readonly watch?: Watch
  /** Told of each agent that is here, before the next one is looked for. */
  onAgent?(agent: Store, sessions: readonly JudgedSession[], closed: readonly DiskError[]): void
}

/** Judges the sessions of one agent after the other. */
export function examineHome(context: SessionContext, options: ExamineOptions = {}): Examination {
  const sessions: JudgedSession[] = []
  const closed: DiskError[] = []
  let isInhabited = false
  let archives = 0
  for (const agent of context.agents) {
    const finds = context.find(agent, options.withArchives)
    archives += finds.archives
    const own = judgeAll(context, finds.found, options.watch)
    for (const session of own) sessions.push(session)
    for (const error of finds.closed) closed.push(error)
    const isHere = own.length > 0 || finds.closed.length > 0 || hasFolder(context, agent)
    isInhabited ||= isHere
    if (isHere) options.onAgent?.(agent, own, finds.closed)
  }
  return { sessions, closed, isInhabited, foreign: [], archives }
}

/** Judges the sessions that were found in files and folders. */
export function examineFinds(context: SessionContext, finds: Finds, watch?: Watch): Examination {
  const { found, closed, foreign, archives } = finds
  const sessions = judgeAll(context, found, watch)
  return { sessions, closed, isInhabited: found.length > 0, foreign, archives }
}

/** Whether every session is sound, and every place could be read. */
export function isAllSound({ sessions, closed }: Examination): boolean {
  return closed.length === 0 && sessions.every(({ health }) => health === 'sound')
}

/** The sessions that a person has to hear of, newest first. */
export interface Cases {
  readonly broken: readonly JudgedSession[]
  readonly unreadable: readonly JudgedSession[]
  /** The number of sound sessions that carry advice. */
  readonly advised: number
  /** The sound sessions that their agent heals as it sends, or whose earlier turns are not sent any more. */
  readonly noted: readonly JudgedSession[]
  /** The sessions that are not to be written to. */
  readonly onlyRead: readonly JudgedSession[]
}

/** Picks out the broken and the unreadable sessions, in one pass: of thousands, most are sound. */
export function casesOf({ sessions }: Pick<Examination, 'sessions'>): Cases {
  const faulty: JudgedSession[] = []
  const noted: JudgedSession[] = []
  const onlyRead: JudgedSession[] = []
  let advised = 0
  for (const session of sessions) {
    const { health, verdict } = session
    if (verdict?.readOnly !== undefined) onlyRead.push(session)
    if (health !== 'sound') faulty.push(session)
    else if (verdict !== undefined && verdict.found.length > 0) {
      advised++
      if (isHealed(verdict) || isCut(verdict)) noted.push(session)
    }
  }
  faulty.sort(byAge)
  noted.sort(byAge)
  const broken = faulty.filter(({ health }) => health === 'broken')
  const unreadable = faulty.filter(({ health }) => health === 'unreadable')
  return { broken, unreadable, advised, noted, onlyRead }
}

/** The kind of file at a path; undefined if there is none. */
export function kindAt({ disk }: Pick<SessionContext, 'disk'>, path: string): string | undefined {
  try {
    return disk.files.stat(path).kind
  } catch {
    return undefined
  }
}

function hasFolder(context: SessionContext, agent: Store): boolean {
  return agent.places(context.home).some(({ folder }) => kindAt(context, folder) === 'folder')
}
