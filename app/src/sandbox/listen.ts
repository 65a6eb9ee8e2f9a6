import { createServer as createHttp } from 'node:http'
import { createServer as createHttp2 } from 'node:http2'
import { createServer, type Server, type Socket } from 'node:net'
import type { Request, Response } from './exchange.ts'
import { sniff } from './sniff.ts'

/** A port that speaks both versions of HTTP. */
export interface Listener {
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

// Room for a scenario in a header.
const maxHeaderSize = 1 << 16

/** Listens on one port for HTTP/1.1, and for HTTP/2 without TLS by those who know that it is there. */
export async function listen(
  host: string,
  port: number,
  handle: (request: Request, response: Response) => void,
): Promise<Listener> {
  const first = createHttp({ maxHeaderSize }, handle)
  const second = createHttp2({ settings: { maxHeaderListSize: maxHeaderSize } }, handle)
  // A client that breaks the protocol or goes away ends its own connection, and nothing else.
  second.on('sessionError', () => undefined)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    sniff(socket, (isSecond) => (isSecond ? second : first).emit('connection', socket))
  })
  await opened(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
