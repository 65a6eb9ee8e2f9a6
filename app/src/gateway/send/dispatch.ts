import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../parts.ts'
import type { Outcome } from '../report/metrics.ts'
import { headerIn } from './headers.ts'
import { sendTo, UpstreamError } from './send-to.ts'
import type { Outgoing, Upstream } from './upstream.ts'

/** An answer of an upstream, or why there is none. */
export type Answered =
  | { readonly ok: true; readonly response: IncomingMessage }
  | { readonly ok: false; readonly error: UpstreamError }
  | { readonly ok: false; readonly error: 'gone' }

/** Aborts the requests of a client that has gone. */
export class Departure {
  isGone = false
  private cancel: (() => void) | undefined

  constructor({ visit }: Pick<Call, 'visit'>) {
    visit.onGone(() => {
      this.isGone = true
      this.cancel?.()
    })
  }

  /** Says what to end; at once where the client has gone already. */
  whileAway(cancel: () => void): void {
    this.cancel = cancel
    if (this.isGone) cancel()
  }

  /** Waits, unless the client goes. */
  async pause(milliseconds: number): Promise<void> {
    const aborter = new AbortController()
    this.whileAway(() => aborter.abort())
    await wait(milliseconds, undefined, { signal: aborter.signal }).catch(() => undefined)
  }
}

/** The longest that is waited because an upstream asks for it. */
const longestWait = 30_000

/** Sends a request to an upstream, and again where it says that it cannot answer now and the config allows it. */
export async function dispatchTo(
  call: Call,
  upstream: Upstream,
  outgoing: Outgoing,
  departure: Departure,
): Promise<Answered> {
  const { config, metrics } = call.parts
  for (let attempt = 0; ; attempt++) {
    const started = performance.now()
    const answered = await once(upstream, outgoing, config.timeouts, departure)
    metrics.upstreamTook(upstream.name, (performance.now() - started) / 1000)
    const outcome = outcomeOf(answered)
    if (outcome !== undefined) metrics.upstreamDid(upstream.name, outcome)
    if (attempt >= config.retries || departure.isGone || !isRetryable(answered)) return answered
    if (!Array.isArray(outgoing.body)) return answered
    const pause = pauseAfter(answered, attempt)
    if (pause > longestWait) return answered
    if (answered.ok) answered.response.resume()
    await departure.pause(pause)
  }
}

async function once(
  upstream: Upstream,
  outgoing: Outgoing,
  phases: Parameters<typeof sendTo>[2],
  departure: Departure,
): Promise<Answered> {
  if (departure.isGone) return { ok: false, error: 'gone' }
  const sending = sendTo(upstream, outgoing, phases)
  departure.whileAway(sending.cancel)
  try {
    return { ok: true, response: await sending.answer }
  } catch (error) {
    if (departure.isGone) return { ok: false, error: 'gone' }
    if (error instanceof UpstreamError) return { ok: false, error }
    throw error
  }
}

/** How an attempt ended for the upstream; undefined if the client went away. */
function outcomeOf(answered: Answered): Outcome | undefined {
  if (answered.ok) return isRetryable(answered) ? 'failed' : 'answered'
  return answered.error === 'gone' ? undefined : 'unreachable'
}

/** Whether another attempt, here or elsewhere, may do better. */
export function isRetryable(answered: Answered): boolean {
  if (!answered.ok) return answered.error !== 'gone'
  const status = answered.response.statusCode ?? 0
  return status === 429 || status === 408 || status >= 500
}

/** How long to wait, in milliseconds: as the upstream asks, else twice as long each time, with jitter. */
function pauseAfter(answered: Answered, attempt: number): number {
  const told = answered.ok ? headerIn(answered.response.rawHeaders, 'retry-after') : undefined
  const asked = told === undefined ? Number.NaN : retryAfter(told)
  return Number.isNaN(asked) ? 250 * 2 ** attempt * (0.5 + Math.random() / 2) : asked
}

function retryAfter(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  return Math.max(0, Date.parse(text) - Date.now())
}
