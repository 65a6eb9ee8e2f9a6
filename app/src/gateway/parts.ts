import type { BindingMemory } from '@mortise/core'
import type { Config } from '../config/index.ts'
import type { ReadPath } from '../http/paths.ts'
import type { Thread } from './aside/thread.ts'
import type { Weight } from './aside/weigh.ts'
import { type DeniedTools, deniedTools } from './judge/denied-tools.ts'
import type { Client } from './receive/clients.ts'
import type { Room } from './receive/room.ts'
import type { FindRoute } from './receive/routes.ts'
import type { Visit } from './receive/visit.ts'
import type { Notes } from './report/answered.ts'
import type { RepairEvents } from './report/events.ts'
import type { Logger } from './report/log.ts'
import type { Metrics } from './report/metrics.ts'
import type { AwsKeys } from './send/sign.ts'
import type { Upstream } from './send/upstream.ts'

/** The parts that every request at the gateway shares. */
export interface Parts {
  readonly config: Config
  /** The config that the gateway was started with. */
  readonly first: Config
  readonly upstreams: ReadonlyMap<string, Upstream>
  /** Takes a path apart. */
  readonly readPath: (path: string) => ReadPath
  readonly findRoute: FindRoute
  readonly findClient: (key: string) => Client | undefined
  readonly metrics: Metrics
  readonly log: Logger
  /** Whether every request gets a line of the log. */
  readonly logsAccess: boolean
  /** Whether events carry the beginnings of bodies. */
  readonly showsBodies: boolean
  readonly events: RepairEvents
  /** The conversations whose past was changed. */
  readonly memory: BindingMemory
  /** The memory that bodies may take. */
  readonly room: Room
  /** The thread for bodies that would keep other requests waiting. */
  readonly thread: Thread
  /** Tells which those are. */
  readonly weigh: (pieces: readonly Uint8Array[]) => Weight
  readonly aws: AwsKeys | undefined
  /** Names the upstream of a request by its headers. */
  readonly choose: (header: (name: string) => string | undefined) => string | undefined
  /** Whether new requests are welcome. */
  readonly isReady: () => boolean
  /** How many mistakes the newest config has, if it was refused and the one before is still in effect. */
  readonly countMistakes: () => number
  /** More that `/readyz` says. */
  readonly standing: () => Readonly<Record<string, unknown>>
}

/** The tools that are denied to who sent a request; undefined where none are. */
export function toolsOf({ parts, client }: Call): DeniedTools | undefined {
  return deniedTools(parts.config, client?.name)
}

/** The tools that were denied to them when the gateway was started. */
export function toolsAtStart({ parts, client }: Call): DeniedTools | undefined {
  return deniedTools(parts.first, client?.name)
}

/** One request at the gateway. */
export interface Call {
  readonly parts: Parts
  readonly visit: Visit
  readonly id: string
  readonly path: ReadPath
  readonly query: string
  readonly client: Client | undefined
  readonly notes: Notes
}
