import type { Call } from '../parts.ts'

/** Facts about a request that its line of the log and its counts tell: names of the config alone. */
export interface Notes {
  route: string
  upstream: string
  client: string
  /** The gateway itself answered, without the upstream. */
  isOwn: boolean
  /** A question whether the gateway is alive: nobody counts these. */
  isHealth: boolean
}

/** Notes of a request that has just come. */
export function newNotes(): Notes {
  return { route: '', upstream: '', client: '', isOwn: false, isHealth: false }
}

/**
 * Tells of a request once it is over: a count, its time, and a line of the log if it failed or if all are wanted.
 *
 * Its path is not told: some clients write keys there.
 */
export function tellAnswered({ visit, parts, id, path, notes }: Call): void {
  const started = performance.now()
  visit.onOver((status) => {
    if (notes.isHealth) return
    const { route, upstream, client, isOwn } = notes
    const seconds = (performance.now() - started) / 1000
    parts.metrics.answered(status, route, seconds)
    const isFailure = isTrouble(status, isOwn)
    if (!isFailure && !parts.logsAccess) return
    const answer = { status, by: isOwn ? 'gateway' : 'upstream', ms: Math.round(seconds * 1000) }
    const about = {
      request: id,
      method: visit.method,
      format: path.conversation?.format ?? 'other',
      ...answer,
      route,
      upstream,
      client,
    }
    if (isFailure) parts.log.warn(about, `answered ${status}`)
    else parts.log.info(about, `answered ${status}`)
  })
}

/** Statuses by which clients, upstreams or the config are seen to be wrong; 499 is a client that went. */
function isTrouble(status: number, isOwn: boolean): boolean {
  if (status === 499) return false
  return status >= 500 || [401, 403, 404, 408, 413].includes(status) || (isOwn && status >= 400)
}
