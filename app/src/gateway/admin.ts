import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { Config } from '../config/index.ts'
import { begin, headerOf, type Request, type Response } from '../http/exchange.ts'
import { type Listener, listen } from '../http/listen.ts'
import { sseEvent } from '../wire/sse.ts'
import type { Gateway } from './gateway.ts'

/** The control plane of a gateway: its own port, on this machine, for those with the token. */
export interface Admin {
  readonly listener: Listener
  readonly token: string
  /** No token was set, and this one was made. */
  readonly isMade: boolean
}

/** Opens the control plane. */
export async function openAdmin(gateway: Gateway, config: Exclude<Config['admin'], false>): Promise<Admin> {
  const token = config.token ?? randomBytes(24).toString('base64url')
  const isAllowed = tokenCheck(token)
  const { host, port } = config.listen
  const listener = await listen(host, port, (request, response) => {
    if (isAllowed(request)) void answer(gateway, request, response)
    else
      say(response, 401, 'A token is needed: `authorization: Bearer TOKEN`.\n', {
        'www-authenticate': 'Bearer',
      })
  })
  return { listener, token, isMade: config.token === undefined }
}

/** Takes as long for any token. */
function tokenCheck(token: string): (request: Request) => boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  const wanted = hashOf(token)
  return (request) => {
    const sent = /^bearer\s+(\S+)\s*$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
    return sent !== undefined && timingSafeEqual(hashOf(sent), wanted)
  }
}

async function answer(gateway: Gateway, request: Request, response: Response): Promise<void> {
  const [path] = (request.url ?? '').split('?')
  request.resume()
  if (request.method !== 'GET') say(response, 405, 'Only GET is answered here.\n')
  else if (path === '/metrics')
    say(response, 200, await gateway.metrics.text(), { 'content-type': gateway.metrics.type })
  else if (path === '/admin/events') stream(gateway, response)
  else say(response, 404, 'There is /metrics and /admin/events.\n')
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
function stream({ events }: Gateway, response: Response): void {
  const out: Writable = response
  response.on('error', () => undefined)
  begin(response, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (text: string): void => {
    if (out.writableLength < backlog) out.write(text)
  }
  send(': listening\n\n')
  const stop = events.listen((event) => send(sseEvent(event, 'repair')))
  const timer = setInterval(() => send(': alive\n\n'), pulse)
  response.once('close', () => {
    stop()
    clearInterval(timer)
  })
}
