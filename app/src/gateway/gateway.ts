import type { Config } from '../config/index.ts'
import { inTurn, type Request, type Response } from '../http/exchange.ts'
import type { Timeouts } from '../http/listen.ts'
import {
  type GatewayParts,
  openShared,
  partsOf,
  retireAgent,
  type Shared,
  steadyParts,
} from './make-parts.ts'
import type { Parts } from './parts.ts'
import { serve } from './receive/serve.ts'
import { nodeVisit, type Visit } from './receive/visit.ts'
import type { RepairEvents } from './report/events.ts'
import type { Metrics } from './report/metrics.ts'
import type { Upstream } from './send/upstream.ts'
import { webVisit } from './web.ts'

/** A gateway: requests come in, are mended, and go on to their upstreams. */
export interface Gateway {
  /** The config of the next request. */
  readonly config: Config
  readonly upstreams: ReadonlyMap<string, Upstream>
  readonly shared: Shared
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
  /** Takes another config for all requests that come from now on; those under way keep theirs. */
  apply(config: Config): void
  /** Is not ready any more, ends requests whose bodies take longer than the grace, and resolves when none is under way. */
  drain(): Promise<void>
  /** Ends the connections to the upstreams. */
  close(): void
}

/** Makes a gateway of a config that was read. It listens nowhere by itself. */
export function openGateway(config: Config, options: GatewayParts = {}): Gateway {
  let taken = 0
  let underWay = 0
  let isDraining = false
  let drained: (() => void) | undefined
  const { shared = openShared(config, options), grace = 10_000 } = options
  /** The requests whose bodies are still coming. */
  const incomplete = new Set<Visit>()
  const steady = { ...steadyParts(options), ...shared, isReady: () => !isDraining }
  // Each request reads this once, when it comes.
  let parts: Parts = { ...steady, ...partsOf(config) }
  const endIncomplete = (): void => {
    const late = (): void => {
      for (const visit of incomplete) visit.breakOff()
    }
    setTimeout(late, grace).unref()
  }
  const begin = (visit: Visit): Promise<void> => {
    taken += 1
    underWay += 1
    visit.onOver(() => {
      underWay -= 1
      incomplete.delete(visit)
      if (underWay === 0) drained?.()
    })
    if (visit.framing === 'body') incomplete.add(visit)
    visit.body.once('end', () => incomplete.delete(visit))
    if (isDraining) endIncomplete()
    return serve(visit, parts)
  }
  return {
    get config() {
      return parts.config
    },
    get upstreams() {
      return parts.upstreams
    },
    shared,
    metrics: shared.metrics,
    events: shared.events,
    fetch: (request) => webVisit(request, begin),
    listener: (request, response) => inTurn(response, () => void begin(nodeVisit(request, response))),
    get taken() {
      return taken
    },
    get underWay() {
      return underWay
    },
    apply(next) {
      const before = parts
      parts = { ...steady, ...partsOf(next, before) }
      for (const [name, upstream] of before.upstreams)
        if (parts.upstreams.get(name) !== upstream) retireAgent(upstream.agent)
    },
    drain() {
      isDraining = true
      endIncomplete()
      return underWay === 0 ? Promise.resolve() : new Promise((resolve) => (drained = resolve))
    },
    close() {
      for (const { agent } of parts.upstreams.values()) agent.destroy()
    },
  }
}

/** The patience with clients, who keep connections for a while and think for long: neither is cut off. */
export const patience: Timeouts = { head: 60_000, request: 600_000, idle: 75_000, silence: 3_600_000 }
