import { decode } from '../bytes/decode.ts'
import { encode } from '../bytes/utf8.ts'
import { MortiseError, repairBytes } from '../index.ts'
import { isObject } from '../model/json.ts'
import type { BytesOptions, RepairedBytes } from '../types.ts'
import { type Address, readAddress } from './address.ts'
import { checkOptions, ofFormat, wishesOf } from './choose.ts'
import { type GuardOptions, tell } from './options.ts'
import { isRefusal, stricterThan } from './stricter.ts'
import { initWith, isRequest, requestWith, type WebFetch, type WebInit, type WebResponse } from './web.ts'

/**
 * A `fetch` that mends conversations on their way; what is sound, and all else, is sent as it came.
 *
 * The path tells which format a body has. Bodies that are sent to other paths are left alone, unless an API
 * is named.
 */
export function guardFetch<Fetch extends (...args: never[]) => Promise<unknown>>(
  fetch: Fetch,
  options: GuardOptions = {},
): Fetch {
  checkOptions(options)
  // The web's `fetch` under whatever name and types its own library gives it.
  const send = fetch as unknown as WebFetch
  const guarded: WebFetch = async (input, init) => {
    const posted = await readPosted(input, init, options)
    const mended = posted === undefined ? undefined : mendBytes(posted, options)
    if (posted === undefined || mended === undefined) return send(input, init)
    const response = await posted.send(send, mended.bytes)
    if (options.retry !== true || !isRefusal(response.status)) return response
    return sendAgain(posted, mended, response, send, options)
  }
  return guarded as unknown as Fetch
}

/** The same where bodies are mended before they come here: only the second attempt is made. */
export function retryFetch(fetch: WebFetch, options: GuardOptions): WebFetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!isRefusal(response.status)) return response
    const posted = await readPosted(input, init, options)
    if (posted?.address === undefined) return response
    const sent = { bytes: posted.bytes, format: posted.address.format }
    return sendAgain(posted, sent, response, fetch, options)
  }
}

/** A request with a body that may be a conversation. */
interface Posted {
  readonly address: Address | undefined
  readonly bytes: Uint8Array
  /** Sends it with these bytes; as it came, if they are its own. */
  readonly send: (fetch: WebFetch, bytes: Uint8Array) => Promise<WebResponse>
}

async function readPosted(
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
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const send: Posted['send'] = (fetch, other) =>
    fetch(other === bytes ? request : requestWith(request, other), init)
  return { address, bytes, send }
}

function postedInit(input: unknown, init: WebInit, address: Address | undefined): Posted | undefined {
  const bytes = bytesOf(init.body)
  if (bytes === undefined) return undefined
  const isText = typeof init.body === 'string'
  const send: Posted['send'] = (fetch, other) => {
    if (other === bytes) return fetch(input, init)
    return fetch(input, initWith(init, isText ? decode(other, 0, other.length) : other, other.length))
  }
  return { address, bytes, send }
}

/** The bytes of a body; undefined where it is not at hand: a stream, a form, a file. */
function bytesOf(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return encode(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : undefined
}

/** What is sent. */
interface Sent {
  readonly bytes: Uint8Array
  readonly format: string
}

/** The bytes to send, mended where they have to be; undefined where they are no conversation. */
function mendBytes(posted: Posted, options: GuardOptions): Sent | undefined {
  const mended = repaired(posted, options)
  if (mended === undefined) return undefined
  const { bytes, report, choice, seen } = mended
  // A bare list is no body of a request, whatever it lists.
  if (!isObject(seen) || choice.format.turnsOf(seen) === undefined) return undefined
  tell(options, report, { api: choice.rulebook.name, isRetry: false })
  return { bytes, format: choice.format.name }
}

function repaired({ bytes, address }: Posted, options: GuardOptions): RepairedBytes | undefined {
  try {
    return repairBytes(bytes, { ...optionsAt(address, options), ...wishesOf(options) })
  } catch (error) {
    // Whatever else is posted there is not for us to judge.
    const isStrange = error instanceof MortiseError && strange.includes(error.code)
    if (isStrange) return undefined
    throw error
  }
}

const strange: readonly string[] = ['broken-json', 'not-a-conversation']

function optionsAt(address: Address | undefined, { api }: GuardOptions): BytesOptions {
  if (address === undefined) return api === undefined ? {} : { api }
  const { format } = address
  const rulebook = ofFormat(api, format) ?? ofFormat(address.api, format)
  return rulebook === undefined ? { format } : { api: rulebook }
}

/** Mends more strictly what was refused and sends it once more; the refusal comes back where nothing is known to help. */
async function sendAgain(
  posted: Posted,
  { bytes, format }: Sent,
  refusal: WebResponse,
  fetch: WebFetch,
  options: GuardOptions,
): Promise<WebResponse> {
  const text = await refusal.clone().text()
  for (const stricter of stricterThan(text, format, options)) {
    const again = repairBytes(bytes, { ...wishesOf(options), ...stricter })
    if (again.bytes === bytes) continue
    tell(options, again.report, { api: again.choice.rulebook.name, isRetry: true })
    return posted.send(fetch, again.bytes)
  }
  return refusal
}
