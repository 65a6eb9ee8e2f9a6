import { isObject } from '../../model/json.ts'
import { looksSound } from '../body.ts'
import { guardFetch } from '../fetch.ts'
import type { GuardOptions } from '../options.ts'
import { type WebFetch, webFetch } from '../web.ts'

/** Mistral's client, as far as a guard knows it. */
export interface Mistral {
  readonly _options: { readonly httpClient?: HttpClient }
  readonly _baseURL: unknown
  readonly chat: Chat
}

interface HttpClient {
  readonly request: WebFetch
}

type MistralSend = (request: unknown, ...rest: readonly unknown[]) => unknown

interface Chat {
  complete: MistralSend
  stream: MistralSend
}

export function isMistral(client: object): client is Mistral {
  return '_options' in client && isObject(client._options) && '_baseURL' in client && 'chat' in client
}

/**
 * A client like this one that mends bodies on the wire.
 *
 * This client's arguments have other names than the request that it sends, and only the request is a format.
 */
export function guardMistral<Client extends Mistral>(client: Client, options: GuardOptions): Client {
  const own: GuardOptions = { api: 'mistral', ...options }
  const { httpClient } = client._options
  const bare = httpClient ?? { request: webFetch }
  const request = guardFetch(bare.request.bind(bare), own)
  const guarded: HttpClient = Object.create(bare, { request: { value: request } })
  const made: Client = Reflect.construct(client.constructor, [{ ...client._options, httpClient: guarded }])
  // Bytes tell more than a look, yet cost more; a refusal is seen by the guarded client alone.
  if (options.retry !== true) lookFirst(made.chat, client.chat, own)
  return made
}

/** Lets the bare client send what looks sound under its own names: its bytes need no look. */
function lookFirst(guarded: Chat, bare: Chat, options: GuardOptions): void {
  for (const name of ['complete', 'stream'] as const) {
    const send = guarded[name].bind(guarded)
    guarded[name] = (request, ...rest) =>
      isSound(request, options) ? bare[name](request, ...rest) : send(request, ...rest)
  }
}

function isSound(request: unknown, options: GuardOptions): boolean {
  if (!isObject(request) || !Array.isArray(request.messages)) return false
  const body = { ...request, messages: request.messages.map(asSent) }
  return looksSound(body, { format: 'openai-chat' }, options)
}

/** A message under the names that it is sent by; written out, since a spread costs forty times as much. */
function asSent(message: unknown): unknown {
  if (!isObject(message)) return message
  const { role, content, toolCalls, toolCallId, name } = message
  if (role === 'tool') return { role, content, name, tool_call_id: toolCallId }
  if (toolCalls === undefined) return { role, content }
  return content === undefined ? { role, tool_calls: toolCalls } : { role, content, tool_calls: toolCalls }
}
