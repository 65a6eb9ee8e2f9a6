import { type IncomingMessage, ServerResponse } from 'node:http'
import { constants, Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Readable, Writable } from 'node:stream'

/** A request, in either version of HTTP. */
export type Request = IncomingMessage | Http2ServerRequest
/** Where its answer goes. */
export type Response = ServerResponse | Http2ServerResponse

/** A body as far as it was read: all of it, too much, or none because the client has gone. */
export type Body =
  | { readonly state: 'whole'; readonly bytes: Buffer }
  | { readonly state: 'too-large' | 'gone' }

/** The same, in the pieces that came. */
export type BodyPieces =
  | { readonly state: 'whole'; readonly pieces: readonly Buffer[]; readonly size: number }
  | { readonly state: 'too-large' | 'no-room' | 'gone' }

/** Reads the body of a request, up to a limit. */
export async function readBody(request: Readable, limit: number): Promise<Body> {
  const body = await readPieces(request, limit)
  if (body.state === 'whole') return { state: 'whole', bytes: Buffer.concat(body.pieces) }
  return { state: body.state === 'gone' ? 'gone' : 'too-large' }
}

/**
 * Reads the body of a request, up to a limit, and leaves it in the pieces that came.
 *
 * `take` is asked for the memory of each piece.
 */
export function readPieces(
  request: Readable,
  limit: number,
  take: (bytes: number) => boolean = () => true,
): Promise<BodyPieces> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    let isOver = false
    // The rest of the body is read and thrown away, so that the client gets to read the answer.
    const stop = (state: 'too-large' | 'no-room'): void => {
      isOver = true
      pieces.length = 0
      resolve({ state })
    }
    request.on('data', (piece: Buffer) => {
      if (isOver) return
      size += piece.length
      if (size > limit) stop('too-large')
      else if (!take(piece.length)) stop('no-room')
      else pieces.push(piece)
    })
    request.once('end', () =>
      resolve(isCutOff(request) ? { state: 'gone' } : { state: 'whole', pieces, size }),
    )
    request.once('close', () => resolve({ state: 'gone' }))
    request.once('error', () => resolve({ state: 'gone' }))
  })
}

/** Whether a body that has ended is not all of it: Node also ends that of an HTTP/2 request whose client has gone. */
export function isCutOff(body: Readable): boolean {
  return body instanceof Http2ServerRequest && (body.stream.closed || body.stream.destroyed)
}

/**
 * Begins a request when the answers to those before it on its connection are sent.
 *
 * Node hands over requests of HTTP/1.1 that came together at once. If an earlier answer ends the connection, the later
 * ones never get it, and nothing tells them so.
 */
export function inTurn(response: Response, begin: () => void): void {
  if (response instanceof ServerResponse && response.socket === null) response.once('socket', begin)
  else begin()
}

/** Sends the head of an answer. */
export function begin(response: Response, status: number, headers: Readonly<Record<string, string>>): void {
  if (response instanceof Http2ServerResponse) response.writeHead(status, headers)
  else response.writeHead(status, headers)
}

/** Sends bytes; resolves when more may follow, or when nobody is there any longer. */
export function send(response: Writable, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const isOpen = !response.destroyed && !response.writableEnded
    if (!isOpen) return resolve()
    response.once('close', resolve)
    response.write(bytes, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}

/** Breaks the connection, or of a shared one the stream, in the middle of an answer. */
export function breakOff(response: Response): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else response.socket?.destroySoon()
}

/** The one value of a header. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
