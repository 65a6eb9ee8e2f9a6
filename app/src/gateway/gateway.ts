import { bindingMemory } from '@mortise/core'
import type { Config } from '../config/index.ts'
import type { Request, Response } from '../http/exchange.ts'
import { type Listener, listen } from '../http/listen.ts'
import { pathReader } from '../http/paths.ts'
import { clientsBy } from './clients.ts'
import { RepairEvents } from './events.ts'
import { type Logger, silentLog } from './log.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import type { Parts } from './parts.ts'
import { routesOf } from './routes.ts'
import { serve } from './serve.ts'
import { awsKeys } from './sign.ts'
import { openUpstream, type Upstream } from './upstream.ts'
import { nodeVisit, type Visit } from './visit.ts'
import { webVisit } from './web.ts'

/** What a gateway is made with, besides its config. */
export interface GatewayParts {
  readonly log?: Logger
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Names the upstream of a request by its headers; undefined where its path and model decide. */
  readonly choose?: (header: (name: string) => string | undefined) => string | undefined
}

/** A gateway: requests come in, are mended, and go on to their upstreams. */
export interface Gateway {
  readonly config: Config
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly metrics: Metrics
  readonly events: RepairEvents
  /** Answers a request of the web's `fetch`. */
  fetch(request: globalThis.Request): Promise<globalThis.Response>
  /** Answers a request of Node's `http` and `http2`. */
  listener(request: Request, response: Response): void
  /** How many requests came. */
  readonly taken: number
  /** How many requests are under way. */
  readonly underWay: number
  /** Is not ready any more, and resolves when no request is under way. */
  drain(): Promise<void>
  /** Ends the connections to the upstreams. */
  close(): void
}

/** The prefixes that are always there. */
const commonPrefixes: readonly string[] = ['anthropic', 'openai', 'gemini', 'bedrock', 'antigravity']

/** Makes a gateway of a config that was read. It listens nowhere by itself. */
export function openGateway(config: Config, options: GatewayParts = {}): Gateway {
  const { log = silentLog(), environment = process.env, choose = () => undefined } = options
  const names = Object.keys(config.upstreams)
  const upstreams = new Map(
    Object.entries(config.upstreams).map(([name, each]) => [name, openUpstream(name, each)]),
  )
  let taken = 0
  let underWay = 0
  let isDraining = false
  let drained: (() => void) | undefined
  const parts: Parts = {
    config,
    upstreams,
    readPath: pathReader(new Set([...commonPrefixes, ...names])),
    findRoute: routesOf(config, upstreams),
    findClient: clientsBy(config.clients),
    metrics: openMetrics(),
    log,
    events: new RepairEvents(),
    memory: bindingMemory(),
    choose,
    aws: awsKeys(environment),
    isReady: () => !isDraining,
  }
  const begin = (visit: Visit): Promise<void> => {
    taken += 1
    underWay += 1
    visit.onOver(() => {
      underWay -= 1
      if (underWay === 0) drained?.()
    })
    return serve(visit, parts)
  }
  return {
    config,
    upstreams,
    metrics: parts.metrics,
    events: parts.events,
    fetch: (request) => webVisit(request, begin),
    listener: (request, response) => void begin(nodeVisit(request, response)),
    get taken() {
      return taken
    },
    get underWay() {
      return underWay
    },
    drain() {
      isDraining = true
      return underWay === 0 ? Promise.resolve() : new Promise((resolve) => (drained = resolve))
    },
    close() {
      for (const { agent } of upstreams.values()) agent.destroy()
    },
  }
}

/** Clients keep connections for a while, and think for long: neither is cut off. */
const patience = { head: 60_000, request: 600_000, idle: 75_000, silence: 3_600_000 }

/** Listens for the requests of a gateway. */
export function listenFor(gateway: Gateway, { host, port }: Config['listen']): Promise<Listener> {
  return listen(host, port, gateway.listener, patience)
}
