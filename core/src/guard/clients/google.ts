import { isObject, type JsonObject } from '../../model/json.ts'
import type { Guarding } from '../binding/state.ts'
import { mendBody } from '../body.ts'
import { send } from '../mend.ts'
import { copyWith } from './copy.ts'

/** Google's client, as far as a guard knows it. */
export interface Google {
  readonly apiClient: object
  readonly models: Models
  readonly chats: object
}

/** The object that sends contents; a chat is sent by it too. */
type Models = Record<string, unknown>

interface Params {
  readonly model?: unknown
  readonly contents: unknown
  readonly config?: unknown
}

type GoogleSend = (params: Params) => Promise<unknown>

/** Everything that sends contents ends in one of these, once for each step of a tool loop. */
const senders = ['generateContentInternal', 'generateContentStreamInternal', 'countTokens']

const address = { format: 'gemini-contents' }

export function isGoogle(client: object): client is Google {
  if (!('apiClient' in client && 'models' in client && 'chats' in client)) return false
  const { models } = client
  return isObject(models) && senders.every((name) => typeof models[name] === 'function')
}

/** A client like this one that mends contents before they are sent. */
export function guardGoogle<Client extends Google>(client: Client, options: Guarding): Client {
  const { apiClient } = client
  const models: Models = remade(client.models, apiClient)
  for (const name of senders) {
    const call = (models[name] as GoogleSend).bind(models)
    models[name] = (params: Params) => sendParams(params, options, call)
  }
  return copyWith(client, { models, chats: remade(client.chats, models, apiClient) })
}

/** Another object of a class, made anew: its methods are tied to it. */
function remade<Made extends object>(made: Made, ...args: readonly unknown[]): Made {
  return Reflect.construct(made.constructor, args)
}

function sendParams(params: Params, options: Guarding, call: GoogleSend): Promise<unknown> {
  if (!isConversation(params)) return call(params)
  const body = bodyOf(params)
  const mended = mendBody(body, address, options)
  return send(mended, address, options, (sent) =>
    call(sent === body ? params : { ...params, contents: sent.contents }),
  )
}

/** Whether these are turns, as the first one tells; a text or bare parts are made one by the client. */
function isConversation({ contents }: Params): boolean {
  const first: unknown = Array.isArray(contents) ? contents[0] : undefined
  return isObject(first) && Array.isArray(first.parts)
}

/** The members of a call that a guard reads, under the names that are sent. */
function bodyOf({ model, contents, config }: Params): JsonObject {
  const { systemInstruction, thinkingConfig } = isObject(config) ? config : {}
  return {
    model,
    contents,
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    ...(thinkingConfig === undefined ? {} : { generationConfig: { thinkingConfig } }),
  }
}
