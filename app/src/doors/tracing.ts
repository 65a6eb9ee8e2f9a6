import { channel } from 'node:diagnostics_channel'
import { watchGuards } from '@mortise/core/guard'
import { type Tracer, trace } from '@opentelemetry/api'

/**
 * Makes a span of OpenTelemetry, `mortise.guard`, for each request that a guard of this process looks at; returns a function that ends this.
 *
 * A span holds names and counts, and no content. Without an SDK of OpenTelemetry in the process nothing is made.
 */
export function traceGuards(tracer: Pick<Tracer, 'startSpan'> = trace.getTracer('mortise')): () => void {
  return watchGuards(({ api, isRetry, binding, found, left, edits }) => {
    const attributes = {
      'mortise.api': api,
      'mortise.is_retry': isRetry,
      'mortise.found': found.length,
      'mortise.left': left.length,
      'mortise.edits': edits,
      'mortise.rules': [...new Set(found.map(({ rule }) => rule))],
      ...(binding === undefined ? {} : { 'mortise.binding': binding }),
    }
    tracer.startSpan('mortise.guard', { attributes }).end()
  })
}

/** Publishes each request that a guard of this process looks at on the channel `mortise:guard` of `node:diagnostics_channel`; returns a function that ends this. */
export function publishGuards(): () => void {
  const guards = channel('mortise:guard')
  return watchGuards((event) => guards.publish(event))
}
