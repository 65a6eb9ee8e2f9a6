import { whyForeign } from '../../http/foreign-request.ts'
import type { Call } from '../parts.ts'
import { headerIn } from '../send/headers.ts'
import { refuse } from './own-answer.ts'
import type { Visit } from './visit.ts'

/** A visit whose answers a web page may read, if it comes from a page that the config allows; else the same visit. */
export function readableByPage(visit: Visit, origins: readonly string[]): Visit {
  const origin = headerIn(visit.headers, 'origin')
  if (origin === undefined || !origins.includes(origin.toLowerCase())) return visit
  const own = ['access-control-allow-origin', origin, 'access-control-expose-headers', '*', 'vary', 'origin']
  return {
    ...visit,
    answer: (status, headers) => visit.answer(status, [...headers, ...own]),
  }
}

/**
 * Answers requests of web pages: the question whether a page may ask, and all requests of pages that may not.
 *
 * With `clients`, whoever knows a key is served: a page that knows one was given it.
 */
export function isAnsweredAsPage(call: Call): boolean {
  const { visit, parts } = call
  const { clients, origins } = parts.config
  const foreign = clients.length === 0 ? whyForeign(visit, parts.config) : undefined
  if (foreign !== undefined) {
    refuse(call, { status: 403, message: foreign })
    return true
  }
  const wanted = headerIn(visit.headers, 'access-control-request-method')
  const isAllowed = origins.includes(headerIn(visit.headers, 'origin')?.toLowerCase() ?? '')
  if (visit.method !== 'OPTIONS' || wanted === undefined || !isAllowed) return false
  const headers = headerIn(visit.headers, 'access-control-request-headers') ?? ''
  const allowed = ['access-control-allow-methods', wanted, 'access-control-allow-headers', headers]
  visit.answer(204, [...allowed, 'access-control-max-age', '600']).end()
  return true
}
