import { homedir } from 'node:os'
import {
  type Disk,
  loadScanIndex,
  nodeFiles,
  nodeProcesses,
  openDisk,
  type ScanIndex,
} from '../../disk/index.ts'
import { type Finds, type Found, findOf, findUnder, foldersOf, joinFinds } from '../../sessions/find/find.ts'
import { surroundingsOf } from '../../sessions/find/home.ts'
import { recognise } from '../../sessions/find/recognise.ts'
import { type Judge, judgeWith } from '../../sessions/judge/judge.ts'
import type { Home, Store } from '../../stores/contract/store.ts'
import { stores, tables } from '../../stores/index.ts'
import { readSpan } from '../program/amounts.ts'
import type { Flags } from '../program/flags.ts'
import { knownName } from '../program/known-name.ts'
import { version } from '../version.ts'
import { refuseUnknownProfile } from './known-profile.ts'

/** Where commands about sessions look, and what they work with. */
export interface Ward {
  readonly home: Home
  readonly disk: Disk
  /** A journal that lies in another home: it is told of, and never read. */
  readonly foreignJournal: string | undefined
  readonly index: ScanIndex
  readonly judge: Judge
  /** The agents that are asked about. */
  readonly agents: readonly Store[]
  /** Whether some sessions are left out by what was asked for. */
  readonly isNarrow: boolean
  /** What is found where an agent keeps its sessions; what was put away only if asked for. */
  find(agent: Store, withArchives?: boolean): Finds
  /** What is found in files and trees; what was put away only if asked for. */
  findIn(paths: readonly string[], withArchives?: boolean): Finds
}

/** The home of the user who runs the command. */
export function ownHome(): Home {
  return { folder: homedir(), environment: process.env, platform: process.platform }
}

/** Opens what commands about sessions work with; reads nothing yet but the index. */
export function wardOf(flags: Pick<Flags, 'home' | 'agent' | 'since'>): Ward {
  const { home, state, foreignJournal } = surroundingsOf(ownHome(), flags.home)
  const [agent, profile] = flags.agent?.split('/') ?? []
  const agents = agent === undefined ? stores : [knownName('agent', agent, stores)]
  refuseUnknownProfile(flags, agents[0], profile, home)
  const oldest = flags.since === undefined ? undefined : Date.now() - readSpan(flags.since, 'since')
  const isAsked = (found: Found): boolean =>
    (profile === undefined || found.profile === profile) &&
    (oldest === undefined || modifiedAt(found) >= oldest)
  const areAllAsked = profile === undefined && oldest === undefined
  const asked = (finds: Finds): Finds =>
    areAllAsked ? finds : { ...finds, found: finds.found.filter(isAsked) }
  const disk = openDisk(state, { tables })
  const index = loadScanIndex(disk)
  return {
    home,
    disk,
    foreignJournal,
    index,
    judge: judgeWith(disk, index, version()),
    agents,
    isNarrow: flags.agent !== undefined || flags.since !== undefined,
    find: (store, withArchives) => asked(findOf(disk, store, home, withArchives)),
    findIn: (paths, withArchives) =>
      asked(joinFinds(paths.map((path) => findUnder(disk, agents, path, withArchives)))),
  }
}

/** Every session of the agents asked about, newest first. */
export function findAll({ agents, find }: Ward, withArchives = false): Finds {
  return joinFinds(agents.map((agent) => find(agent, withArchives)))
}

/** The folders that are looked in. */
export function foldersIn({ agents, home }: Ward): readonly string[] {
  return agents.flatMap((agent) => foldersOf(agent, home))
}

/** When a session was last written to, in milliseconds since 1970. */
export function modifiedAt({ target }: Found): number {
  return Math.floor(target.stat.modified)
}

/** The agent whose session a file holds, if it holds one. */
export function ownerOf(path: string): Store | undefined {
  const outcome = recognise(
    { files: nodeFiles, processes: nodeProcesses, now: Date.now, tables },
    stores,
    path,
  )
  return outcome.ok ? outcome.value.store : undefined
}
