import type { IncomingMessage } from 'node:http'
import { bindingRefusalIn, type Finding } from '@mortise/core'
import { dispatchTo } from './dispatch.ts'
import { headerIn } from './headers.ts'
import { inflated } from './inflate.ts'
import { type Judging, judge, type Readable } from './mend.ts'
import type { Call } from './parts.ts'
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

/** The way without the thinking that the API says is bound to another past, as after a restart of the gateway. */
function unbinding(
  { parts, client }: Call,
  { policy }: Route,
  { rulebook }: Upstream,
  { pieces }: Readable,
  text: string,
): readonly Judging[] {
  const refusal = bindingRefusalIn(text)
  if (refusal?.kind !== 'block' || wantsError(pieces)) return []
  const memory = parts.memory.of(client?.name ?? '').afterRefusal(refusal.at)
  return [{ api: rulebook, policy, memory }]
}

/** Whether the client wants this error rather than an answer without some thinking. */
function wantsError(pieces: readonly Uint8Array[]): boolean {
  return /"prefix_mismatch_behavior"\s*:\s*"error"/.test(Buffer.concat(pieces).toString())
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
  for (const way of [...unbinding(call, route, upstream, sent, text), ...ways]) {
    const { bytes, mended } = judge(sent, way)
    if (bytes === undefined) continue
    const answered = await dispatchTo(call, upstream, await outgoing(bytes), departure)
    if (!answered.ok) return undefined
    tellRepair(call, route, upstream, upstream.format, { action: 'retried', findings: mended })
    return { response: answered.response, mended }
  }
  return undefined
}
