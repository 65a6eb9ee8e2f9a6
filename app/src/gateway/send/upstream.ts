import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { boundThinking, type FieldState, type Rulebook, rulebooks } from '@mortise/core'
import type { UpstreamConfig } from '../../config/index.ts'
import type { HeaderList } from './headers.ts'

/** An API that requests are sent on to. */
export interface Upstream extends UpstreamConfig {
  readonly name: string
  readonly format: string
  readonly rulebook: Rulebook
  readonly agent: HttpAgent | HttpsAgent
  /** The API can be asked to drop thinking that is bound to another past. */
  readonly dropsBlocks: boolean
  /** The experience with asking for that. */
  readonly state: FieldState
}

/** A request on its way to an upstream. */
export interface Outgoing {
  readonly method: string
  /** The path and the query. */
  readonly path: string
  readonly headers: HeaderList
  readonly body: readonly Uint8Array[] | Readable
}

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

/** An upstream of a config. Its connections stay open for the next request; the one used last is used first. */
export function openUpstream(name: string, config: UpstreamConfig): Upstream {
  const rulebook = rulebooks.find((each) => each.name === config.api)
  if (rulebook === undefined) throw new Error(`There is no API \`${config.api}\`.`)
  const options = { keepAlive: true, scheduling: 'lifo' } as const
  const agent = config.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const dropsBlocks = boundThinking.dropsBlocks(config.url.hostname)
  const state = { isFieldRefused: false }
  return { ...config, name, rulebook, format: rulebook.format, agent, dropsBlocks, state }
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
    const attempt = (isSecond: boolean): void => {
      const request = startRequest(upstream, outgoing)
      current = request
      const stop = watch(request, upstream, phases)
      request.once('response', (response) => {
        stop()
        resolve(response)
      })
      request.once('error', (error) => {
        stop()
        // A kept connection that the other side closed just then: nothing of the request was read.
        const isStale = request.reusedSocket && isClosed(error) && Array.isArray(outgoing.body)
        if (isStale && !isSecond && !isCancelled) attempt(true)
        else reject(failureOf(error, upstream))
      })
      writeBody(request, outgoing.body)
    }
    attempt(false)
  })
  return {
    answer,
    cancel() {
      isCancelled = true
      current?.destroy()
    },
  }
}

/** Whether a connection was closed by the other side; which error tells it depends on what was being done. */
function isClosed(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

function startRequest({ url, agent }: Upstream, { method, path, headers }: Outgoing): ClientRequest {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = start({
    agent,
    method,
    path,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    setHost: false,
    // A list of names and values by turns, which Node takes as it is; its types do not say so.
    headers: [...headers, 'host', url.host] as unknown as Record<string, string>,
  })
  return request
}

function writeBody(request: ClientRequest, body: Outgoing['body']): void {
  if (!Array.isArray(body)) {
    ;(body as Readable).pipe(request)
    return
  }
  request.cork()
  for (const piece of body) request.write(piece)
  request.end()
  request.uncork()
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
