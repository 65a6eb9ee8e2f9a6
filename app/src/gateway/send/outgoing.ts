import type { Call } from '../parts.ts'
import { isCredential, keyHeader, ownHeader, sentKey } from '../receive/credentials.ts'
import type { Target } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'
import { withBetas } from './beta.ts'
import { endToEnd, type HeaderList, headerIn } from './headers.ts'
import { signedHeaders } from './sign.ts'
import type { Outgoing, Upstream } from './upstream.ts'
import { conversationPath, withQuery } from './upstream-path.ts'

/** A conversation as it is sent to an upstream of its format; with the bytes that came, unless there are others. */
export async function outgoingTo(
  talk: Talk,
  target: Target,
  bytes: Uint8Array | undefined,
  betas: readonly string[] = [],
): Promise<Outgoing> {
  const { call, path, pieces } = talk
  const { upstream, model } = target
  const isOwn = usesClientKey(call, upstream)
  const body = bytes === undefined ? pieces : [bytes]
  const route = conversationPath(upstream, path, call.path.rest, model)
  const how = { isChanged: bytes !== undefined, isRenamed: model !== undefined }
  const passed = passedHeaders(call, upstream, how)
  return signed(call, upstream, {
    method: call.visit.method,
    path: withQuery(route, call.query, isOwn),
    headers: withBetas(passed, betas),
    body,
  })
}

/** Whether the credentials of the client are for the upstream. */
export function usesClientKey({ client, visit, parts }: Call, { key, api }: Upstream): boolean {
  if (key !== undefined || (api === 'bedrock' && parts.aws !== undefined)) return false
  // With a key of its own in its own header, all others are for the upstream.
  return client === undefined || headerIn(visit.headers, ownHeader) !== undefined
}

/** The headers of a request that go along. */
export function passedHeaders(
  call: Call,
  upstream: Upstream,
  how: { readonly isChanged: boolean; readonly isRenamed?: boolean },
): HeaderList {
  const { visit } = call
  const isOwn = usesClientKey(call, upstream)
  const isDropped = (name: string): boolean =>
    set.has(name) ||
    name === ownHeader ||
    (!isOwn && isCredential(name)) ||
    (how.isChanged && ofBody.has(name)) ||
    (how.isRenamed === true && name === 'accept-encoding')
  return [
    ...endToEnd(visit.headers, isDropped),
    ...(upstream.key === undefined ? [] : keyHeader(upstream, upstream.format, upstream.key)),
  ]
}

/** Headers that are written anew, or are between the client and the gateway. */
const set: ReadonlySet<string> = new Set(['host', 'content-length', 'expect'])
/** Headers that are about the very bytes of a body. */
const ofBody: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-md5',
  'digest',
  'content-digest',
  'x-amz-content-sha256',
])

/** A request to Bedrock, signed with the gateway's own keys, where it has some and no other key is set. */
export async function signed(call: Call, upstream: Upstream, outgoing: Outgoing): Promise<Outgoing> {
  const { aws } = call.parts
  if (upstream.api !== 'bedrock' || upstream.key !== undefined || aws === undefined) return outgoing
  if ('stream' in outgoing.body) return outgoing
  const body = Buffer.concat(outgoing.body)
  return { ...outgoing, headers: await signedHeaders(upstream, aws, outgoing, body), body: [body] }
}

/** The key of a client for an upstream of another format, in the header that is read there. */
export function clientKeyFor(call: Call, upstream: Upstream): HeaderList {
  const key = usesClientKey(call, upstream) ? sentKey(call.visit.headers, call.query) : upstream.key
  return key === undefined ? [] : keyHeader(upstream, upstream.format, key)
}
