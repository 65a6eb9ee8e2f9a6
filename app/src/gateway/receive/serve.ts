import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Call, Parts } from '../parts.ts'
import { newNotes, tellAnswered } from '../report/answered.ts'
import { headerIn } from '../send/headers.ts'
import { hasBody } from '../send/upstream.ts'
import { isUnsafe } from '../send/upstream-path.ts'
import type { Client } from './clients.ts'
import { converse } from './converse.ts'
import { ownHeader, sentKey } from './credentials.ts'
import { isModels, listModels } from './models.ts'
import { passOn } from './other-paths.ts'
import { refuse, sendOwn } from './own-answer.ts'
import { isAnsweredAsPage, readableByPage } from './page.ts'
import type { Complaint } from './refuse.ts'
import type { Visit } from './visit.ts'

/** Answers one request. Never throws. */
export async function serve(visit: Visit, parts: Parts): Promise<void> {
  const id = randomUUID()
  const target = visit.target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const at = target.indexOf('?')
  const raw = at < 0 ? target : target.slice(0, at)
  const query = at < 0 ? '' : target.slice(at + 1)
  const path = parts.readPath(raw)
  const call: Call = {
    parts,
    visit: readableByPage(visit, parts.config.origins),
    id,
    path,
    query,
    client: undefined,
    notes: newNotes(),
  }
  tellAnswered(call)
  try {
    await answer(call, raw)
  } catch (error) {
    parts.log.error(
      { request: id, failure: error instanceof Error ? error.name : typeof error },
      'a request failed',
    )
    refuse(call, { status: 502, kind: 'failing', message: 'The gateway could not answer this request.' })
  }
}

async function answer(call: Call, raw: string): Promise<void> {
  const { visit, path, parts } = call
  if (isUnsafe(raw) || /[\0-\x20\x7f#]/.test(call.query))
    return refuse(call, { status: 400, message: 'This path cannot be passed on.' })
  const oddity = oddityIn(visit)
  if (oddity !== undefined) return refuse(call, oddity, [...(oddity.headers ?? []), 'connection', 'close'])
  if (isAnsweredAsPage(call) || isHealth(call, raw)) return
  // Clients that try it first go on with plain HTTP at once.
  if (/websocket/i.test(headerIn(visit.headers, 'upgrade') ?? ''))
    return refuse(call, { status: 426, message: 'This gateway speaks HTTP, and no WebSocket.' })
  const client = clientOf(call)
  if (client === 'unknown')
    return refuse(call, { status: 401, message: 'This gateway does not know this key.' })
  const known: Call = client === undefined ? call : { ...call, client }
  known.notes.client = client?.name ?? ''
  if (!hasBody(visit.method) && visit.framing === 'body' && (await hasBytes(visit.body)))
    return refuse(call, bodyOf(visit.method), ['connection', 'close'])
  const { conversation } = path
  count(known, conversation?.format ?? 'other', parts)
  if (conversation !== undefined && visit.method === 'POST') return converse(known, conversation)
  return isModels(call) ? listModels(known) : passOn(known)
}

/** The methods that are passed on. Others do more than an API needs: TRACE tells its client the key of the config. */
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Says why a request cannot be passed on by its method or its framing. */
function oddityIn({
  method,
  framing,
}: Visit): (Complaint & { readonly headers?: readonly string[] }) | undefined {
  if (framing === 'odd')
    return {
      status: 501,
      message: 'The only transfer coding that this gateway reads is `chunked`, in HTTP/1.1.',
    }
  if (methods.includes(method)) return undefined
  return {
    status: 405,
    message: 'This gateway does not pass this method on.',
    headers: ['allow', methods.join(', ')],
  }
}

/** The answer to a body that servers read differently: some take it for the next request. */
function bodyOf(method: string): Complaint {
  return { status: 400, message: `A ${method} request has no body. This one does, so it is not passed on.` }
}

/** Whether a body holds anything. All of it is thrown away. */
function hasBytes(body: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    body.once('data', () => resolve(true))
    body.once('end', () => resolve(false))
    body.once('close', () => resolve(false))
  })
}

function isHealth({ visit, parts, id, notes }: Call, path: string): boolean {
  if (visit.method !== 'GET' && visit.method !== 'HEAD') return false
  const say = (status: number, state: string, more: object = {}): boolean => {
    const headers = ['content-type', 'application/json', 'cache-control', 'no-store']
    notes.isHealth = true
    sendOwn(visit, { status, headers, body: JSON.stringify({ status: state, ...more }) }, id)
    return true
  }
  // A refused config is told without its mistakes: anybody may ask here.
  const mistakes = parts.countMistakes()
  const refused = mistakes === 0 ? {} : { config: 'refused', mistakes }
  if (path === '/healthz') return say(200, 'ok')
  if (path === '/readyz')
    return parts.isReady() ? say(200, 'ready', { ...parts.standing(), ...refused }) : say(503, 'draining')
  return false
}

/** The client by its key; undefined where none are asked for. */
function clientOf({ visit, query, parts }: Call): Client | 'unknown' | undefined {
  const { clients, keyHeader } = parts.config
  if (clients.length === 0) return undefined
  const own = headerIn(visit.headers, ownHeader)
  const key = keyHeader === undefined ? (own ?? sentKey(visit.headers, query)) : own
  return (key === undefined ? undefined : parts.findClient(key)) ?? 'unknown'
}

/** Counts a request once it is over. */
function count({ visit, client }: Call, format: string, { metrics }: Parts): void {
  visit.onOver((status) => metrics.request(format, client?.name ?? '', status))
}
