import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { guardFetch } from '@mortise/core/guard'
import type { Span } from '@opentelemetry/api'
import { afterAll, expect, test } from 'vitest'
import { publishGuards, traceGuards } from '../../app/src/doors/tracing.ts'

const url = 'https://api.anthropic.com/v1/messages'
const say = { role: 'user', content: 'Hi' }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} }] }
const body = (...messages: object[]): string =>
  JSON.stringify({
    model: 'claude-sonnet-4-5',
    max_tokens: 9,
    tools: [{ name: 'bash', input_schema: { type: 'object' } }],
    messages,
  })
const sound = body(say)
const broken = body(say, call, say)

/** Sends bodies through a guard whose client answers at once. */
async function send(options: object, ...bodies: readonly string[]): Promise<readonly unknown[]> {
  const sent: unknown[] = []
  const fetch = guardFetch(async (_: string, init: { method: string; body: string }) => {
    sent.push(init.body)
    return new Response('{}')
  }, options)
  for (const one of bodies) await fetch(url, { method: 'POST', body: one })
  return sent
}

test('onScan hears of each conversation before it is sent, of a sound one without a fault', async () => {
  const heard: unknown[] = []
  const onScan = (found: readonly { rule: string }[], about: object): number =>
    heard.push([found.map(({ rule }) => rule), about])
  await send({ onScan }, sound, broken)
  expect(heard).toEqual([
    [[], { api: 'anthropic', isRetry: false }],
    [['call-without-result'], { api: 'anthropic', isRetry: false }],
  ])
})

test('a request whose onScan throws is not sent', async () => {
  const onScan = (): never => {
    throw new Error('stop')
  }
  await expect(send({ onScan }, sound)).rejects.toThrow('stop')
})

test('the channel tells names, places and counts of every guard', async () => {
  const heard: unknown[] = []
  const listen = (event: unknown): number => heard.push(event)
  subscribe('mortise:guard', listen)
  afterAll(() => unsubscribe('mortise:guard', listen))
  const end = publishGuards()
  await send({}, sound, broken)
  end()
  await send({}, broken)
  expect(heard).toMatchObject([
    { api: 'anthropic', isRetry: false, found: [], left: [], edits: 0 },
    { api: 'anthropic', found: [{ rule: 'call-without-result' }], left: [], edits: 1 },
  ])
  expect(heard).toHaveLength(2)
})

test('guards are traced until that is ended', async () => {
  const spans: unknown[] = []
  const startSpan = (name: string, options?: { attributes?: object }): Span =>
    ({ end: () => spans.push({ name, ...options?.attributes }) }) as unknown as Span
  const end = traceGuards({ startSpan })
  await send({}, broken)
  end()
  await send({}, broken)
  expect(spans).toEqual([
    {
      name: 'mortise.guard',
      'mortise.api': 'anthropic',
      'mortise.is_retry': false,
      'mortise.found': 1,
      'mortise.left': 0,
      'mortise.edits': 1,
      'mortise.rules': ['call-without-result'],
    },
  ])
})
