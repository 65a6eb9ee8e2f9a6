import type { IncomingMessage } from 'node:http'
import { readPieces } from '../../http/exchange.ts'
import { relay } from '../answer/relay.ts'
import { rewriting } from '../answer/rewriting.ts'
import { judgeBody, refuseStrictly, refuseUnread, toldHeaders } from '../judge/judge-body.ts'
import { betasFor, type Readable, readBodyOf, unglanced, type Verdict } from '../judge/mend.ts'
import { isRefusal } from '../judge/stricter.ts'
import { refuse } from '../receive/own-answer.ts'
import type { Route, Target } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'
import { foundHeader } from '../report/told.ts'
import { dispatchTo, isRetryable } from './dispatch.ts'
import { headerIn } from './headers.ts'
import { outgoingTo } from './outgoing.ts'
import { renamedBytes, renamingEvents } from './rename-model.ts'
import { errorLimit, sendStricter } from './send-stricter.ts'

/** Sends a conversation to an upstream of its own format. Gives whether it was answered, or cannot be. */
export async function sendSame(talk: Talk, route: Route, target: Target, isLast: boolean): Promise<boolean> {
  const { call, departure } = talk
  const started = performance.now()
  const { asked, verdict, barred } = await judgeBody(talk, route, target)
  if (departure.isGone) return true
  if (route.mode === 'strict' && verdict.refused.length > 0) {
    refuseStrictly(talk, route, verdict)
    return true
  }
  if (barred !== undefined) {
    refuseUnread(talk, route, barred)
    return true
  }
  const isMended = route.mode === 'repair' && verdict.bytes !== undefined
  const bytes = isMended ? verdict.bytes : changedBytes(talk, asked)
  if (bytes !== undefined) talk.holding.add(bytes.length)
  const sentWith = isMended ? verdict : {}
  const outgoing = await outgoingTo(talk, target, bytes, betasFor(sentWith))
  call.parts.metrics.overhead((performance.now() - started) / 1000)
  const answered = await dispatchTo(call, target.upstream, outgoing, departure)
  if (!isLast && isRetryable(answered)) {
    if (answered.ok) answered.response.resume()
    return false
  }
  const attempt = { verdict, bytes, asked, sentWith }
  if (answered.ok) await finish(talk, route, target, { response: answered.response, ...attempt })
  else if (answered.error !== 'gone') {
    call.parts.metrics.failed('upstream')
    refuse(call, { status: answered.error.status, kind: 'failing', message: answered.error.message })
  }
  return true
}

/** The bytes of a body that got another name for its model. */
function changedBytes({ readable }: Talk, asked: Readable | undefined): Uint8Array | undefined {
  return asked === undefined || asked.pieces === readable?.pieces ? undefined : Buffer.concat(asked.pieces)
}

/** The outcome of one attempt. */
interface Attempt {
  readonly response: IncomingMessage
  readonly verdict: Verdict
  readonly bytes: Uint8Array | undefined
  readonly asked: Readable | undefined
  /** The verdict, where its bytes were sent. */
  readonly sentWith: Partial<Verdict>
}

async function finish(talk: Talk, route: Route, target: Target, attempt: Attempt): Promise<void> {
  const { call } = talk
  const { response, asked, sentWith } = attempt
  const isOurs = route.mode === 'repair' && asked !== undefined
  if (!isOurs || !isRefusal(response.statusCode ?? 0)) {
    relay(call, {
      response,
      headers: toldHeaders(route, attempt.verdict),
      ...renaming(talk, target, response),
    })
    return
  }
  const held = await readPieces(response, errorLimit)
  if (held.state !== 'whole') {
    refuse(call, { status: 502, kind: 'failing', message: 'The upstream broke off its answer.' })
    return
  }
  const pieces = attempt.bytes === undefined ? asked.pieces : [attempt.bytes]
  const sent =
    talk.weight === 'light'
      ? readBodyOf(pieces, target.upstream.format, asked.pathModel)
      : unglanced(pieces, asked.format, asked.pathModel)
  const { unasked, withdrawsTools } = sentWith
  const given = withdrawsTools === true ? asked : undefined
  const refused = { response, error: held.pieces, sent, unasked, given }
  const again = await sendStricter(talk, route, target.upstream, refused, (bytes, betas) =>
    outgoingTo(talk, target, bytes, betas),
  )
  if (again === undefined) {
    relay(call, { response, held: held.pieces, headers: toldHeaders(route, attempt.verdict) })
    return
  }
  const mended = [...attempt.verdict.mended, ...again.mended]
  relay(call, {
    response: again.response,
    headers: mended.length === 0 ? [] : ['x-mortise-repairs', foundHeader(mended)],
    ...renaming(talk, target, again.response),
  })
}

/** Gives the model the name that the client asked for, where it has another at the upstream. */
function renaming(
  { call, departure, model: asked }: Talk,
  { model }: Target,
  response: IncomingMessage,
): { readonly transform?: ReturnType<typeof renamingEvents> } {
  if (model === undefined || asked === undefined || (response.statusCode ?? 500) >= 300) return {}
  const type = headerIn(response.rawHeaders, 'content-type') ?? ''
  if (type.includes('event-stream')) return { transform: renamingEvents(asked) }
  if (!type.includes('json')) return {}
  const { weigh, thread } = call.parts
  const rename = async (pieces: readonly Buffer[]): Promise<Uint8Array> =>
    weigh(pieces) === 'light'
      ? renamedBytes(Buffer.concat(pieces), asked)
      : thread.run('rename', pieces, { model: asked }, () => departure.isGone)
  return { transform: rewriting(rename) }
}
