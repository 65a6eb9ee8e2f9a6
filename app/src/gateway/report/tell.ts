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

/** The deed on a request with faults, and its body before and after where they are at hand. */
export interface ToldRepair {
  readonly action: Action
  readonly findings: readonly Finding[]
  readonly before?: readonly Uint8Array[]
  readonly after?: Uint8Array | undefined
}

/** Tells of a request with faults: a line of the log, a count, and an event. */
export function tellRepair(
  { parts, id, client }: Call,
  route: Route,
  upstream: Upstream,
  format: string,
  { action, findings, before, after }: ToldRepair,
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
  const bodies =
    parts.showsBodies && before !== undefined
      ? { bodies: { before: textOf(before), after: after === undefined ? '' : textOf([after]) } }
      : {}
  events.tell({ ...about, time: new Date().toISOString(), action, findings: told, ...bodies })
}

/** So many bytes of a body are shown. */
const mostShown = 64 << 10

function textOf(pieces: readonly Uint8Array[]): string {
  const shown: Uint8Array[] = []
  for (let left = mostShown, at = 0; left > 0 && at < pieces.length; at++) {
    const piece = pieces[at]?.subarray(0, left) ?? new Uint8Array()
    shown.push(piece)
    left -= piece.length
  }
  return Buffer.concat(shown).toString('utf8')
}
