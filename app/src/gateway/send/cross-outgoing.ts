import { plainPath } from '../../http/paths.ts'
import { countRequest } from '../receive/count.ts'
import { isCredential, ownHeader } from '../receive/credentials.ts'
import type { Crossing } from './cross.ts'
import { endToEnd, type HeaderList } from './headers.ts'
import { clientKeyFor, signed } from './outgoing.ts'
import { isObject } from './rename-model.ts'
import type { Outgoing } from './upstream.ts'
import { joined } from './upstream-path.ts'

/** A converted request as it is sent to its upstream. */
export function outgoingFor(crossing: Crossing, bytes: Uint8Array): Promise<Outgoing> {
  const { talk, target, isStream } = crossing
  const { upstream } = target
  const body = Buffer.from(JSON.stringify(bodyFor(JSON.parse(Buffer.from(bytes).toString()), crossing)))
  const model = target.model ?? talk.model ?? ''
  const task = talk.path.task === 'count' ? 'count' : isStream ? 'stream' : 'answer'
  const path = plainPath(upstream.format, task, model) ?? plainPath(upstream.format, 'answer', model) ?? '/'
  const query = isStream && upstream.format === 'gemini-contents' ? '?alt=sse' : ''
  return signed(talk.call, upstream, {
    method: 'POST',
    path: joined(upstream, path) + query,
    headers: [
      ...crossHeaders(crossing),
      ...clientKeyFor(talk.call, upstream),
      ...(upstream.format === 'anthropic-messages' ? ['anthropic-version', '2023-06-01'] : []),
      'content-type',
      'application/json',
    ],
    body: [body],
  })
}

/** The body with what its own format says about streams; a model that the path names is not in it. */
function bodyFor(document: unknown, { talk, target, isStream }: Crossing): unknown {
  if (!isObject(document)) return document
  const { format } = target.upstream
  if (talk.path.task === 'count') return countRequest(document, format, target.model ?? talk.model ?? '')
  if (format === 'gemini-contents' || format === 'bedrock-converse') {
    const { model, modelId, stream, ...body } = document
    return body
  }
  const { stream, stream_options: _, ...body } = document
  if (!isStream) return body
  const counted = format === 'openai-chat' ? { stream_options: { include_usage: true } } : {}
  return { ...body, stream: true, ...counted }
}

/** Headers that only one API knows. */
const ofApi = /^(?:anthropic-|openai-|x-stainless-|x-goog-|x-amz|amz-sdk-|chatgpt-|originator$|session_id$)/
const ofBody = /^(?:content-|accept|host$|expect$|digest$)/

/** The headers of the client that mean something to any API. */
function crossHeaders({ talk }: Crossing): HeaderList {
  return endToEnd(
    talk.call.visit.headers,
    (name) => isCredential(name) || name === ownHeader || ofApi.test(name) || ofBody.test(name),
  )
}
