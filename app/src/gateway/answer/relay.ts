import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import type { Call } from '../parts.ts'
import { endToEnd, type HeaderList, headerIn } from '../send/headers.ts'

/** An answer of an upstream on its way to the client. */
export interface Relayed {
  readonly response: IncomingMessage
  /** Headers of the gateway's own. */
  readonly headers: HeaderList
  /** The whole body, which was read already. */
  readonly held?: readonly Uint8Array[] | undefined
  /** Rewrites the body on its way. */
  readonly transform?: Transform | undefined
  /** The type of the rewritten body. */
  readonly type?: string | undefined
  /** The body is written in another format: its headers are not passed on, and its own end says that it broke off. */
  readonly isConverted?: boolean
}

/** Headers of an answer that mean the same in every format. */
const kept: ReadonlySet<string> = new Set(['date', 'retry-after', 'cache-control'])

/** Passes an answer on, as it comes; over when the client has all of it, or when one of them has gone. */
export function relay({ visit, parts, id }: Call, relayed: Relayed): void {
  const { response, held, transform, type } = relayed
  const status = response.statusCode ?? 502
  const isDropped = (name: string): boolean =>
    (relayed.isConverted === true && !kept.has(name)) ||
    name.startsWith('x-mortise-') ||
    // Pages that the API is open to are not meant to read from a gateway that knows its key.
    name.startsWith('access-control-') ||
    (transform !== undefined &&
      (name === 'content-length' || (type !== undefined && name === 'content-type')))
  const out = visit.answer(status, [
    ...endToEnd(response.rawHeaders, isDropped),
    ...(type === undefined ? [] : ['content-type', type]),
    'x-mortise-request-id',
    id,
    ...relayed.headers,
  ])
  if (held !== undefined) {
    for (const piece of held) out.write(piece)
    out.end()
    return
  }
  if (isStream(response.rawHeaders)) {
    parts.metrics.streams(1)
    visit.onOver(() => parts.metrics.streams(-1))
  }
  // An upstream that breaks off: the client must not take what came for the whole.
  const fail = (): void => {
    parts.metrics.failed('upstream')
    visit.breakOff()
  }
  if (relayed.isConverted === true && transform !== undefined) response.once('error', () => transform.end())
  else response.once('error', fail)
  const source: Readable = transform === undefined ? response : response.pipe(transform)
  transform?.once('error', fail)
  source.pipe(out)
}

function isStream(headers: HeaderList): boolean {
  return /event-?stream/.test(headerIn(headers, 'content-type') ?? '')
}
