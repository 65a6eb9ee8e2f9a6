import { Http2ServerRequest } from 'node:http2'
import type { Request } from './exchange.ts'

/** Whether a request has a body; `odd` if another reader may see another end of it. */
export type Framing = 'none' | 'body' | 'odd'

/** Reads from the head of a request whether it has a body. */
export function framingOf(request: Request): Framing {
  if (request instanceof Http2ServerRequest) return request.stream.endAfterHeaders ? 'none' : 'body'
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers
  if (coding === undefined) return length === undefined || /^0+$/.test(length) ? 'none' : 'body'
  // Node reads more than this: other codings below the chunks, and chunks in HTTP/1.0.
  const isPlain = coding.toLowerCase() === 'chunked' && length === undefined && request.httpVersion === '1.1'
  return isPlain ? 'body' : 'odd'
}
