import { asksToDrop } from '../../binding/field.ts'
import { dropBeta } from '../../binding/refusal.ts'
import { digestOf } from '../../bytes/splice/digest.ts'
import { encode } from '../../bytes/text/utf8.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { readAddress } from '../address.ts'
import { type Guarding, noteAsked } from '../binding/state.ts'
import { mendBody } from '../body.ts'
import { retryFetch } from '../fetch.ts'
import { changeBeta, type WebFetch, type WebHeaders } from '../web.ts'

/** The common members of the clients of Anthropic and OpenAI, as far as a guard knows them. */
export interface Stainless {
  readonly baseURL: string
  readonly fetch: WebFetch
  /** Another client with the same options but for some. */
  withOptions(options: object): Stainless
  /** Makes a request out of a call, again for each attempt. */
  buildRequest(call: SdkCall, ...rest: readonly unknown[]): unknown
}

interface SdkCall {
  readonly path: string
  readonly body?: unknown
}

/** The result of `buildRequest`, as far as a guard knows it. */
interface Built {
  readonly req: { readonly headers: WebHeaders; readonly body?: unknown }
}

export function isStainless(client: object): client is Stainless {
  const names = ['withOptions', 'buildRequest', 'fetch']
  return 'baseURL' in client && names.every((name) => typeof (client as JsonObject)[name] === 'function')
}

/** A client like this one that mends the body of each call before it becomes a request. */
export function guardStainless<Client extends Stainless>(client: Client, options: Guarding): Client {
  const own = ownOptions(client)
  const fetch = options.retry === false ? {} : { fetch: retryFetch(client.fetch, options) }
  // Made by the client's own constructor, so it is of the client's own type.
  const guarded = client.withOptions({ ...own, ...fetch }) as Client
  const buildRequest = guarded.buildRequest.bind(guarded)
  guarded.buildRequest = (call, ...rest) => {
    const mended = mendCall(call, guarded.baseURL, options)
    const built = buildRequest(mended, ...rest)
    const isAsking = mended !== call && asksToDrop(mended.body) && !asksToDrop(call.body)
    return isAsking ? asking(built, options) : built
  }
  // A client that is made out of this one is guarded too; out of the bare one, lest it tries more than twice.
  guarded.withOptions = (changes) => guardStainless(client.withOptions({ ...own, ...changes }), options)
  return guarded
}

/** The same request with the beta that the field needs, beside the betas of the caller. */
async function asking(built: unknown, { state }: Guarding): Promise<unknown> {
  const made = (await built) as Built
  changeBeta(made.req.headers, { do: 'add', ...dropBeta })
  const { body } = made.req
  if (state !== undefined && typeof body === 'string') noteAsked(state, digestOf(encode(body)))
  return made
}

/** The members that Azure's client loses when another one is made out of it. */
function ownOptions(client: Stainless): object {
  if (!('apiVersion' in client && 'deploymentName' in client)) return {}
  return { apiVersion: client.apiVersion, deployment: client.deploymentName }
}

/** The call, with a mended body if it is one that holds a conversation. */
function mendCall(call: SdkCall, base: string, options: Guarding): SdkCall {
  const { body, path } = call
  if (!isObject(body)) return call
  const address = readAddress(path, base)
  if (address === undefined) return call
  const mended = mendBody(body, address, options)
  return mended === body ? call : { ...call, body: mended }
}
