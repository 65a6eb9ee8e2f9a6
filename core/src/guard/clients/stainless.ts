import { isObject, type JsonObject } from '../../model/json.ts'
import { readAddress } from '../address.ts'
import { mendBody } from '../body.ts'
import { retryFetch } from '../fetch.ts'
import type { GuardOptions } from '../options.ts'
import type { WebFetch } from '../web.ts'

/** What the clients of Anthropic and OpenAI have in common, as far as a guard knows it. */
export interface Stainless {
  readonly baseURL: string
  readonly fetch: WebFetch
  /** Another client with the same options but for some. */
  withOptions(options: object): Stainless
  /** Makes a request out of a call, again for each attempt. */
  buildRequest(call: Call, ...rest: readonly unknown[]): unknown
}

interface Call {
  readonly path: string
  readonly body?: unknown
}

export function isStainless(client: object): client is Stainless {
  const names = ['withOptions', 'buildRequest', 'fetch']
  return 'baseURL' in client && names.every((name) => typeof (client as JsonObject)[name] === 'function')
}

/** A client like this one that mends the body of each call before it becomes a request. */
export function guardStainless<Client extends Stainless>(client: Client, options: GuardOptions): Client {
  const { retry } = options
  const own = ownOptions(client)
  const fetch = retry === true ? { fetch: retryFetch(client.fetch, options) } : {}
  // Made by the client's own constructor, so it is of the client's own type.
  const guarded = client.withOptions({ ...own, ...fetch }) as Client
  const buildRequest = guarded.buildRequest.bind(guarded)
  guarded.buildRequest = (call, ...rest) => buildRequest(mendCall(call, guarded.baseURL, options), ...rest)
  // A client that is made out of this one is guarded too; out of the bare one, lest it tries more than twice.
  guarded.withOptions = (changes) => guardStainless(client.withOptions({ ...own, ...changes }), options)
  return guarded
}

/** What Azure's client forgets when another one is made out of it. */
function ownOptions(client: Stainless): object {
  if (!('apiVersion' in client && 'deploymentName' in client)) return {}
  return { apiVersion: client.apiVersion, deployment: client.deploymentName }
}

/** The call, with a mended body if it is one that holds a conversation. */
function mendCall(call: Call, base: string, options: GuardOptions): Call {
  const { body, path } = call
  if (!isObject(body)) return call
  const address = readAddress(path, base)
  if (address === undefined) return call
  const mended = mendBody(body, address, options)
  return mended === body ? call : { ...call, body: mended }
}
