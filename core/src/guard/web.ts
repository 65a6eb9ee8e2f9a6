// What of the web's own `fetch` is used here; every place that has JavaScript has it, yet it is no part of the
// language.

/** A request as `fetch` takes it, in place of a URL. */
export interface WebRequest {
  readonly url: string
  readonly method: string
  readonly headers: unknown
  readonly bodyUsed: boolean
  clone(): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** What is told to `fetch` beside the URL. */
export interface WebInit {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: unknown
}

export interface WebResponse {
  readonly status: number
  clone(): { text(): Promise<string> }
}

/** A `fetch`, as far as a guard knows it. */
export type WebFetch = (input: unknown, init?: WebInit) => Promise<WebResponse>

interface WebHeaders {
  has(name: string): boolean
  set(name: string, value: string): void
}

declare const Headers: new (headers: unknown) => WebHeaders
declare const Request: new (
  input: unknown,
  init: { readonly body: unknown; readonly headers?: unknown },
) => object

export function isRequest(input: unknown): input is WebRequest {
  return (
    typeof input === 'object' && input !== null && 'clone' in input && 'url' in input && 'method' in input
  )
}

/** The same request with another body. */
export function requestWith(request: WebRequest, bytes: Uint8Array): unknown {
  const headers = headersFor(request.headers, bytes.length)
  return new Request(request, headers === undefined ? { body: bytes } : { body: bytes, headers })
}

/** The same with another body; a length that was told is told anew. */
export function initWith(init: WebInit, body: string | Uint8Array, length: number): WebInit {
  const headers = headersFor(init.headers, length)
  return headers === undefined ? { ...init, body } : { ...init, body, headers }
}

/** Headers with another length; undefined where none was told. */
function headersFor(told: unknown, length: number): WebHeaders | undefined {
  const headers = told === undefined ? undefined : new Headers(told)
  if (!headers?.has('content-length')) return undefined
  headers.set('content-length', String(length))
  return headers
}

declare const fetch: WebFetch

/** The `fetch` of the place that this runs in, whichever it is when it is called. */
export const webFetch: WebFetch = (input, init) => (init === undefined ? fetch(input) : fetch(input, init))
