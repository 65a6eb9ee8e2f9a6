import type { Finding } from '@mortise/core'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Unread } from '../judge/unread.ts'
import type { Room } from '../receive/room.ts'

const seconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const longSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** The counters of the gateway. Labels come from the config and from lists of our own, never from a request. */
export interface Metrics {
  request(format: string, client: string, status: number): void
  defects(findings: readonly Finding[], format: string, route: string, client: string): void
  repaired(action: Action): void
  /** A request is over. */
  answered(status: number, route: string, seconds: number): void
  /** A body could not be read. */
  unread(reason: Unread): void
  upstreamRefused(rule: string): void
  repairTook(seconds: number): void
  upstreamTook(upstream: string, seconds: number): void
  /** An upstream has answered, or has not. */
  upstreamDid(upstream: string, outcome: Outcome): void
  overhead(seconds: number): void
  streams(change: 1 | -1): void
  failed(stage: 'repair' | 'convert' | 'upstream' | 'client' | 'memory'): void
  /** All of it, as Prometheus reads it. */
  text(): Promise<string>
  readonly type: string
}

/** The action on a request with faults. */
export type Action = 'mended' | 'observed' | 'refused' | 'retried' | 'left'

/** Whether an upstream answered: with success or an error of the client, with one of its own (429 and 5xx), or not at all. */
export type Outcome = 'answered' | 'failed' | 'unreachable'

/** A number that somebody beside the gateway keeps. */
export interface OwnGauge {
  readonly name: string
  readonly help: string
  read(): number
}

/** `ownsProcess`: the metrics of the process and its event loop are among them. */
export function openMetrics(
  room: Pick<Room, 'taken'>,
  ownsProcess: boolean,
  gauges: readonly OwnGauge[] = [],
): Metrics {
  const registry = new Registry()
  if (ownsProcess) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `mortise_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []): Histogram =>
    new Histogram({ name: `mortise_${name}`, help, buckets, labelNames, registers })

  const requests = counter('requests_total', 'Requests that were answered.', ['format', 'client', 'status'])
  const defects = counter('defects_total', 'Faults found in requests.', ['rule', 'format', 'route', 'client'])
  const repairs = counter('repairs_total', 'Requests with faults, by what was done.', ['action'])
  const answers = counter('answers_total', 'All answers, those of the gateway and of upstreams.', [
    'status',
    'route',
  ])
  const answerSeconds = histogram('request_seconds', 'Time until an answer is over.', longSeconds, ['route'])
  const unread = counter('unread_total', 'Bodies that could not be read, by why.', ['reason'])
  const refused = counter('upstream_400_total', 'Requests that an upstream refused, by rule.', ['rule'])
  const failures = counter('failures_total', 'Failures, by where.', ['stage'])
  const repairSeconds = histogram('repair_seconds', 'Time to look at a request and mend it.', seconds)
  const upstreamSeconds = histogram('upstream_seconds', 'Time until an upstream answers.', longSeconds, [
    'upstream',
  ])
  const upstreamAnswers = counter('upstream_answers_total', 'Attempts at an upstream, by how they ended.', [
    'upstream',
    'outcome',
  ])
  const overheadSeconds = histogram('overhead_seconds', 'Time that the gateway adds.', seconds)
  const streams = new Gauge({ name: 'mortise_streams', help: 'Streams under way.', registers })
  const held = { name: 'held_bytes', help: 'Bodies that are held.', read: () => room.taken }
  for (const { name, help, read } of [held, ...gauges])
    new Gauge({
      name: `mortise_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  return {
    request: (format, client, status) => requests.inc({ format, client, status: String(status) }),
    defects(findings, format, route, client) {
      const counts = new Map<string, number>()
      for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
      for (const [rule, count] of counts) defects.inc({ rule, format, route, client }, count)
    },
    repaired: (action) => repairs.inc({ action }),
    answered(status, route, time) {
      answers.inc({ status: String(status), route })
      answerSeconds.observe({ route }, time)
    },
    unread: (reason) => unread.inc({ reason }),
    upstreamRefused: (rule) => refused.inc({ rule }),
    repairTook: (time) => repairSeconds.observe(time),
    upstreamTook: (upstream, time) => upstreamSeconds.observe({ upstream }, time),
    upstreamDid: (upstream, outcome) => upstreamAnswers.inc({ upstream, outcome }),
    overhead: (time) => overheadSeconds.observe(time),
    streams: (change) => streams.inc(change),
    failed: (stage) => failures.inc({ stage }),
    text: () => registry.metrics(),
    type: registry.contentType,
  }
}
