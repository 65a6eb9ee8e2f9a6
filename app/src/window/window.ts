import type { Request, Response } from '../http/exchange.ts'
import { begin } from '../http/exchange.ts'
import { type AllowedNames, whyForeign } from '../http/foreign-request.ts'
import { openContext } from '../sessions/find/context.ts'
import { readAssets } from './assets.ts'
import { WindowDoor } from './door.ts'
import type { GatewaySource } from './gateway-source.ts'
import { answerRequest, type WindowContext } from './routes.ts'
import { safe } from './safe-headers.ts'
import { SessionWatch } from './sessions.ts'
import { Transcripts } from './transcripts.ts'

/** The surroundings of the page. */
export interface WindowOptions {
  readonly version: string
  /** Another home than the user's own. */
  readonly home?: string | undefined
  /** The token that lets in, at this moment. */
  token(): string
  /** The names by which browsers come in, besides those of this machine: origins with their port. */
  allowed(): AllowedNames
  /** The gateway that is watched, if there is one. */
  readonly gateway?: GatewaySource
}

/** The page, as a listener of Node's `http` and `http2`. */
export interface Window {
  listener(request: Request, response: Response): void
  close(): void
}

/** Opens the page: it listens nowhere by itself. */
export function openWindow(options: WindowOptions): Window {
  const { version, home } = options
  const context = () => openContext({ home, version })
  const watch = new SessionWatch(context)
  const door = new WindowDoor(() => options.token())
  const assets = readAssets()
  const room: WindowContext = {
    version,
    door,
    context,
    watch,
    transcripts: new Transcripts(),
    gateway: options.gateway,
    streams: new Set(),
  }
  const listener = async (request: Request, response: Response): Promise<void> => {
    const foreign = whyForeign({ headers: request.rawHeaders, target: request.url ?? '' }, options.allowed())
    if (foreign !== undefined) return say(response, 403, `${foreign}\n`)
    const url = new URL(request.url ?? '/', 'http://window')
    const entry = await door.look(request)
    if (entry === 'token') return enter(response, door, url)
    if (entry !== 'inside') return say(response, 401, needsToken)
    const asset = assets.get(url.pathname === '/' ? '/index.html' : url.pathname)
    if (asset === undefined) return answerRequest(room, request, response, url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'Only GET.\n')
    begin(response, 200, { ...safe, 'content-type': asset.type })
    if (request.method === 'HEAD') response.end()
    else response.end(asset.bytes)
  }
  return {
    listener: (request, response) => {
      response.on('error', () => undefined)
      void listener(request, response).catch(() => response.destroy())
    },
    close() {
      watch.stop()
      for (const stream of room.streams) stream.end()
    },
  }
}

const needsToken =
  'This page needs the address with the token: `mortise ui` prints it. A browser that was let in keeps a cookie.\n'

/** Lets a browser in: the token leaves the address. */
function enter(response: Response, door: WindowDoor, url: URL): void {
  url.searchParams.delete('token')
  // A path of two slashes would lead to another host.
  const location = url.pathname.replace(/^\/+/, '/') + url.search
  begin(response, 303, { ...safe, location, 'set-cookie': door.cookie() })
  response.end()
}

function say(response: Response, status: number, text: string): void {
  begin(response, status, { ...safe, 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}
