import { checkStream } from '@mortise/core'
import { expect, test } from 'vitest'
import { builtInScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import { streamDecoder } from '../../app/src/wire/stream-decoder.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith, recorder } from './house.ts'
import { talkOf } from './talks.ts'

// Gemini streams one long JSON list to those who do not ask for `alt=sse`.

test('a client that asks for no events gets a list of chunks', async () => {
  const sandbox = await startSandbox({ scenarios: { default: builtInScenarios.interleaved ?? [] } })
  closeLater(sandbox.close)
  const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'anthropic' } } })
  const { path, sound } = talkOf('gemini-contents')
  const body = { ...sound, contents: (sound.contents as readonly unknown[]).slice(0, 1) }
  const { status, headers, text } = await ask(
    gateway.url + path.replace(':generate', ':streamGenerate'),
    body,
  )
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(checkStream('gemini-contents', JSON.parse(text) as readonly unknown[])).toEqual([])
  expect(text).toContain('"functionCall"')
})

test.each([
  ['whole', ']', ['Rain.', 'end_turn']],
  ['cut', ',{"candidates":[{"con', ['Rain.', 'error']],
])('an upstream that sends a list though it was asked for events is read: %s', async (_, end, wanted) => {
  const upstream = await recorder()
  const chunk = {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'Rain.' }] },
        ...(end === ']' && { finishReason: 'STOP' }),
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
  }
  upstream.answer = (_, response) => {
    response.setHeader('content-type', 'application/json; charset=UTF-8')
    response.end(`[${JSON.stringify(chunk)}\n${end}`)
  }
  const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'gemini' } } })
  const { path, sound } = talkOf('anthropic-messages')
  const { status, bytes } = await ask(gateway.url + path, { ...sound, stream: true })
  expect([status, upstream.arrived[0]?.path]).toEqual([200, expect.stringContaining('?alt=sse')])
  const decoder = streamDecoder('anthropic-messages')
  const events = [...decoder.push(bytes), ...decoder.end()]
  expect(checkStream('anthropic-messages', events)).toEqual([])
  const told = JSON.stringify(events)
  for (const word of wanted) expect(told).toContain(`"${word}"`)
})
