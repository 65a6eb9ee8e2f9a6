import {
  createServer as createHttp,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttp2, type ServerHttp2Session } from 'node:http2'
import { createServer, type Server, type Socket } from 'node:net'
import { inTurn, type Request, type Response } from './exchange.ts'
import { sniff } from './sniff.ts'

/** A port that speaks both versions of HTTP. */
export interface Listener {
  readonly port: number
  /** How many connections are open. */
  connections(): number
  /** Takes no new connections; those without a request under way are ended. */
  stop(): void
  /**
   * Serves on; after this many milliseconds takes no new connections.
   *
   * A connection of HTTP/1.1 ends after an answer that says so. One of HTTP/2 ends when its client ends it: to ask for
   * that makes some clients fail requests that they have begun.
   */
  retire(linger: number): void
  /** Takes back that it retires; gives whether it still takes connections. */
  revive(): boolean
  /** Whether it takes no connections any more and has none. */
  isOver(): boolean
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** How long a connection may keep the server waiting, in milliseconds. */
export interface Timeouts {
  /** For the first bytes, and for the whole head of a request. */
  readonly head: number
  /** For a whole request. */
  readonly request: number
  /** For the next request, once one is answered; as Node has it unless said otherwise. */
  readonly idle?: number
  /** For anything at all, while an HTTP/2 request is under way; as long as for a request unless said otherwise. */
  readonly silence?: number
}

// Node's own defaults.
const usual: Timeouts = { head: 60_000, request: 300_000 }

// Connections that wait to be accepted. Node's 511 are soon full when agents start together, and the kernel resets the others.
const backlog = 4096
// Room for a scenario in a header.
const maxHeaderSize = 1 << 16
// How much of HTTP/2 may be on its way, of a request and of a connection.
const streamWindow = 8 << 20
const connectionWindow = 16 << 20
// So many requests of one HTTP/2 connection are under way at a time; more of them wait at the client.
const maxConcurrentStreams = 1000

/** Listens on one port for HTTP/1.1, and for HTTP/2 without TLS by those who know that it is there. */
export async function listen(
  host: string,
  port: number,
  handle: (request: Request, response: Response) => void,
  patience: Timeouts = usual,
): Promise<Listener> {
  let isRetired = false
  let leaving: NodeJS.Timeout | undefined
  const first = firstVersion((request, response) => {
    if (isRetired) response.shouldKeepAlive = false
    inTurn(response, () => handle(request, response))
  }, patience)
  const settings = {
    maxHeaderListSize: maxHeaderSize,
    initialWindowSize: streamWindow,
    maxConcurrentStreams,
  }
  const second = createHttp2({ settings }, handle)
  // A client that breaks the protocol ends its own connection, and nothing else.
  second.on('sessionError', () => undefined)
  const sessions = new Set<ServerHttp2Session>()
  second.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    endWhenSilent(session, patience)
    // A window of 64 KB makes a large request wait for its reader again and again.
    session.setLocalWindowSize(connectionWindow)
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const silence = setTimeout(() => socket.destroy(), patience.head)
    socket.once('close', () => clearTimeout(silence))
    sniff(socket, (isSecond) => {
      clearTimeout(silence)
      ;(isSecond ? second : first).emit('connection', socket)
    })
  })
  await opened(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () => sockets.size,
    stop() {
      clearTimeout(leaving)
      server.close()
      first.closeIdleConnections()
      for (const session of sessions) session.close()
    },
    retire(linger) {
      isRetired = true
      // A connection that is not accepted yet would be lost with the socket.
      if (linger === 0) server.close()
      else leaving = setTimeout(() => server.close(), linger)
    },
    revive() {
      isRetired = false
      clearTimeout(leaving)
      return server.listening
    },
    isOver: () => !server.listening && sockets.size === 0,
    close: () =>
      new Promise((resolve) => {
        clearTimeout(leaving)
        first.close()
        if (server.listening) server.close(() => resolve())
        else if (sockets.size === 0) resolve()
        else server.once('close', resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function firstVersion(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  patience: Timeouts,
): HttpServer {
  const limits = {
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(30_000, patience.head),
    ...(patience.idle === undefined ? {} : { keepAliveTimeout: patience.idle }),
  }
  const server = createHttp({ maxHeaderSize, ...limits }, handle)
  // Node looks for slow requests from this event on; here another server listens in its place.
  server.emit('listening')
  return server
}

/**
 * Ends an HTTP/2 connection that is silent: at once where no request is under way, else when the request has had its time.
 *
 * After an error of the protocol Node 20 neither reads on nor says so, even when the client has gone: silence is the
 * only sign.
 */
function endWhenSilent(session: ServerHttp2Session, { head, request, silence = request }: Timeouts): void {
  let underWay = 0
  let silent = 0
  session.on('stream', (stream) => {
    underWay += 1
    silent = 0
    stream.once('close', () => {
      underWay -= 1
    })
  })
  session.setTimeout(head)
  session.on('timeout', () => {
    silent += head
    if (underWay === 0 || silent >= silence) session.destroy()
    else session.setTimeout(head)
  })
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
