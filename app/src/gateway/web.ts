import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Visit } from './receive/visit.ts'
import { headerTable } from './send/headers.ts'

/** Statuses whose answers have no body, which `Response` insists on. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** A request of the web's `fetch`, answered by what serves visits. */
export function webVisit(request: Request, serve: (visit: Visit) => Promise<void>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const out = new PassThrough()
    let status: number | undefined
    const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as NodeStream)
    // The client's going is told by its signal; a body that breaks off is its own affair.
    body.on('error', () => undefined)
    out.on('error', () => undefined)
    const visit: Visit = {
      method: request.method,
      target: request.url.replace(/#.*$/s, ''),
      headers: [...request.headers].flat(),
      body,
      framing: request.body === null ? 'none' : 'body',
      hasBegun: () => status !== undefined,
      answer(told, headers) {
        status = told
        resolve(responseOf(told, headers, out))
        return out
      },
      breakOff() {
        const error = new Error('The answer broke off.')
        if (status === undefined) reject(error)
        out.destroy(error)
      },
      onGone(told) {
        request.signal.addEventListener('abort', told)
        out.once('close', () => {
          if (!out.writableFinished) told()
        })
      },
      onOver: (told) => void out.once('close', () => told(status ?? 499)),
    }
    request.signal.addEventListener('abort', () => out.destroy())
    serve(visit).catch(reject)
  })
}

function responseOf(status: number, headers: readonly string[], out: PassThrough): Response {
  const table = new Headers()
  for (const [name, value] of Object.entries(headerTable(headers)))
    for (const each of [value].flat()) table.append(name, each)
  if (bodiless.has(status)) {
    out.resume()
    return new Response(null, { status, headers: table })
  }
  return new Response(Readable.toWeb(out) as ReadableStream, { status, headers: table })
}
