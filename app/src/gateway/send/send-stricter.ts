import type { IncomingMessage } from 'node:http'
import { boundThinking, type Finding } from '@mortise/core'
import { betasFor, type Judging, judge, type Readable, readBodyOf } from '../judge/mend.ts'
import { readRefusal } from '../judge/stricter.ts'
import { type Call, toolsOf } from '../parts.ts'
import { inflated } from '../receive/inflate.ts'
import type { Route } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'
import { tellRepair } from '../report/tell.ts'
import { dispatchTo } from './dispatch.ts'
import { headerIn } from './headers.ts'
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
  /** The same without the gateway's wish that the API drop bound thinking, where it was in there. */
  readonly unasked: Uint8Array | undefined
  /** The body as it came, where a turn of ours takes tools from the model. */
  readonly given?: Readable | undefined
}

/** A way to mend a refused request. */
interface Way {
  readonly body: Readable
  readonly judging: Judging
  /** The body is better than the one that was sent, also if nothing of it has to be mended. */
  readonly isBetter: boolean
  /** The body still takes tools from the model by a turn. */
  readonly withdrawsTools: boolean
}

/** The way without the turn that takes tools from the model, where the API does not take it: the body loses them. */
function undeclaring(
  call: Call,
  { policy }: Route,
  { rulebook, state }: Upstream,
  { given }: Refused,
  error: string,
): readonly Way[] {
  if (given === undefined || !boundThinking.isRemovalRefusal(error)) return []
  state.isRemovalRefused = true
  const memory = call.parts.memory.of(call.client?.name ?? '')
  const judging = { api: rulebook, policy, tools: toolsOf(call), memory }
  return [{ body: given, judging, isBetter: false, withdrawsTools: false }]
}

/** The way without the thinking that the API says is bound to another past, as after a restart of the gateway. */
function unbinding(
  { parts, client }: Call,
  { policy }: Route,
  upstream: Upstream,
  { sent, unasked, given }: Refused,
  error: string,
): readonly Way[] {
  const memory = parts.memory.of(client?.name ?? '')
  const bytes = Buffer.concat(sent.pieces)
  const asksToDrop = unasked !== undefined
  const bare = boundThinking.afterRefusal({ bytes, asksToDrop, unasked, error }, upstream, memory)
  if (bare === undefined) return []
  const body = readBodyOf([bare.bytes], sent.format, sent.pathModel)
  const judging = { api: upstream.rulebook, policy, memory: bare.memory }
  return [{ body, judging, isBetter: asksToDrop, withdrawsTools: given !== undefined }]
}

/** After a refusal that slipped through: mends by the rules that it names, and sends the request once more. */
export async function sendStricter(
  { call, departure }: Talk,
  route: Route,
  upstream: Upstream,
  refused: Refused,
  outgoing: (bytes: Uint8Array, betas: readonly string[]) => Promise<Outgoing>,
): Promise<{ readonly response: IncomingMessage; readonly mended: readonly Finding[] } | undefined> {
  const { response, error, sent } = refused
  const read = await inflated(error, headerIn(response.rawHeaders, 'content-encoding'), errorLimit)
  const text = read.state === 'read' ? Buffer.concat(read.pieces).toString() : ''
  const { rules, ways } = readRefusal(text, upstream.format, upstream.api, route.policy)
  call.parts.metrics.upstreamRefused(rules[0] ?? 'other')
  const withdrawsTools = refused.given !== undefined
  const stricter = ways.map((judging): Way => ({ body: sent, judging, isBetter: false, withdrawsTools }))
  for (const { body, judging, isBetter, ...needs } of [
    ...undeclaring(call, route, upstream, refused, text),
    ...unbinding(call, route, upstream, refused, text),
    ...stricter,
  ]) {
    const { bytes = isBetter ? Buffer.concat(body.pieces) : undefined, mended } = judge(body, judging)
    if (bytes === undefined) continue
    const answered = await dispatchTo(call, upstream, await outgoing(bytes, betasFor(needs)), departure)
    if (!answered.ok) return undefined
    tellRepair(call, route, upstream, upstream.format, { action: 'retried', findings: mended })
    return { response: answered.response, mended }
  }
  return undefined
}
