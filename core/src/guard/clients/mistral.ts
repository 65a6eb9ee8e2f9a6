import { isObject } from '../../model/json.ts'
import { guardFetch } from '../fetch.ts'
import type { GuardOptions } from '../options.ts'
import { type WebFetch, webFetch } from '../web.ts'

/** Mistral's client, as far as a guard knows it. */
export interface Mistral {
  readonly _options: { readonly httpClient?: HttpClient }
  readonly _baseURL: unknown
}

interface HttpClient {
  readonly request: WebFetch
}

export function isMistral(client: object): client is Mistral {
  return '_options' in client && isObject(client._options) && '_baseURL' in client && 'fim' in client
}

/**
 * A client like this one that mends bodies on the wire.
 *
 * What one hands to this client has other names than what it sends, and only the latter is a format.
 */
export function guardMistral<Client extends Mistral>(client: Client, options: GuardOptions): Client {
  const { httpClient } = client._options
  const own = httpClient ?? { request: webFetch }
  const request = guardFetch(own.request.bind(own), { api: 'mistral', ...options })
  const guarded: HttpClient = Object.create(own, { request: { value: request } })
  return Reflect.construct(client.constructor, [{ ...client._options, httpClient: guarded }])
}
