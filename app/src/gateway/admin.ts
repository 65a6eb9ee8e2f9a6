import { createHash, timingSafeEqual } from 'node:crypto'
import type { Writable } from 'node:stream'
import { begin, headerOf, type Request, type Response } from '../http/exchange.ts'
import { type AllowedNames, whyForeign } from '../http/foreign-request.ts'
import { printableJson } from '../text/printable.ts'
import { sseEvent } from '../wire/sse.ts'
import type { Shared } from './make-parts.ts'
import type { Reloaded } from './reload.ts'

/** The requests of the control plane. */
export interface Control {
  /** The token that lets in, at this moment. */
  token(): string
  /** The names by which others than programs of this machine may come in, at this moment. */
  allowed(): AllowedNames
  /** Reads the config again; undefined where the gateway has no file to read. */
  readonly reload: (() => Promise<Reloaded>) | undefined
  /** Answers browsers; undefined where there is no page. */
  readonly page: ((request: Request, response: Response) => void) | undefined
}

/** The paths of the control plane itself. */
const ownPath = /^[^?]*\/(?:metrics|admin)(?:[/?]|$)/

/** Answers requests to the control plane of a gateway, of those who have the token. */
export function adminHandler(
  shared: Pick<Shared, 'metrics' | 'events'>,
  control: Control,
): (request: Request, response: Response) => void {
  return (request, response) => {
    const isOfProgram = headerOf(request, 'authorization') !== undefined || ownPath.test(request.url ?? '')
    if (control.page !== undefined && !isOfProgram) return control.page(request, response)
    const foreign = whyForeign({ headers: request.rawHeaders, target: request.url ?? '' }, control.allowed())
    if (foreign !== undefined) say(response, 403, `${foreign}\n`)
    else if (isAllowed(request, control.token())) void answer(shared, control, request, response)
    else needToken(response)
  }
}

/** Answers `/metrics` alone, to those who have the token. */
export function metricsHandler(
  metrics: Shared['metrics'],
  token: () => string,
): (request: Request, response: Response) => void {
  return (request, response) => {
    const [path] = (request.url ?? '').split('?')
    request.resume()
    if (!isAllowed(request, token())) needToken(response)
    else if (path !== '/metrics') say(response, 404, 'There is /metrics.\n')
    else if (request.method !== 'GET') say(response, 405, 'Only GET is answered here.\n', { allow: 'GET' })
    else void sayMetrics(metrics, response)
  }
}

async function sayMetrics(metrics: Shared['metrics'], response: Response): Promise<void> {
  say(response, 200, await metrics.text(), { 'content-type': metrics.type })
}

function needToken(response: Response): void {
  say(response, 401, 'A token is needed: `authorization: Bearer TOKEN`.\n', { 'www-authenticate': 'Bearer' })
}

/** Takes as long for any token. */
function isAllowed(request: Request, token: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  const sent = /^bearer\s+(\S+)\s*$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  return sent !== undefined && timingSafeEqual(hashOf(sent), hashOf(token))
}

async function answer(
  { metrics, events }: Pick<Shared, 'metrics' | 'events'>,
  { reload }: Control,
  request: Request,
  response: Response,
): Promise<void> {
  const [path] = (request.url ?? '').split('?')
  request.resume()
  if (path === '/admin/reload' && reload !== undefined) await answerReload(request, response, reload)
  else if (request.method !== 'GET') say(response, 405, 'Only GET is answered here.\n', { allow: 'GET' })
  else if (path === '/metrics') await sayMetrics(metrics, response)
  else if (path === '/admin/events') stream(events, response)
  else say(response, 404, 'There is /metrics, /admin/events and, by POST, /admin/reload.\n')
}

/** Reads the config again, and says what came of it. */
async function answerReload(
  request: Request,
  response: Response,
  reload: () => Promise<Reloaded>,
): Promise<void> {
  if (request.method !== 'POST') return say(response, 405, 'Only POST is answered here.\n', { allow: 'POST' })
  const reloaded = await reload()
  say(response, reloaded.state === 'refused' ? 422 : 200, `${JSON.stringify(reloaded)}\n`, {
    'content-type': 'application/json',
  })
}

function say(
  response: Response,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.on('error', () => undefined)
  begin(response, status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(body)
}

/** How often a silent stream says that it is alive, in milliseconds. */
const pulse = 15_000
/** A listener that reads so slowly that this many bytes wait for it is not told more. */
const backlog = 1 << 20

/** Sends repairs as they happen, until the listener goes. */
function stream(events: Shared['events'], response: Response): void {
  const out: Writable = response
  response.on('error', () => undefined)
  begin(response, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (text: string): void => {
    if (out.writableLength < backlog) out.write(text)
  }
  send(': listening\n\n')
  const stop = events.listen(({ bodies: _, ...event }) => send(printableJson(sseEvent(event, 'repair'))))
  const timer = setInterval(() => send(': alive\n\n'), pulse)
  response.once('close', () => {
    stop()
    clearInterval(timer)
  })
}
