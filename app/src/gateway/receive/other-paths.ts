import { readPieces } from '../../http/exchange.ts'
import { relay } from '../answer/relay.ts'
import type { Call } from '../parts.ts'
import { Departure, dispatchTo } from '../send/dispatch.ts'
import { headerIn } from '../send/headers.ts'
import { passedHeaders, signed, usesClientKey } from '../send/outgoing.ts'
import { hasBody, type Outgoing, type Upstream } from '../send/upstream.ts'
import { joined, withQuery } from '../send/upstream-path.ts'
import { refuse } from './own-answer.ts'
import type { Complaint } from './refuse.ts'
import { mayReach } from './routes.ts'
import { noRoom, tooLarge } from './talk.ts'

/** Passes a request on that is no conversation, as it is, streaming both ways. */
export async function passOn(call: Call, isServed = false): Promise<void> {
  const upstream = upstreamFor(call)
  const isClosed = upstream?.key !== undefined && !upstream.passthrough && !isServed
  if (upstream === undefined || isClosed) {
    refuse(call, { status: 404, kind: 'unknown-path', message: 'This gateway does not serve this path.' })
    return
  }
  const { visit, path, query, parts } = call
  call.notes.upstream = upstream.name
  if (!mayReach(parts.config, call.client, upstream)) return refuse(call, notOpen)
  const isOwn = usesClientKey(call, upstream)
  const body = await bodyFor(call, upstream)
  if (body === undefined) return
  const outgoing = await signed(call, upstream, {
    method: visit.method,
    path: withQuery(joined(upstream, path.rest), query, isOwn),
    headers: passedHeaders(call, upstream, { isChanged: false }),
    body,
  })
  const answered = await dispatchTo(call, upstream, outgoing, new Departure(call))
  if (answered.ok) relay(call, { response: answered.response, headers: [] })
  else if (answered.error !== 'gone') {
    parts.metrics.failed('upstream')
    refuse(call, { status: answered.error.status, kind: 'failing', message: answered.error.message })
  }
}

/** The answer to a client whose routes do not lead to an upstream. */
export const notOpen: Complaint = {
  status: 403,
  message: 'This upstream of the gateway is not open to this key.',
}

/** The body of a request as it is sent on; undefined if it was refused, or its client has gone. */
async function bodyFor(call: Call, upstream: Upstream): Promise<Outgoing['body'] | undefined> {
  const { visit, parts } = call
  if (visit.framing === 'none' || !hasBody(visit.method)) return []
  if (upstream.api === 'bedrock' && upstream.key === undefined && parts.aws !== undefined)
    return wholeBody(call)
  const length = headerIn(visit.headers, 'content-length') ?? ''
  return { stream: visit.body, length: /^\d+$/.test(length) ? Number(length) : undefined }
}

/** A body that is to be signed has to be whole. */
async function wholeBody(call: Call): Promise<readonly Buffer[] | undefined> {
  const { visit, parts } = call
  const { body: limit, total } = parts.config.limits
  const body = await readPieces(visit.body, limit, parts.room.hold(visit, total).take)
  if (body.state === 'whole') return body.pieces
  if (body.state === 'gone') return undefined
  return body.state === 'too-large' ? tooLarge(call, limit) : noRoom(call)
}

/** Which format the paths beside the conversations belong to. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/v1)?\/messages\b|^\/api\//, 'anthropic-messages'],
  [/^\/v1(?:beta|alpha)\b|^\/upload\//, 'gemini-contents'],
  [/^\/(?:model|guardrail)\//, 'bedrock-converse'],
  [/^(?:\/v1)?\/responses\b/, 'openai-responses'],
  [/^(?:\/v1)?\/chat\b/, 'openai-chat'],
]

/** The upstream that the prefix names, else the first one of the path's format, else the first one. */
export function upstreamFor({ parts, path, visit }: Call): Upstream | undefined {
  const all = [...parts.upstreams.values()]
  const chosen = parts.choose((name) => headerIn(visit.headers, name))
  if (chosen !== undefined) return parts.upstreams.get(chosen)
  const { prefix } = path
  if (prefix !== undefined) {
    const named = parts.upstreams.get(prefix) ?? all.find(({ api }) => api === prefix)
    // That gateway's clients speak Anthropic's format.
    const spoken = prefix === 'antigravity' ? 'anthropic' : prefix
    return named ?? all.find(({ format }) => format.startsWith(spoken))
  }
  const family = families.find(([start]) => start.test(path.rest))?.[1] ?? familyOf(visit.headers)
  return (
    all.find(({ format }) => format === family) ??
    all.find(({ format }) => family === undefined || sharesHost(format, family)) ??
    all[0]
  )
}

function familyOf(headers: Call['visit']['headers']): string | undefined {
  if (headerIn(headers, 'anthropic-version') !== undefined) return 'anthropic-messages'
  return headerIn(headers, 'x-goog-api-key') === undefined ? undefined : 'gemini-contents'
}

/** The two APIs of OpenAI are at one address. */
function sharesHost(format: string, family: string): boolean {
  return format.startsWith('openai-') && family.startsWith('openai-')
}
