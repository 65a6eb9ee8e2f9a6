import { repairAsking, unbound } from '../binding/asking.ts'
import { dropBeta } from '../binding/refusal.ts'
import { digestOf } from '../bytes/splice/digest.ts'
import { repairBytes } from '../index.ts'
import { isObject } from '../model/json.ts'
import { badOption } from '../model/options.ts'
import type { RepairedBytes, RequestBytesOptions } from '../types.ts'
import type { AddressFacts } from './address.ts'
import { type Guarding, guarding } from './binding/state.ts'
import { checkGuard, memoryFor, ofFormat, unlessStrange, type Wishes, wishesOf } from './choose.ts'
import { soundApi } from './glance.ts'
import type { GuardOptions } from './options.ts'
import { bytesOf, type Posted, readPosted } from './posted.ts'
import { isRefusal, stricterThan } from './stricter.ts'
import { tell } from './tell.ts'
import type { WebFetch, WebResponse } from './web.ts'

/**
 * A `fetch` that mends conversations on their way; a sound conversation, and any other body, is sent as it came.
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
  const own = guarding(options)
  // The web's `fetch` under whatever name and types its own library gives it.
  const send = fetch as unknown as WebFetch
  const guarded: WebFetch = async (input, init) => {
    const posted = await readPosted(input, init, own)
    const sent = posted === undefined ? undefined : mendPosted(posted, own)
    if (posted === undefined || sent === undefined) return send(input, init)
    const { bytes, asksToDrop } = sent
    const response = await (bytes === undefined
      ? send(input, init)
      : posted.send(send, bytes, asksToDrop ? { do: 'add', ...dropBeta } : undefined))
    return retried(posted, sent, response, send, own)
  }
  return guarded as unknown as Fetch
}

/** The same where bodies are mended before they come here: only the second attempt is made. */
export function retryFetch(fetch: WebFetch, options: Guarding): WebFetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!isRefusal(response.status)) return response
    const posted = await readPosted(input, init, options)
    if (posted?.address === undefined) return response
    const sent = { bytes: undefined, format: posted.address.format, asksToDrop: undefined }
    return retried(posted, sent, response, fetch, options)
  }
}

/** The body that is sent for a conversation. */
interface SentBody {
  /** The bytes that it was mended to; undefined where it goes as it came. */
  readonly bytes: Uint8Array | undefined
  readonly format: string
  /** Whether the guard has asked the API to drop bound thinking; undefined where that was done elsewhere, if at all. */
  readonly asksToDrop: boolean | undefined
  /** The bytes without the field that does so. */
  readonly unasked?: Uint8Array | undefined
}

/** Mends a body where it has to be; undefined where it is no conversation. */
function mendPosted(posted: Posted, options: Guarding): SentBody | undefined {
  const { address, body } = posted
  const sound = address === undefined ? undefined : soundApi(body, address, options)
  if (sound === undefined) return mendBytes(posted, options)
  tell(options, undefined, { api: sound.rulebook.name, isRetry: false })
  return { bytes: undefined, format: sound.format.name, asksToDrop: false }
}

function mendBytes(posted: Posted, options: Guarding): SentBody | undefined {
  const bytes = bytesOf(posted)
  const { address } = posted
  const mended = repairAsking(address, options, memoryFor(options, address), (memory) =>
    repaired(bytes, address, options, { ...wishesOf(options), ...(memory === undefined ? {} : { memory }) }),
  )
  if (mended === undefined) return undefined
  const { report, choice, seen, asksToDrop } = mended
  // A bare list is no body of a request, whatever it lists.
  if (!isObject(seen) || choice.format.turnsOf(seen) === undefined) return undefined
  const asked = asksToDrop ? { binding: 'drop_block' as const } : {}
  tell(options, report, { api: choice.rulebook.name, isRetry: false, ...asked })
  return {
    bytes: mended.bytes === bytes ? undefined : mended.bytes,
    format: choice.format.name,
    asksToDrop,
    unasked: mended.unasked,
  }
}

function repaired(
  bytes: Uint8Array,
  address: AddressFacts | undefined,
  options: GuardOptions,
  wishes: Wishes,
): RepairedBytes | undefined {
  return unlessStrange(() => repairBytes(bytes, { ...optionsAt(address, options), ...wishes }))
}

function optionsAt(address: AddressFacts | undefined, { api }: GuardOptions): RequestBytesOptions {
  if (address === undefined) return api === undefined ? {} : { api }
  const { format } = address
  const rulebook = ofFormat(api, format) ?? ofFormat(address.api, format)
  return rulebook === undefined ? { format } : { api: rulebook }
}

/** The formats of APIs that bind thinking: a refusal for that is answered unasked. */
const binding: readonly string[] = ['anthropic-messages', 'bedrock-converse']

/** Mends more strictly what was refused and sends it once more, if asked to; the refusal comes back where nothing is known to help. */
async function retried(
  posted: Posted,
  sent: SentBody,
  answer: WebResponse,
  fetch: WebFetch,
  options: Guarding,
): Promise<WebResponse> {
  const mayHelp = options.retry === true || (options.retry !== false && binding.includes(sent.format))
  if (!isRefusal(answer.status) || !mayHelp) return answer
  const text = await answer.clone().text()
  const bytes = sent.bytes ?? bytesOf(posted)
  const bare = unboundFrom(bytes, text, sent, options)
  if (bare !== undefined) {
    const again = repaired(bare.bytes, posted.address, options, { ...wishesOf(options), memory: bare.memory })
    if (again !== undefined && (again.bytes !== bytes || again.isRemembered === true)) {
      tell(options, again.report, { api: again.choice.rulebook.name, isRetry: true })
      return posted.send(fetch, again.bytes, { do: 'remove', ...dropBeta })
    }
  }
  if (options.retry !== true) return answer
  for (const stricter of stricterThan(text, sent.format, options)) {
    const again = unlessStrange(() => repairBytes(bytes, { ...wishesOf(options), ...stricter }))
    if (again === undefined || again.bytes === bytes) continue
    tell(options, again.report, { api: again.choice.rulebook.name, isRetry: true })
    return posted.send(fetch, again.bytes)
  }
  return answer
}

/** How a refused body is mended without its bound thinking. */
function unboundFrom(
  bytes: Uint8Array,
  error: string,
  sent: SentBody,
  { state }: Guarding,
): ReturnType<typeof unbound> {
  if (state === undefined) return undefined
  const asksToDrop = sent.asksToDrop ?? state.asked.has(digestOf(bytes))
  return unbound({ bytes, asksToDrop, unasked: sent.unasked, error }, { state }, state.memory)
}
