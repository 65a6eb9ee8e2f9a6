import { createHash } from 'node:crypto'
import { type Config, diffPaths } from '../../config/index.ts'
import type { RunningGateway } from '../../gateway/index.ts'
import type { Revision } from '../../window/api.ts'
import type { GatewaySource } from '../../window/gateway-source.ts'

/** The gateway as the page sees it, and the lines about cleaning that it is told. */
export interface PageSource extends GatewaySource {
  tell(line: string): void
  close(): void
}

/** How a member of the config file is changed. */
export type SetDeny = (tools: readonly string[]) => Promise<string | null>

const mostLines = 50
const mostRevisions = 20
/** How often the config in effect is looked at, in milliseconds. */
const pause = 500

/** Shows a running gateway to the page. */
export function pageSource(
  running: RunningGateway,
  file: { readonly path: string; readonly setDeny: SetDeny } | undefined,
): PageSource {
  let config = running.gateway.config
  const revisions: Revision[] = [revisionOf(config, undefined)]
  const listeners = new Set<(revision: Revision) => void>()
  const cleaning: string[] = []
  const look = (): void => {
    const { config: next } = running.gateway
    if (next === config) return
    const revision = revisionOf(next, config)
    config = next
    if (revision.paths.length === 0) return
    revisions.unshift(revision)
    revisions.length = Math.min(revisions.length, mostRevisions)
    for (const listener of listeners) listener(revision)
  }
  const timer = setInterval(look, pause)
  timer.unref()
  return {
    configPath: file?.path,
    setDeny: file?.setDeny,
    rules: () => running.gateway.config,
    async facts() {
      look()
      const { url, gateway } = running
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

function revisionOf(config: Config, before: Config | undefined): Revision {
  const revision = createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 8)
  return {
    revision,
    time: new Date().toISOString(),
    paths: before === undefined ? [] : diffPaths(before, config),
  }
}
