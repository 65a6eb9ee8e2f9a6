import { Http2ServerResponse } from 'node:http2'
import type { Readable, Writable } from 'node:stream'
import { breakOff, type Request, type Response } from '../../http/exchange.ts'
import { type Framing, framingOf } from '../../http/framing.ts'
import { type HeaderList, headerTable, keepHeaders } from '../send/headers.ts'

/** A request at the gateway, whichever way it came, and the way back to whoever sent it. */
export interface Visit {
  readonly method: string
  /** The path and the query, or a whole URL. */
  readonly target: string
  readonly headers: HeaderList
  readonly body: Readable
  /** Whether it has a body. */
  readonly framing: Framing
  /** Whether an answer has begun. */
  hasBegun(): boolean
  /** Sends the head of the answer; its body is written to what comes back. */
  answer(status: number, headers: HeaderList): Writable
  /** Breaks the answer off, so that the client sees that it is not whole. */
  breakOff(): void
  /** Tells when the client goes before it is answered. */
  onGone(told: () => void): void
  /** Tells when it is over, one way or the other, and the status that it was answered with. */
  onOver(told: (status: number) => void): void
}

/** A request to a server of Node, in either version of HTTP. */
export function nodeVisit(request: Request, response: Response): Visit {
  // A client that has gone cannot be told of it.
  response.on('error', () => undefined)
  // If it goes without an error, Node keeps the stream until all of its body and its answer are read.
  let isBrokenOff = false
  if (response instanceof Http2ServerResponse) {
    const { stream } = response
    // A stream that is broken off here must reach its client as an error: it is left to Node.
    stream.once('aborted', () => {
      if (!isBrokenOff) stream.destroy()
    })
  }
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: request.rawHeaders,
    body: request,
    framing: framingOf(request),
    // A method: V8 keeps an object with a getter, and all that it closes over, until a full collection.
    hasBegun: () => response.headersSent,
    answer(status, headers) {
      // HTTP/2 has no header about a connection.
      if (response instanceof Http2ServerResponse)
        response.writeHead(status, headerTable(keepHeaders(headers, (name) => name !== 'connection')))
      else {
        response.sendDate = false
        // Node reads nothing that follows a request to change the protocol.
        if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
        response.writeHead(status, [...headers])
      }
      return response
    },
    breakOff() {
      isBrokenOff = true
      breakOff(response)
    },
    onGone(told) {
      // An HTTP/2 stream that its client has reset counts as finished; only whole answers were ended.
      response.once('close', () => {
        if (!response.writableEnded) told()
      })
    },
    // 499: the client went before there was an answer.
    onOver: (told) =>
      void response.once('close', () => told(response.headersSent ? response.statusCode : 499)),
  }
}
