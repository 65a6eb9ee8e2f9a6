import { expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { signedId } from '../../core/src/convert/signed-id.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith } from './house.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)

const id = signedId('call_1', 'Eq+/4g=='.repeat(12))
const run = { name: 'run', arguments: '{}' }
const chat = {
  model: 'gpt-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: run }] },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ],
  tools: [{ type: 'function', function: { name: 'run', parameters: { type: 'object', properties: {} } } }],
}
const responses = {
  model: 'gpt-5',
  input: [
    { role: 'user', content: 'go' },
    { type: 'function_call', call_id: id, ...run },
    { type: 'function_call_output', call_id: id, output: 'ok' },
  ],
}
const modes = ['strict', 'repair', 'observe', 'off'] as const

test.each(
  modes.flatMap((mode) => [
    [mode, 'gemini', '/v1beta', '/v1/chat/completions', chat] as const,
    [mode, 'gemini', '/v1beta', '/v1/responses', responses] as const,
    [mode, 'openai', '/v1', '/v1/chat/completions', chat] as const,
    [mode, 'openai-responses', '/v1', '/v1/responses', responses] as const,
  ]),
)(
  '%s: an id that an answer was given a signature in is accepted by %s',
  async (mode, api, base, path, body) => {
    const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url + base, api } }, mode })
    const { status, headers } = await ask(gateway.url + path, body)
    expect([status, headers.get('x-mortise-repairs'), headers.get('x-mortise-would-repair')]).toEqual([
      200,
      null,
      null,
    ])
    const sent = String(sandbox.requests.at(-1)?.body)
    expect(sent).not.toContain('__thought__')
    expect(sent.match(/"call_1"/g)).toHaveLength(2)
  },
)
