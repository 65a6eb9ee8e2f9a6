import { trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { ask } from '../sandbox/ask.ts'
import { gatewayWith, recorder } from './house.ts'
import { talkOf } from './talks.ts'

test('a conversation is a span in the words of OpenTelemetry, where there is an SDK', async () => {
  const spans: Record<string, unknown>[] = []
  const startSpan = (name: string): object => {
    const span: Record<string, unknown> = { name }
    return {
      isRecording: () => true,
      setAttributes: (attributes: object) => Object.assign(span, attributes),
      setAttribute: (key: string, value: unknown) => Object.assign(span, { [key]: value }),
      end: () => spans.push(span),
    }
  }
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) } as never)
  const upstream = await recorder()
  const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
  const { path, broken } = talkOf('anthropic-messages')
  const { headers } = await ask(gateway.url + path, broken)
  await gateway.drain()
  expect(spans).toEqual([
    {
      name: 'chat claude-sonnet-4-5',
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'claude-sonnet-4-5',
      'gen_ai.provider.name': 'anthropic',
      'mortise.request_id': headers.get('x-mortise-request-id'),
      'mortise.route': 'up',
      'mortise.format': 'anthropic-messages',
      'http.response.status_code': 200,
    },
  ])
})
