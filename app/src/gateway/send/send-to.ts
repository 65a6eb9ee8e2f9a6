import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { isCutOff } from '../../http/exchange.ts'
import { keepHeaders } from './headers.ts'
import { hasBody, type Outgoing, type Upstream } from './upstream.ts'

/** The longest that each phase may take, in milliseconds. */
export interface Phases {
  readonly connect: number
  readonly headers: number
}

/** An upstream that gave no answer. */
export class UpstreamError extends Error {
  readonly status: 502 | 504

  constructor(message: string, status: 502 | 504, cause?: unknown) {
    super(message, { cause })
    this.name = 'UpstreamError'
    this.status = status
  }
}

/** A request under way: its answer, and a way to end it. */
export interface Sending {
  readonly answer: Promise<IncomingMessage>
  cancel(): void
}

/** Sends a request; the answer comes when its head is there. Redirects are answers like others. */
export function sendTo(upstream: Upstream, outgoing: Outgoing, phases: Phases): Sending {
  let current: ClientRequest | undefined
  let isCancelled = false
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const attempt = (): void => {
      const request = startRequest(upstream, outgoing)
      let isWritten = false
      current = request
      const stop = watch(request, upstream, phases)
      request.once('response', (response) => {
        stop()
        resolve(response)
      })
      request.once('upgrade', (_, socket) => {
        socket.destroy()
        stop()
        reject(new UpstreamError(`The upstream \`${upstream.name}\` changed the protocol.`, 502))
      })
      request.on('error', (error) => {
        stop()
        // The other side had closed the kept connection, and nothing of the request was sent.
        if (request.reusedSocket && !isWritten && !isCancelled && isClosed(error)) attempt()
        else reject(failureOf(error, upstream))
      })
      request.once('socket', () => {
        whenSeenOpen(request, () => {
          isWritten = true
          writeBody(request, outgoing.body)
        })
      })
    }
    attempt()
  })
  return {
    answer,
    cancel() {
      isCancelled = true
      current?.destroy()
    },
  }
}

/**
 * Waits until it would be known if the other side had closed a kept connection: one round of the loop reads that.
 *
 * Once a byte of a request is sent, it may have been acted upon, and must not be sent again.
 */
function whenSeenOpen(request: ClientRequest, write: () => void): void {
  if (!request.reusedSocket) write()
  else
    setImmediate(() =>
      setImmediate(() => {
        if (!request.destroyed && request.socket?.readable === true) write()
      }),
    )
}

/** Whether a connection was closed by the other side; which error tells it depends on what was being done. */
function isClosed(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])

function startRequest({ url, agent }: Upstream, outgoing: Outgoing): ClientRequest {
  const { method, path, headers } = outgoing
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return start({
    agent,
    method,
    path,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    setHost: false,
    // A list of names and values by turns, which Node takes as it is; its types do not say so.
    headers: [
      ...keepHeaders(headers, (name) => !framing.has(name)),
      ...framingFor(outgoing),
      'host',
      url.host,
    ] as unknown as Record<string, string>,
  })
}

/** The header that says how long a body is: the one place where it is written, and for the very body that is sent. */
function framingFor({ method, body }: Outgoing): readonly string[] {
  if (!Array.isArray(body)) {
    const { length } = body as Exclude<Outgoing['body'], readonly Uint8Array[]>
    return length === undefined ? ['transfer-encoding', 'chunked'] : ['content-length', String(length)]
  }
  const size = body.reduce((sum: number, piece: Uint8Array) => sum + piece.length, 0)
  return size > 0 || hasBody(method) ? ['content-length', String(size)] : []
}

function writeBody(request: ClientRequest, body: Outgoing['body']): void {
  if ('stream' in body) {
    pour(request, body.stream, body.length)
    return
  }
  request.cork()
  for (const piece of body) request.write(piece)
  request.end()
  request.uncork()
}

/** Sends a body while it comes. If another length comes than the head says, or not all, the connection ends. */
function pour(request: ClientRequest, stream: Readable, length: number | undefined): void {
  let sent = 0
  stream.on('data', (piece: Buffer) => {
    sent += piece.length
    // The rest is read and thrown away, so that the client gets to read its answer.
    if (request.destroyed) return
    if (length !== undefined && sent > length) request.destroy()
    else if (!request.write(piece)) stream.pause()
  })
  request.on('drain', () => stream.resume())
  request.once('close', () => stream.resume())
  stream.once('end', () => {
    const isWhole = length === undefined ? !isCutOff(stream) : sent === length
    if (isWhole) request.end()
    else request.destroy()
  })
  stream.once('close', () => {
    if (!stream.readableEnded) request.destroy()
  })
  // An answer that is over before its request: the connection is not kept.
  request.once('response', (response) =>
    response.once('end', () => {
      if (!request.writableEnded) request.destroy()
    }),
  )
}

/** Ends a request that takes too long to connect, or to be answered. */
function watch(request: ClientRequest, upstream: Upstream, { connect, headers }: Phases): () => void {
  const late = (what: string): void => {
    request.destroy(new UpstreamError(`The upstream \`${upstream.name}\` ${what}.`, 504))
  }
  const whole = setTimeout(() => late(`sent no answer within ${headers / 1000} s`), headers)
  let first: NodeJS.Timeout | undefined
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    first = setTimeout(() => late(`could not be reached within ${connect / 1000} s`), connect)
    socket.once(upstream.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(first))
  })
  return () => {
    clearTimeout(whole)
    clearTimeout(first)
  }
}

function failureOf(error: unknown, { name }: Upstream): UpstreamError {
  if (error instanceof UpstreamError) return error
  const code = codeOf(error)
  return new UpstreamError(
    `The upstream \`${name}\` cannot be reached (${String(code ?? 'error')}).`,
    502,
    error,
  )
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
