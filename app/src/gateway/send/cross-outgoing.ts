import { plainPath } from '../../http/paths.ts'
import { isCredential, ownHeader } from '../receive/credentials.ts'
import type { Crossing } from './cross.ts'
import { sentBody } from './cross-body.ts'
import { endToEnd, type HeaderList } from './headers.ts'
import { clientKeyFor, signed } from './outgoing.ts'
import type { Outgoing } from './upstream.ts'
import { joined } from './upstream-path.ts'

/** A converted request as it is sent to its upstream. */
export async function outgoingFor(crossing: Crossing, bytes: Uint8Array): Promise<Outgoing> {
  const { talk, target, isStream } = crossing
  const { upstream } = target
  const model = target.model ?? talk.model ?? ''
  const order = { format: upstream.format, model, isStream, isCount: talk.path.task === 'count' }
  const { thread, weigh } = talk.call.parts
  const isShort = talk.weight === 'light' && weigh([bytes]) === 'light'
  const body = isShort ? sentBody(bytes, order) : await thread.run('body', [bytes], order)
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
