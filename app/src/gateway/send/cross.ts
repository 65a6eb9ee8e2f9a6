import type { IncomingMessage } from 'node:http'
import { readPieces } from '../../http/exchange.ts'
import { answerBytes } from '../answer/answer-bytes.ts'
import { convertedError, convertingEvents } from '../answer/convert-answer.ts'
import { relay } from '../answer/relay.ts'
import { tellTurned } from '../judge/judge-body.ts'
import { readBodyOf } from '../judge/mend.ts'
import { isRefusal } from '../judge/stricter.ts'
import { toolsOf } from '../parts.ts'
import { canCount, cannotCount, sendEstimate } from '../receive/count.ts'
import { refuse, sendOwn } from '../receive/own-answer.ts'
import type { Complaint } from '../receive/refuse.ts'
import type { Route, Target } from '../receive/routes.ts'
import { noRoom, type Talk } from '../receive/talk.ts'
import { foundHeader, lostToolsHeader } from '../report/told.ts'
import { type Crossed, type CrossOrder, crossedBody } from './cross-body.ts'
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
  readonly turned: Extract<Crossed, { readonly state: 'crossed' }>['turned']
  readonly bytes: Uint8Array
  readonly isStream: boolean
  readonly wantsUsage: boolean
  readonly inputTokens: number | undefined
}

/** Answers a conversation whose upstream speaks another format. Gives whether it was answered, or cannot be. */
export async function convertAndSend(
  talk: Talk,
  route: Route,
  target: Target,
  isLast: boolean,
): Promise<boolean> {
  if (talk.path.task === 'count' && !canCount(target.upstream.format)) {
    await sendEstimate(talk)
    return true
  }
  if (!canNameModel(target.upstream.format, target.model ?? talk.model ?? '')) {
    refuse(talk.call, { status: 400, message: 'The model of this request cannot stand in a path.' })
    return true
  }
  const crossing = await crossed(talk, route, target)
  if (crossing === undefined) return true
  const { call, departure } = talk
  const { bytes } = crossing
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
async function crossed(talk: Talk, route: Route, target: Target): Promise<Crossing | undefined> {
  const { call, path, model, readable, departure } = talk
  const { upstream } = target
  const { name, format } = upstream.rulebook
  const order: CrossOrder = {
    format: path.format,
    task: path.task,
    pathModel: path.model,
    model: target.model ?? model,
    api: { name, format },
    policy: route.mode === 'repair' || route.mode === 'strict' ? route.policy : 'report',
    tools: toolsOf(call)?.tools,
  }
  const { pieces = [] } = readable ?? {}
  try {
    const made =
      talk.weight === 'light'
        ? crossedBody(Buffer.concat(pieces), order)
        : await call.parts.thread.run('cross', pieces, order, () => departure.isGone)
    if (made.state !== 'crossed') {
      refuse(call, complaints[made.state])
      return undefined
    }
    talk.holding.add(made.bytes.length)
    const isRefused = tellTurned(talk, route, upstream, made.turned)
    const { lostTools } = made.turned
    if (lostTools.length > 0)
      call.parts.log.warn(
        { request: call.id, route: route.name, tools: lostToolsHeader(lostTools) },
        'tools of a request do not reach the upstream: their provider alone runs them',
      )
    return isRefused ? undefined : { ...made, talk, target, route }
  } catch (error) {
    if (departure.isGone) return undefined
    call.parts.metrics.failed('convert')
    call.parts.log.error(
      { request: call.id, failure: error instanceof Error ? error.name : typeof error },
      'a request could not be converted',
    )
    const names = `from ${path.format} to ${upstream.format}`
    refuse(call, { status: 502, kind: 'failing', message: `This request could not be converted ${names}.` })
    return undefined
  }
}

const complaints: Readonly<Record<'no-object' | 'names-response', Complaint>> = {
  'no-object': { status: 400, kind: 'broken-json', message: 'The body of the request is no JSON object.' },
  'names-response': {
    status: 400,
    message:
      'previous_response_id names a response that another API keeps: send the whole conversation instead.',
  },
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

async function deliver(
  crossing: Crossing,
  response: IncomingMessage,
  found: Crossing['turned']['found'],
): Promise<void> {
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
  const { talk, target, turned } = crossing
  const { call, holding, departure, path, model } = talk
  const held = await readPieces(response, answerLimit, holding.take)
  if (held.state === 'no-room') return noRoom(call)
  const order = {
    task: path.task,
    from: target.upstream.format,
    fromApi: target.upstream.api,
    to: path.format,
    names: turned.names,
    plainText: turned.plainText,
    model,
  }
  const { weigh, thread } = call.parts
  try {
    const pieces = held.state === 'whole' ? held.pieces : []
    const body =
      weigh(pieces) === 'light'
        ? answerBytes(Buffer.concat(pieces), order)
        : await thread.run('answer', pieces, order, () => departure.isGone)
    const headers = ['content-type', 'application/json', ...told]
    sendOwn(call.visit, { status: 200, headers, body }, call.id)
  } catch {
    if (departure.isGone) return
    call.parts.metrics.failed(held.state === 'whole' ? 'convert' : 'upstream')
    const message = 'The answer of the upstream could not be read.'
    refuse(call, { status: 502, kind: 'failing', message })
  }
}
