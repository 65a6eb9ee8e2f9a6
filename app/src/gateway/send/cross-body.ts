import { estimateTokens, type PolicyName } from '@mortise/core'
import type { Tools } from '../../config/index.ts'
import type { PathTask } from '../../http/paths.ts'
import { judgingBy } from '../judge/denied-tools.ts'
import { type ApiName, rulebookOf } from '../judge/mend.ts'
import { type Turned, turn } from '../judge/turn.ts'
import { countRequest, requestToCount } from '../receive/count.ts'
import { isObject } from './rename-model.ts'

/** How a request is written in the format of its upstream, as plain data. */
export interface CrossOrder {
  /** The format of the client. */
  readonly format: string
  readonly task: PathTask
  /** The model that the path names. */
  readonly pathModel: string | undefined
  /** The model at the upstream. */
  readonly model: string | undefined
  readonly api: ApiName
  readonly policy: PolicyName
  readonly tools: Tools | undefined
}

/** A request in the format of its upstream, or why there is none. */
export type Crossed =
  | { readonly state: 'no-object' | 'names-response' }
  | {
      readonly state: 'crossed'
      readonly bytes: Uint8Array
      readonly turned: Omit<Turned, 'document'>
      readonly isStream: boolean
      /** The client wants to be told of tokens in a stream. */
      readonly wantsUsage: boolean
      /** About how many tokens the request has, where a stream begins by telling that. */
      readonly inputTokens: number | undefined
    }

/** Converts a body. An error that it throws is about the request. */
export function crossedBody(bytes: Uint8Array, order: CrossOrder): Crossed {
  const { format, task, pathModel, model, api, policy, tools } = order
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  const sent = parsed(text)
  const body = task === 'count' && isObject(sent) ? requestToCount(sent) : sent
  if (!isObject(body)) return { state: 'no-object' }
  if (typeof body.previous_response_id === 'string') return { state: 'names-response' }
  const named = format === 'bedrock-converse' ? { modelId: pathModel } : { model: pathModel }
  const asked = pathModel === undefined ? body : { ...body, ...named }
  const turning = { api: rulebookOf(api), policy, tools: judgingBy(tools) }
  const { document, ...turned } = turn(asked, format, turning, model)
  const isStream = task === 'stream' || (task === 'answer' && body.stream === true)
  const options = isObject(body.stream_options) ? body.stream_options : {}
  const tellsTokens = isStream && format === 'anthropic-messages'
  return {
    state: 'crossed',
    bytes: Buffer.from(JSON.stringify(document)),
    turned,
    isStream,
    wantsUsage: format !== 'openai-chat' || options.include_usage === true,
    inputTokens: tellsTokens ? estimateTokens(text) : undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How a converted request is sent, as plain data. */
export interface SentOrder {
  /** The format of the upstream. */
  readonly format: string
  readonly model: string
  readonly isStream: boolean
  readonly isCount: boolean
}

/** A converted request with what its own format says about streams; a model that the path names is not in it. */
export function sentBody(bytes: Uint8Array, order: SentOrder): Uint8Array {
  return Buffer.from(JSON.stringify(bodyFor(JSON.parse(Buffer.from(bytes).toString()), order)))
}

function bodyFor(document: unknown, { format, model, isStream, isCount }: SentOrder): unknown {
  if (!isObject(document)) return document
  if (isCount) return countRequest(document, format, model)
  if (format === 'gemini-contents' || format === 'bedrock-converse') {
    const { model: _, modelId, stream, ...body } = document
    return body
  }
  const { stream, stream_options: _, ...body } = document
  if (!isStream) return body
  const counted = format === 'openai-chat' ? { stream_options: { include_usage: true } } : {}
  return { ...body, stream: true, ...counted }
}
