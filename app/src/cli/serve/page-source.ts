import { createHash } from 'node:crypto'
import { type Config, differences, formatPath } from '../../config/index.ts'
import type { RunningGateway } from '../../gateway/index.ts'
import type { Progress } from '../../transition/cleaner.ts'
import type { AppliedRevision, NodeAnswer } from '../../window/api.ts'
import type { GatewaySource } from '../../window/gateway-source.ts'

/** The gateway as the page sees it, and the lines about cleaning that it is told. */
export interface PageSource extends GatewaySource {
  tell(line: string): void
  close(): void
}

/** How a member of the config file is changed. */
export type SetDeny = (tools: readonly string[]) => Promise<string | null>

/** Asks for the nodes of the fleet; undefined if its database cannot be reached. */
export type Nodes = () => Promise<readonly NodeAnswer[] | undefined>

/** A cleaning under way, and since when, in milliseconds. */
export type Under = Progress & { readonly since: number }

/** Facts that the running gateway does not know itself. */
export interface PageNeighbours {
  readonly nodes: Nodes
  readonly under: () => Under | undefined
  /** The runs of the cleanings that a config has called for. */
  readonly cleanings: ReadonlySet<string>
  readonly showsBodies: boolean
}

const nothingBeside: PageNeighbours = {
  nodes: async () => undefined,
  under: () => undefined,
  cleanings: new Set(),
  showsBodies: false,
}

const mostLines = 50
const mostRevisions = 20
/** How often the config in effect is looked at, in milliseconds. */
const pause = 500

/** Shows a running gateway to the page. */
export function pageSource(
  running: RunningGateway,
  file: { readonly path: string; readonly setDeny: SetDeny } | undefined,
  { nodes, under, cleanings, showsBodies }: PageNeighbours = nothingBeside,
): PageSource {
  let config = running.gateway.config
  const revisions: AppliedRevision[] = [revisionOf(config, undefined)]
  const listeners = new Set<(revision: AppliedRevision) => void>()
  const cleaning: string[] = []
  const look = (): void => {
    const { config: next } = running.gateway
    if (next === config) return
    const revision = revisionOf(next, config)
    config = next
    if (revision.changes.length === 0) return
    revisions.unshift(revision)
    revisions.length = Math.min(revisions.length, mostRevisions)
    for (const listener of listeners) listener(revision)
  }
  const timer = setInterval(look, pause)
  timer.unref()
  return {
    configPath: file?.path,
    setDeny: file?.setDeny,
    cleanings,
    rules: () => running.gateway.config,
    async facts() {
      look()
      const { url, gateway } = running
      const [known, cleaningNow] = [await nodes(), under()]
      return {
        url,
        config: file?.path ?? null,
        revisions,
        upstreams: Object.entries(gateway.config.upstreams).map(([name, { api, url: to }]) => ({
          name,
          api: api ?? '',
          url: String(to),
        })),
        deny: gateway.config.tools.deny,
        metrics: await gateway.metrics.text(),
        cleaning,
        showsBodies,
        ...(cleaningNow === undefined ? {} : { under: cleaningNow }),
        ...(known === undefined ? {} : { nodes: known }),
      }
    },
    listen: (told) => running.gateway.events.listen(told),
    onRevision(told) {
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    tell(line) {
      cleaning.unshift(line)
      cleaning.length = Math.min(cleaning.length, mostLines)
    },
    close: () => clearInterval(timer),
  }
}

function revisionOf(config: Config, before: Config | undefined): AppliedRevision {
  const revision = createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 8)
  return {
    revision,
    time: new Date().toISOString(),
    changes:
      before === undefined ? [] : differences(before, config).map((way) => changeOf(way, before, config)),
  }
}

/** The members whose values hold no key, no token and no address: only these are shown. */
const shownMembers: ReadonlySet<string> = new Set([
  'tools',
  'profiles',
  'routes',
  'mode',
  'policy',
  'retries',
  'timeouts',
  'limits',
  'reload',
  'sessions',
])

function changeOf(way: readonly string[], before: Config, after: Config): AppliedRevision['changes'][number] {
  const member = formatPath(way)
  if (!shownMembers.has(way[0] ?? '')) return { member }
  const [was, is] = [before, after].map((config) => JSON.stringify(valueAt(config, way)) ?? '–')
  return { member, before: was ?? '–', after: is ?? '–' }
}

function valueAt(config: unknown, way: readonly string[]): unknown {
  return way.reduce<unknown>((at, key) => Object(at)[key], config)
}
