import type { IncomingMessage } from 'node:http'
import type { Finding } from '@mortise/core'
import { dispatchTo } from './dispatch.ts'
import { headerIn } from './headers.ts'
import { inflated } from './inflate.ts'
import { judge, type Readable } from './mend.ts'
import type { Route } from './routes.ts'
import { readRefusal } from './stricter.ts'
import type { Talk } from './talk.ts'
import { tellRepair } from './tell.ts'
import type { Outgoing, Upstream } from './upstream.ts'

/** The largest error that is read. */
export const errorLimit: number = 1 << 20

/** A request that was refused, and how. */
export interface Refused {
  readonly response: IncomingMessage
  /** The body of the refusal. */
  readonly error: readonly Buffer[]
  /** The body that was sent. */
  readonly sent: Readable
}

/** After a refusal that slipped through: mends by the rules that it names, and sends the request once more. */
export async function sendStricter(
  { call, departure }: Talk,
  route: Route,
  upstream: Upstream,
  { response, error, sent }: Refused,
  outgoing: (bytes: Uint8Array) => Promise<Outgoing>,
): Promise<{ readonly response: IncomingMessage; readonly mended: readonly Finding[] } | undefined> {
  const read = await inflated(error, headerIn(response.rawHeaders, 'content-encoding'), errorLimit)
  const text = read.state === 'read' ? Buffer.concat(read.pieces).toString() : ''
  const { rules, ways } = readRefusal(text, upstream.format, upstream.api, route.policy)
  call.parts.metrics.upstreamRefused(rules[0] ?? 'other')
  for (const way of ways) {
    const { bytes, mended } = judge(sent, way)
    if (bytes === undefined) continue
    const answered = await dispatchTo(call, upstream, await outgoing(bytes), departure)
    if (!answered.ok) return undefined
    tellRepair(call, route, upstream, upstream.format, { action: 'retried', findings: mended })
    return { response: answered.response, mended }
  }
  return undefined
}
