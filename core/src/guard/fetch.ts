import { repairBytes } from '../index.ts'
import { isObject } from '../model/json.ts'
import { badOption } from '../model/options.ts'
import type { BytesOptions, RepairedBytes } from '../types.ts'
import type { Address } from './address.ts'
import { checkGuard, ofFormat, unlessStrange, wishesOf } from './choose.ts'
import { soundFormat } from './glance.ts'
import { type GuardOptions, tell } from './options.ts'
import { bytesOf, type Posted, readPosted } from './posted.ts'
import { isRefusal, stricterThan } from './stricter.ts'
import type { WebFetch, WebResponse } from './web.ts'

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
  if (typeof fetch !== 'function')
    throw badOption('`guardFetch` guards a function, such as `fetch`.', 'guardFetch(fetch)')
  checkGuard('guardFetch', options)
  // The web's `fetch` under whatever name and types its own library gives it.
  const send = fetch as unknown as WebFetch
  const guarded: WebFetch = async (input, init) => {
    const posted = await readPosted(input, init, options)
    const sent = posted === undefined ? undefined : mendPosted(posted, options)
    if (posted === undefined || sent === undefined) return send(input, init)
    const response = await (sent.bytes === undefined ? send(input, init) : posted.send(send, sent.bytes))
    return retried(posted, sent, response, send, options)
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
    return retried(posted, { bytes: undefined, format: posted.address.format }, response, fetch, options)
  }
}

/** What is sent of a conversation. */
interface Sent {
  /** The bytes that it was mended to; undefined where it goes as it came. */
  readonly bytes: Uint8Array | undefined
  readonly format: string
}

/** Mends a body where it has to be; undefined where it is no conversation. */
function mendPosted(posted: Posted, options: GuardOptions): Sent | undefined {
  const { address, body } = posted
  const sound = address === undefined ? undefined : soundFormat(body, address, options)
  return sound === undefined ? mendBytes(posted, options) : { bytes: undefined, format: sound }
}

function mendBytes(posted: Posted, options: GuardOptions): Sent | undefined {
  const bytes = bytesOf(posted)
  const mended = repaired(bytes, posted.address, options)
  if (mended === undefined) return undefined
  const { report, choice, seen } = mended
  // A bare list is no body of a request, whatever it lists.
  if (!isObject(seen) || choice.format.turnsOf(seen) === undefined) return undefined
  tell(options, report, { api: choice.rulebook.name, isRetry: false })
  return { bytes: mended.bytes === bytes ? undefined : mended.bytes, format: choice.format.name }
}

function repaired(
  bytes: Uint8Array,
  address: Address | undefined,
  options: GuardOptions,
): RepairedBytes | undefined {
  return unlessStrange(() => repairBytes(bytes, { ...optionsAt(address, options), ...wishesOf(options) }))
}

function optionsAt(address: Address | undefined, { api }: GuardOptions): BytesOptions {
  if (address === undefined) return api === undefined ? {} : { api }
  const { format } = address
  const rulebook = ofFormat(api, format) ?? ofFormat(address.api, format)
  return rulebook === undefined ? { format } : { api: rulebook }
}

/** Mends more strictly what was refused and sends it once more, if asked to; the refusal comes back where nothing is known to help. */
async function retried(
  posted: Posted,
  sent: Sent,
  answer: WebResponse,
  fetch: WebFetch,
  options: GuardOptions,
): Promise<WebResponse> {
  if (options.retry !== true || !isRefusal(answer.status)) return answer
  const text = await answer.clone().text()
  const bytes = sent.bytes ?? bytesOf(posted)
  for (const stricter of stricterThan(text, sent.format, options)) {
    const again = unlessStrange(() => repairBytes(bytes, { ...wishesOf(options), ...stricter }))
    if (again === undefined || again.bytes === bytes) continue
    tell(options, again.report, { api: again.choice.rulebook.name, isRetry: true })
    return posted.send(fetch, again.bytes)
  }
  return answer
}
