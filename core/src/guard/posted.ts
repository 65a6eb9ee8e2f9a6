import { decode } from '../bytes/text/decode.ts'
import { encode } from '../bytes/text/utf8.ts'
import { type AddressFacts, readAddress } from './address.ts'
import type { GuardOptions } from './options.ts'
import {
  type BetaChange,
  initFor,
  initWith,
  isRequest,
  requestWith,
  type WebFetch,
  type WebInit,
  type WebResponse,
} from './web.ts'

/** A request with a body that may be a conversation. */
export interface Posted {
  readonly address: AddressFacts | undefined
  readonly body: Uint8Array | string
  /** Sends it with these bytes in place of its body, and with or without a beta. */
  readonly send: (fetch: WebFetch, bytes: Uint8Array, change?: BetaChange) => Promise<WebResponse>
}

/** The bytes of a body; its own, where it has some. */
export function bytesOf({ body }: Posted): Uint8Array {
  return typeof body === 'string' ? encode(body) : body
}

/** A request to somewhere that conversations are sent, with a body at hand; undefined where it is another. */
export async function readPosted(
  input: unknown,
  init: WebInit | undefined,
  { api }: GuardOptions,
): Promise<Posted | undefined> {
  const request = isRequest(input) ? input : undefined
  const method = init?.method ?? request?.method ?? 'GET'
  const address = readAddress(request?.url ?? String(input))
  if (method.toUpperCase() !== 'POST' || (address === undefined && api === undefined)) return undefined
  if (init?.body !== undefined && init.body !== null) return postedInit(input, init, address)
  // A body that was read before is `fetch`'s to refuse.
  if (request === undefined || request.bodyUsed) return undefined
  const body = new Uint8Array(await request.clone().arrayBuffer())
  const send: Posted['send'] = (fetch, bytes, change) =>
    fetch(requestWith(request, bytes, change), initFor(init, bytes.length, change))
  return { address, body, send }
}

function postedInit(input: unknown, init: WebInit, address: AddressFacts | undefined): Posted | undefined {
  const body = atHand(init.body)
  if (body === undefined) return undefined
  const isText = typeof body === 'string'
  const inherited = isRequest(input) ? input.headers : undefined
  const send: Posted['send'] = (fetch, bytes, change) => {
    const sent = isText ? decode(bytes, 0, bytes.length) : bytes
    return fetch(input, initWith(init, sent, bytes.length, change, inherited))
  }
  return { address, body, send }
}

/** A body that is a text or bytes; undefined where it is not at hand: a stream, a form, a file. */
function atHand(body: unknown): Uint8Array | string | undefined {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : undefined
}
