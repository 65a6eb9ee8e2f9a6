// The part of the web's own `fetch` that is used here; every place that has JavaScript has it, yet it is no part of the
// language.

/** A request as `fetch` takes it, in place of a URL. */
export interface WebRequest {
  readonly url: string
  readonly method: string
  readonly headers: unknown
  readonly bodyUsed: boolean
  clone(): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** The options of `fetch`. */
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

export interface WebHeaders {
  has(name: string): boolean
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
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

/** A change of a beta among the headers. */
export interface BetaChange {
  readonly do: 'add' | 'remove'
  readonly header: string
  readonly beta: string
}

/** The same request with another body. */
export function requestWith(request: WebRequest, bytes: Uint8Array, change?: BetaChange): unknown {
  const headers = headersFor(request.headers, bytes.length, change)
  return new Request(request, headers === undefined ? { body: bytes } : { body: bytes, headers })
}

/** The same with another body; a length that was told is told anew. `inherited`: headers that count where none are told. */
export function initWith(
  init: WebInit,
  body: string | Uint8Array,
  length: number,
  change?: BetaChange,
  inherited?: unknown,
): WebInit {
  const headers = headersFor(init.headers ?? (change && inherited), length, change)
  return headers === undefined ? { ...init, body } : { ...init, body, headers }
}

/** The same with other headers, for a body that stands elsewhere; undefined where it tells none. */
export function initFor(init: WebInit | undefined, length: number, change?: BetaChange): WebInit | undefined {
  const headers = init?.headers === undefined ? undefined : headersFor(init.headers, length, change)
  return headers === undefined ? init : { ...init, headers }
}

/** Headers with another length or other betas; undefined where they stay as they are. */
function headersFor(told: unknown, length: number, change: BetaChange | undefined): WebHeaders | undefined {
  if (told === undefined && change?.do !== 'add') return undefined
  const headers = new Headers(told ?? {})
  const hasLength = headers.has('content-length')
  if (hasLength) headers.set('content-length', String(length))
  const isChanged = change !== undefined && changeBeta(headers, change)
  return hasLength || isChanged ? headers : undefined
}

/** Puts a beta beside the others, or takes it out; false where that changes nothing. */
export function changeBeta(headers: WebHeaders, { do: wanted, header, beta }: BetaChange): boolean {
  const betas = (headers.get(header) ?? '').split(',').map((name) => name.trim())
  const others = betas.filter((name) => name !== '' && name !== beta)
  if (betas.includes(beta) === (wanted === 'add')) return false
  if (wanted === 'add') headers.set(header, [...others, beta].join(','))
  else if (others.length > 0) headers.set(header, others.join(','))
  else headers.delete(header)
  return true
}

declare const fetch: WebFetch

/** The `fetch` of the place that this runs in, whichever it is when it is called. */
export const webFetch: WebFetch = (input, init) => (init === undefined ? fetch(input) : fetch(input, init))
