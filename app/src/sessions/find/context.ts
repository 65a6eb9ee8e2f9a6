import { homedir } from 'node:os'
import {
  type Disk,
  loadScanIndex,
  type Machine,
  nodeFiles,
  nodeProcesses,
  openDisk,
  type ScanIndex,
} from '../../disk/index.ts'
import type { Home, Store } from '../../stores/contract/store.ts'
import { packings, stores, tables } from '../../stores/index.ts'
import { type Judges, judgeWith } from '../judge/judge.ts'
import { type Finds, type Found, findOf, findUnder, foldersOf, joinFinds } from './find.ts'
import { surroundingsOf } from './home.ts'
import { recognise } from './recognise.ts'

/** The sessions that are asked about. */
export interface ContextOptions {
  /** Another home than the user's own. */
  readonly home?: string | undefined
  /** The name of one agent; otherwise all agents. */
  readonly agent?: string | undefined
  /** One profile of that agent; otherwise all profiles. */
  readonly profile?: string | undefined
  /** Only sessions that were written to at this time or later, in milliseconds since 1970. */
  readonly oldest?: number | undefined
  /** The version of this program: verdicts that another version wrote into the index are not used. */
  readonly version: string
}

/** The home, the disk, the index and the judge that every question about sessions needs. */
export interface SessionContext extends Judges {
  readonly home: Home
  readonly disk: Disk
  /** A journal that lies in another home: it is told of, and never read. */
  readonly foreignJournal: string | undefined
  readonly index: ScanIndex
  /** The agents that are asked about. */
  readonly agents: readonly Store[]
  /** Whether some sessions are left out by what was asked for. */
  readonly isNarrow: boolean
  /** Finds the sessions of one agent; archived ones only if asked for. */
  find(agent: Store, withArchives?: boolean): Finds
  /** Finds the sessions in files and trees; archived ones only if asked for. */
  findIn(paths: readonly string[], withArchives?: boolean): Finds
}

/** The home of the user who runs this process. */
export function ownHome(): Home {
  return { folder: homedir(), environment: process.env, platform: process.platform }
}

/** Opens the disk and the index for questions about sessions; no session is read yet. */
export function openContext(options: ContextOptions): SessionContext {
  const { home, state, foreignJournal } = surroundingsOf(ownHome(), options.home)
  const { agent } = options
  const agents = agent === undefined ? stores : stores.filter(({ name }) => name === agent)
  const only = askedBy(options)
  const disk = openDisk(state, { tables, packings })
  const index = loadScanIndex(disk)
  return {
    home,
    disk,
    foreignJournal,
    index,
    ...judgeWith(disk, index, options.version),
    agents,
    isNarrow: agent !== undefined || options.oldest !== undefined,
    find: (store, withArchives) => only(findOf(disk, store, home, withArchives)),
    findIn: (paths, withArchives) =>
      only(joinFinds(paths.map((path) => findUnder(disk, agents, path, withArchives)))),
  }
}

function askedBy({ profile, oldest }: ContextOptions): (finds: Finds) => Finds {
  if (profile === undefined && oldest === undefined) return (finds) => finds
  const isAsked = (found: Found): boolean =>
    (profile === undefined || found.profile === profile) &&
    (oldest === undefined || modifiedAt(found) >= oldest)
  return (finds) => ({ ...finds, found: finds.found.filter(isAsked) })
}

/** Every session of the agents asked about, newest first. */
export function findAll({ agents, find }: SessionContext, withArchives = false): Finds {
  return joinFinds(agents.map((agent) => find(agent, withArchives)))
}

/** The folders that are looked in. */
export function foldersIn({ agents, home }: SessionContext): readonly string[] {
  return agents.flatMap((agent) => foldersOf(agent, home))
}

/** When a session was last written to, in milliseconds since 1970. */
export function modifiedAt({ target }: Found): number {
  return Math.floor(target.stat.modified)
}

/** The files, processes and clock of this machine, for questions that need no journal. */
export const machine: Machine = {
  files: nodeFiles,
  processes: nodeProcesses,
  now: Date.now,
  tables,
  packings,
}

/** The agent whose session a file holds, if it holds one. */
export function ownerOf(path: string): Store | undefined {
  const outcome = recognise(machine, stores, path)
  return outcome.ok ? outcome.value.store : undefined
}
