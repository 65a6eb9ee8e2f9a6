import type { Agent } from 'node:http'
import { type BindingMemory, bindingMemory } from '@mortise/core'
import { type Config, diffPaths } from '../config/index.ts'
import type { Request, Response } from '../http/exchange.ts'
import { pathReader } from '../http/paths.ts'
import { openThread, type Thread } from './aside/thread.ts'
import { weightOf } from './aside/weigh.ts'
import type { Parts } from './parts.ts'
import { clientsBy } from './receive/clients.ts'
import { openRoom } from './receive/room.ts'
import { routesOf } from './receive/routes.ts'
import { RepairEvents } from './report/events.ts'
import { type Logger, silentLog } from './report/log.ts'
import { type OwnGauge, openMetrics } from './report/metrics.ts'
import { awsKeys } from './send/sign.ts'
import { openUpstream } from './send/upstream.ts'

/** The parts of a gateway besides its config. */
export interface GatewayParts {
  readonly log?: Logger
  /** Whether every request gets a line of the log, and not only those that fail. */
  readonly logsAccess?: boolean
  /** Whether events about mended requests carry the beginnings of their bodies; they are written nowhere. */
  readonly showsBodies?: boolean
  /** Whether the process is the gateway's own: its memory, time and event loop are among the metrics. */
  readonly ownsProcess?: boolean
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Names the upstream of a request by its headers; undefined where its path and model decide. */
  readonly choose?: (header: (name: string) => string | undefined) => string | undefined
  /** How many mistakes the newest config has, if it was refused and the one before is still in effect. */
  readonly countMistakes?: () => number
  /** A memory of conversations that others keep, too; if left out, one of its own. */
  readonly memory?: BindingMemory
  /** More that `/readyz` says, to anybody who asks. */
  readonly standing?: () => Readonly<Record<string, unknown>>
  /** More numbers among the metrics. */
  readonly gauges?: readonly OwnGauge[]
  /** Answers browsers at the address of the control plane; it decides by itself who may come in. */
  readonly page?: (request: Request, response: Response) => void
  /** How long the body of a request may still come when the gateway drains, in milliseconds. */
  readonly grace?: number
  /** The thread for those bodies. */
  readonly thread?: Thread
  /** Tells which bodies are looked at in a thread of their own. */
  readonly weigh?: Parts['weigh']
  /** The counts and memories of the gateway before this one. */
  readonly shared?: Shared
}

/** The parts that a gateway hands on to its successor: counts and memories, and the config at the start. */
export type Shared = Pick<Parts, 'metrics' | 'events' | 'memory' | 'room' | 'thread' | 'first'>

/** The counts and memories of a first gateway. */
export function openShared(first: Config, options: GatewayParts = {}): Shared {
  const { ownsProcess = false, thread = openThread(), gauges = [] } = options
  const room = openRoom()
  return {
    first,
    metrics: openMetrics(room, ownsProcess, gauges),
    events: new RepairEvents(),
    memory: options.memory ?? bindingMemory(),
    room,
    thread,
  }
}

/** The parts that no config changes. */
export function steadyParts(
  options: GatewayParts,
): Pick<
  Parts,
  'log' | 'logsAccess' | 'showsBodies' | 'choose' | 'aws' | 'weigh' | 'countMistakes' | 'standing'
> {
  const { log = silentLog(), environment = process.env, choose = () => undefined } = options
  const { logsAccess = false, showsBodies = false, weigh = weightOf } = options
  return {
    log,
    logsAccess,
    showsBodies,
    choose,
    aws: awsKeys(environment),
    weigh,
    countMistakes: options.countMistakes ?? (() => 0),
    standing: options.standing ?? (() => ({})),
  }
}

/** The prefixes that are always there. */
const commonPrefixes: readonly string[] = ['anthropic', 'openai', 'gemini', 'bedrock', 'antigravity']

/** The parts that are made of a config; an upstream that is the same as before keeps its connections. */
export function partsOf(
  config: Config,
  before?: Pick<Parts, 'config' | 'upstreams'>,
): Pick<Parts, 'config' | 'upstreams' | 'readPath' | 'findRoute' | 'findClient'> {
  const upstreams = new Map(
    Object.entries(config.upstreams).map(([name, each]) => {
      const isSame = diffPaths(before?.config.upstreams[name], each).length === 0
      return [name, (isSame ? before?.upstreams.get(name) : undefined) ?? openUpstream(name, each)]
    }),
  )
  return {
    config,
    upstreams,
    readPath: pathReader(new Set([...commonPrefixes, ...upstreams.keys()])),
    findRoute: routesOf(config, upstreams),
    findClient: clientsBy(config.clients),
  }
}

/** Ends the connections of an upstream that no new request is sent to: idle ones now, the others after their answers. */
export function retireAgent(agent: Agent): void {
  agent.maxFreeSockets = 0
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
