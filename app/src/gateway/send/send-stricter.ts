import type { IncomingMessage } from 'node:http'
import { bindingRefusalIn, boundThinking, type Finding } from '@mortise/core'
import { judgeBeside, unbindBeside } from '../aside/examine-beside.ts'
import { betasFor, type Readable, type Verdict } from '../judge/mend.ts'
import { readRefusal } from '../judge/stricter.ts'
import { toolsOf } from '../parts.ts'
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
  /** Tells what was mended, and the bytes to send; none if this way does not help. */
  look(): Promise<Pick<Verdict, 'mended' | 'bytes'>>
  /** The body still takes tools from the model by a turn. */
  readonly withdrawsTools: boolean
}

/** The way without the turn that takes tools from the model, where the API does not take it: the body loses them. */
function undeclaring(
  talk: Talk,
  { policy }: Route,
  { rulebook, state }: Upstream,
  { given }: Refused,
  error: string,
): readonly Way[] {
  if (given === undefined || !boundThinking.isRemovalRefusal(error)) return []
  const { call } = talk
  state.isRemovalRefused = true
  const memory = call.parts.memory.of(call.client?.name ?? '')
  const judging = { api: rulebook, policy, tools: toolsOf(call), memory }
  return [{ look: () => judgeBeside(talk, given, judging), withdrawsTools: false }]
}

/** The way without the thinking that the API says is bound to another past, as after a restart of the gateway. */
function unbinding(
  talk: Talk,
  { policy }: Route,
  upstream: Upstream,
  { sent, unasked, given }: Refused,
  error: string,
): readonly Way[] {
  if (bindingRefusalIn(error) === undefined) return []
  const order = {
    api: { name: upstream.rulebook.name, format: upstream.rulebook.format },
    policy,
    client: talk.call.client?.name ?? '',
    format: sent.format,
    pathModel: sent.pathModel,
    binding: upstream.binding,
    unasked,
    error,
  }
  const look = async (): Promise<Pick<Verdict, 'mended' | 'bytes'>> => {
    const { mended, bytes, isFieldRefused } = await unbindBeside(talk, sent, order)
    if (isFieldRefused) upstream.state.isFieldRefused = true
    return { mended, bytes }
  }
  return [{ look, withdrawsTools: given !== undefined }]
}

/** After a refusal that slipped through: mends by the rules that it names, and sends the request once more. */
export async function sendStricter(
  talk: Talk,
  route: Route,
  upstream: Upstream,
  refused: Refused,
  outgoing: (bytes: Uint8Array, betas: readonly string[]) => Promise<Outgoing>,
): Promise<{ readonly response: IncomingMessage; readonly mended: readonly Finding[] } | undefined> {
  const { call, departure } = talk
  const { response, error, sent } = refused
  const read = await inflated(error, headerIn(response.rawHeaders, 'content-encoding'), { limit: errorLimit })
  const text = read.state === 'read' ? Buffer.concat(read.pieces).toString() : ''
  const { rules, ways } = readRefusal(text, upstream.format, upstream.api, route.policy)
  call.parts.metrics.upstreamRefused(rules[0] ?? 'other')
  const withdrawsTools = refused.given !== undefined
  const stricter = ways.map(
    (judging): Way => ({ look: () => judgeBeside(talk, sent, judging), withdrawsTools }),
  )
  for (const { look, ...needs } of [
    ...undeclaring(talk, route, upstream, refused, text),
    ...unbinding(talk, route, upstream, refused, text),
    ...stricter,
  ]) {
    const { bytes, mended } = await look()
    if (bytes === undefined) continue
    const answered = await dispatchTo(call, upstream, await outgoing(bytes, betasFor(needs)), departure)
    if (!answered.ok) return undefined
    tellRepair(call, route, upstream, upstream.format, {
      action: 'retried',
      findings: mended,
      before: sent.pieces,
      after: bytes,
    })
    return { response: answered.response, mended }
  }
  return undefined
}
