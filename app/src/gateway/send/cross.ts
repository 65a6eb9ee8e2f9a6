import type { IncomingMessage } from 'node:http'
import { readPieces } from '../../http/exchange.ts'
import { convertedAnswer, convertedError, convertingEvents } from '../answer/convert-answer.ts'
import { relay } from '../answer/relay.ts'
import { tellTurned } from '../judge/judge-body.ts'
import { readBodyOf, type Turned, turn } from '../judge/mend.ts'
import { isRefusal } from '../judge/stricter.ts'
import { toolsOf } from '../parts.ts'
import { canCount, cannotCount, requestToCount, sendEstimate } from '../receive/count.ts'
import { refuse, sendOwn } from '../receive/own-answer.ts'
import type { Route, Target } from '../receive/routes.ts'
import { noRoom, type Talk } from '../receive/talk.ts'
import { foundHeader, lostToolsHeader } from '../report/told.ts'
import { outgoingFor } from './cross-outgoing.ts'
import { dispatchTo, isRetryable } from './dispatch.ts'
import { headerIn } from './headers.ts'
import { isObject } from './rename-model.ts'
import { errorLimit, sendStricter } from './send-stricter.ts'
import { canNameModel } from './upstream-path.ts'

/** A request in the format of its upstream. */
export interface Crossing {
  readonly talk: Talk
  readonly target: Target
  readonly route: Route
  readonly turned: Turned
  readonly isStream: boolean
  /** The request as the client wrote it. */
  readonly asked: Readonly<Record<string, unknown>>
}

/** Answers a conversation whose upstream speaks another format. Gives whether it was answered, or cannot be. */
export async function convertAndSend(
  talk: Talk,
  route: Route,
  target: Target,
  isLast: boolean,
): Promise<boolean> {
  if (talk.path.task === 'count' && !canCount(target.upstream.format)) {
    sendEstimate(talk)
    return true
  }
  if (!canNameModel(target.upstream.format, target.model ?? talk.model ?? '')) {
    refuse(talk.call, { status: 400, message: 'The model of this request cannot stand in a path.' })
    return true
  }
  const crossing = crossed(talk, route, target)
  if (crossing === undefined) return true
  const { call, departure } = talk
  const bytes = Buffer.from(JSON.stringify(crossing.turned.document))
  const answered = await dispatchTo(call, target.upstream, await outgoingFor(crossing, bytes), departure)
  if (!isLast && isRetryable(answered)) {
    if (answered.ok) answered.response.resume()
    return false
  }
  if (answered.ok) await finish(crossing, answered.response, bytes)
  else if (answered.error !== 'gone') {
    call.parts.metrics.failed('upstream')
    refuse(call, { status: answered.error.status, kind: 'failing', message: answered.error.message })
  }
  return true
}

/** Converts a request; undefined where it cannot be, which its client was told. */
function crossed(talk: Talk, route: Route, target: Target): Crossing | undefined {
  const { call, path, model } = talk
  const asked = requestIn(talk)
  if (asked === undefined) return undefined
  const isStream = path.task === 'stream' || (path.task === 'answer' && asked.stream === true)
  const policy = route.mode === 'repair' || route.mode === 'strict' ? route.policy : 'report'
  try {
    const turning = { api: target.upstream.rulebook, policy, tools: toolsOf(call) }
    const turned = turn(asked, path.format, turning, target.model ?? model)
    const isRefused = tellTurned(talk, route, target.upstream, turned)
    if (turned.lostTools.length > 0)
      call.parts.log.warn(
        { request: call.id, route: route.name, tools: lostToolsHeader(turned.lostTools) },
        'tools of a request do not reach the upstream: their provider alone runs them',
      )
    return isRefused ? undefined : { talk, target, route, turned, isStream, asked }
  } catch (error) {
    call.parts.metrics.failed('convert')
    call.parts.log.error(
      { request: call.id, failure: error instanceof Error ? error.name : typeof error },
      'a request could not be converted',
    )
    const names = `from ${path.format} to ${target.upstream.format}`
    refuse(call, { status: 502, kind: 'failing', message: `This request could not be converted ${names}.` })
    return undefined
  }
}

/** The body as an object, with the model that its path names; undefined where it cannot be converted. */
function requestIn({ call, path, readable, model }: Talk): Crossing['asked'] | undefined {
  const sent = parsed(readable === undefined ? '' : Buffer.concat(readable.pieces).toString())
  const body = path.task === 'count' && isObject(sent) ? requestToCount(sent) : sent
  if (!isObject(body)) {
    refuse(call, { status: 400, kind: 'broken-json', message: 'The body of the request is no JSON object.' })
    return undefined
  }
  if (typeof body.previous_response_id === 'string') {
    const message =
      'previous_response_id names a response that another API keeps: send the whole conversation instead.'
    refuse(call, { status: 400, message })
    return undefined
  }
  if (path.model === undefined) return body
  return path.format === 'bedrock-converse' ? { ...body, modelId: model } : { ...body, model }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Passes the answer of the upstream on, in the format of the client. */
async function finish(crossing: Crossing, response: IncomingMessage, bytes: Uint8Array): Promise<void> {
  const { talk, target, route, turned } = crossing
  const status = response.statusCode ?? 502
  if (status < 300) return deliver(crossing, response, turned.found)
  if (talk.path.task === 'count' && cannotCount(status)) {
    response.resume()
    return sendEstimate(talk)
  }
  const held = await readPieces(response, errorLimit)
  const error = held.state === 'whole' ? held.pieces : []
  if (isRefusal(status) && route.mode === 'repair') {
    const sent = readBodyOf([bytes], target.upstream.format, target.model ?? talk.model)
    const again = await sendStricter(
      talk,
      route,
      target.upstream,
      { response, error, sent, unasked: undefined },
      (stricter) => outgoingFor(crossing, stricter),
    )
    const isBetter = again !== undefined && (again.response.statusCode ?? 502) < 300
    if (isBetter) return deliver(crossing, again.response, [...turned.found, ...again.mended])
    again?.response.resume()
  }
  sendError(crossing, response, Buffer.concat(error).toString())
}

function sendError({ talk, target }: Crossing, response: IncomingMessage, text: string): void {
  const { call, path } = talk
  const status = response.statusCode ?? 502
  const body = convertedError(errorIn(text, response), target.upstream.format, path.format)
  const after = headerIn(response.rawHeaders, 'retry-after')
  const headers = after === undefined ? [] : ['retry-after', after]
  if (body === undefined) {
    refuse(
      call,
      { status, kind: 'failing', message: text.slice(0, 2000) || `The upstream answered ${status}.` },
      headers,
    )
    return
  }
  const type = ['content-type', 'application/json']
  sendOwn(call.visit, { status, headers: [...type, ...headers], body: JSON.stringify(body) }, call.id)
}

/** The body of an error; one API says in a header alone what kind of error it is. */
function errorIn(text: string, { rawHeaders }: IncomingMessage): unknown {
  const body = parsed(text)
  const type = headerIn(rawHeaders, 'x-amzn-errortype')?.replace(/:.*$/, '')
  return type === undefined || !isObject(body) ? body : { __type: type, ...body }
}

async function deliver(crossing: Crossing, response: IncomingMessage, found: Turned['found']): Promise<void> {
  const { talk, route, isStream } = crossing
  const isTold = route.mode === 'repair' && found.length > 0
  const isSeen = route.mode === 'observe' && found.length > 0
  const { lostTools } = crossing.turned
  const headers = [
    ...(lostTools.length > 0 ? ['x-mortise-lost-tools', lostToolsHeader(lostTools)] : []),
    ...(isTold ? ['x-mortise-repairs', foundHeader(found)] : []),
    ...(isSeen ? ['x-mortise-would-repair', foundHeader(found)] : []),
  ]
  if (isStream) relay(talk.call, { response, headers, isConverted: true, ...convertingEvents(crossing) })
  else await sendAnswer(crossing, response, headers)
}

/** The largest answer in one piece. */
const answerLimit = 1 << 26

async function sendAnswer(
  crossing: Crossing,
  response: IncomingMessage,
  told: readonly string[],
): Promise<void> {
  const { call, holding } = crossing.talk
  const held = await readPieces(response, answerLimit, holding.take)
  if (held.state === 'no-room') return noRoom(call)
  try {
    const text = held.state === 'whole' ? Buffer.concat(held.pieces).toString() : ''
    const body = JSON.stringify(convertedAnswer(JSON.parse(text), crossing))
    const headers = ['content-type', 'application/json', ...told]
    sendOwn(call.visit, { status: 200, headers, body }, call.id)
  } catch {
    call.parts.metrics.failed(held.state === 'whole' ? 'convert' : 'upstream')
    const message = 'The answer of the upstream could not be read.'
    refuse(call, { status: 502, kind: 'failing', message })
  }
}
