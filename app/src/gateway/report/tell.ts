import type { Finding } from '@mortise/core'
import type { Call } from '../parts.ts'
import type { Route } from '../receive/routes.ts'
import type { Upstream } from '../send/upstream.ts'
import type { Action } from './metrics.ts'
import { mendedWords } from './told.ts'

const verbs: Readonly<Record<Action, string>> = {
  mended: 'mended',
  observed: 'would mend',
  refused: 'refused',
  retried: 'refused by the upstream, mended and sent once more',
  left: 'found, and cannot mend',
}

/** Tells of a request with faults: a line of the log, a count, and an event. */
export function tellRepair(
  { parts, id, client }: Call,
  route: Route,
  upstream: Upstream,
  format: string,
  { action, findings }: { readonly action: Action; readonly findings: readonly Finding[] },
): void {
  const { metrics, log, events } = parts
  metrics.repaired(action)
  const about = {
    request: id,
    route: route.name,
    upstream: upstream.name,
    format,
    client: client?.name ?? '',
  }
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  log.warn({ ...about, action, rules, count: findings.length }, `${verbs[action]}: ${mendedWords(findings)}`)
  if (!events.isHeard) return
  const told = findings.map(({ rule, at, calls }) => ({ rule, at, calls }))
  events.tell({ ...about, time: new Date().toISOString(), action, findings: told })
}
