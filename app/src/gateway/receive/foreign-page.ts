import { randomUUID } from 'node:crypto'
import type { Request, Response } from '../../http/exchange.ts'
import { isThisMachine } from '../../http/this-machine.ts'
import type { Gateway } from '../gateway.ts'
import { type HeaderList, headerIn } from '../send/headers.ts'
import { refuse } from './own-answer.ts'
import { nodeVisit } from './visit.ts'

/** Answers a request at a port of the gateway's own: web pages of other hosts cannot use it, unless clients have keys. */
export function answerAtPort(gateway: Gateway, request: Request, response: Response): void {
  const isOpen = gateway.config.clients.length > 0 || !isForeignPage(request.rawHeaders)
  if (isOpen) {
    gateway.listener(request, response)
    return
  }
  const visit = nodeVisit(request, response)
  const call = { visit, id: randomUUID(), path: { rest: visit.target } }
  request.resume()
  refuse(call, { status: 403, message: 'Web pages of other hosts cannot use this gateway.' })
}

/**
 * Whether a request comes from a web page of another host.
 *
 * Any page may send one to this machine, and the gateway would add its own key. A page cannot hide its origin, and
 * programs send none.
 */
export function isForeignPage(headers: HeaderList): boolean {
  const origin = headerIn(headers, 'origin')
  if (origin === undefined || !/^https?:\/\//i.test(origin)) return false
  return !URL.canParse(origin) || !isThisMachine(new URL(origin).hostname)
}
