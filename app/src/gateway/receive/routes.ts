import type { PolicyName } from '@mortise/core'
import type { Config, Mode, RouteConfig } from '../../config/index.ts'
import { type ConversationPath, readPath } from '../../http/paths.ts'
import { matches } from '../../text/matches.ts'
import type { Upstream } from '../send/upstream.ts'
import type { Client } from './clients.ts'

/** An upstream that a request may go to, and the name that its model has there. */
export interface Target {
  readonly upstream: Upstream
  readonly model: string | undefined
}

/** Where a request goes, and how it is treated. */
export interface Route {
  readonly name: string
  readonly mode: Mode
  readonly policy: PolicyName
  readonly targets: readonly Target[]
}

/** The facts that decide about the route of a request. */
interface Asked {
  readonly path: ConversationPath
  readonly model: string | undefined
  /** The upstream that the path names in front. */
  readonly named: Upstream | undefined
  readonly client: Client | undefined
}

/** Finds the route of a request; says why there is none. */
export type FindRoute = (asked: Asked) => Route | 'none' | 'closed'

/** The routes of a config: the first one that fits; without any, the path decides. */
export function routesOf(config: Config, upstreams: ReadonlyMap<string, Upstream>): FindRoute {
  const entries = config.routes.map((route, index) => ({
    fits: fitting(route),
    name: route.name,
    route: routeOf(route, index, upstreams),
  }))
  return (asked) => {
    // A name in front of a path leads past the routes, so it is not for clients that have their own.
    if (asked.named !== undefined)
      return asked.client?.routes === undefined ? plainRoute(config, asked.named) : 'closed'
    if (entries.length === 0) return routeByPath(config, asked.path.format, [...upstreams.values()])
    const found = entries.find(({ fits }) => fits(asked))
    if (found === undefined) return 'none'
    const { routes } = asked.client ?? {}
    const isOpen = routes === undefined || (found.name !== undefined && routes.has(found.name))
    return isOpen ? found.route : 'closed'
  }
}

/** Whether a client may send other requests than conversations to an upstream: one of its routes leads there. */
export function mayReach({ routes }: Config, client: Client | undefined, upstream: Upstream): boolean {
  const open = client?.routes
  if (open === undefined) return true
  return routes.some(({ name, to }) => name !== undefined && open.has(name) && to.includes(upstream.name))
}

function routeOf(route: RouteConfig, index: number, upstreams: ReadonlyMap<string, Upstream>): Route {
  const targets = route.to.flatMap((name): Target[] => {
    const upstream = upstreams.get(name)
    return upstream === undefined ? [] : [{ upstream, model: route.as[name] }]
  })
  return { name: route.name ?? `route-${index + 1}`, mode: route.mode, policy: route.policy, targets }
}

function fitting({ path, model }: RouteConfig): (asked: Asked) => boolean {
  const wanted = path === undefined ? undefined : readPath(path, new Set()).conversation
  const inPath = wanted?.model === '{m}' ? undefined : wanted?.model
  return (asked) => {
    if (wanted !== undefined && wanted.format !== asked.path.format) return false
    const name = asked.model ?? ''
    return matches(model, name) && (inPath === undefined || matches(inPath, name))
  }
}

/** Without routes: to the first upstream of that format, else to the first one by conversion. */
function routeByPath(config: Config, format: string, upstreams: readonly Upstream[]): Route | 'none' {
  const upstream = upstreams.find((each) => each.format === format) ?? upstreams[0]
  return upstream === undefined ? 'none' : plainRoute(config, upstream)
}

function plainRoute({ mode, policy }: Config, upstream: Upstream): Route {
  return { name: upstream.name, mode, policy, targets: [{ upstream, model: undefined }] }
}
