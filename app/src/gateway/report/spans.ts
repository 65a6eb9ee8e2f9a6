import { SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type { Route } from '../receive/routes.ts'
import type { Talk } from '../receive/talk.ts'

/** The operation of a request, in the words of OpenTelemetry's conventions for models. */
const operations: Readonly<Record<string, string>> = { 'gemini-contents': 'generate_content' }

// Without an SDK in the same process this is a tracer that does nothing.
let tracer: Tracer | undefined

/** Traces a conversation until it is over, where an SDK of OpenTelemetry is present. Names and counts only: no content. */
export function traceTalk({ call, path, model = '' }: Talk, route: Route): void {
  tracer ??= trace.getTracer('mortise')
  const operation = operations[path.format] ?? 'chat'
  const span = tracer.startSpan(`${operation} ${model}`.trim(), { kind: SpanKind.SERVER })
  if (!span.isRecording()) return
  const [first] = route.targets
  span.setAttributes({
    'gen_ai.operation.name': operation,
    'gen_ai.request.model': model,
    'gen_ai.provider.name': first?.upstream.api ?? '',
    'mortise.request_id': call.id,
    'mortise.route': route.name,
    'mortise.format': path.format,
  })
  call.visit.onOver((status) => {
    span.setAttribute('http.response.status_code', status)
    span.end()
  })
}
