import { expect, test } from 'vitest'
import { builtInScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith } from './house.ts'

/** Newer models bind their thinking to all that stands before it; the sandbox signs and checks it as they do. */
test('bound thinking: the second request of a mended conversation is mended to the same bytes, and keeps newer thinking', async () => {
  const sandbox = await startSandbox({ scenarios: { default: builtInScenarios.thinking ?? [] } })
  closeLater(sandbox.close)
  const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'anthropic' } } })
  const base = {
    model: 'claude-opus-5-5',
    max_tokens: 4096,
    tools: [{ name: 'look', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  }
  const history: object[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_lost', name: 'look', input: {} }] },
    { role: 'user', content: 'And?' },
  ]
  const arrived: { messages: unknown[] }[] = []
  for (let round = 0; round < 3; round++) {
    const { status, text } = await ask(`${gateway.url}/v1/messages`, { ...base, messages: history })
    expect([round, status, text]).toEqual([round, 200, expect.any(String)])
    arrived.push(JSON.parse(String(sandbox.requests.at(-1)?.body)) as { messages: unknown[] })
    const { content } = JSON.parse(text) as { content: { type: string; id?: string }[] }
    const results = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' }))
    history.push({ role: 'assistant', content })
    history.push({ role: 'user', content: results.length > 0 ? results : 'Go on.' })
  }
  const [first, second, third] = arrived.map(({ messages }) => messages)
  expect(second?.slice(0, first?.length)).toEqual(first)
  expect(third?.slice(0, second?.length)).toEqual(second)
  expect(JSON.stringify(third)).toContain('"type":"thinking"')
})

test('bound thinking: a gateway that has forgotten the conversation sends it once more, without the blocks', async () => {
  const sandbox = await startSandbox({ scenarios: { default: builtInScenarios.thinking ?? [] } })
  closeLater(sandbox.close)
  const config = { upstreams: { up: { url: sandbox.url, api: 'anthropic' } } }
  const before = await gatewayWith(config)
  const after = await gatewayWith(config)
  const base = {
    model: 'claude-opus-5-5',
    max_tokens: 4096,
    tools: [{ name: 'look', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  }
  const history: object[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_lost', name: 'look', input: {} }] },
    { role: 'user', content: 'And?' },
  ]
  const first = await ask(`${before.url}/v1/messages`, { ...base, messages: history })
  const { content } = JSON.parse(first.text) as { content: { type: string; id?: string }[] }
  const results = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' }))
  // The late result makes the history sound, but the thinking was made without it.
  const late = { type: 'tool_result', tool_use_id: 'toolu_lost', content: 'a late wall' }
  const sound = [
    ...history.slice(0, 2),
    { role: 'user', content: [late, { type: 'text', text: 'And?' }] },
    { role: 'assistant', content },
    { role: 'user', content: results },
  ]
  const body = { ...base, messages: sound }
  expect((await ask(`${sandbox.url}/v1/messages`, body)).status).toBe(400)
  expect((await ask(`${after.url}/v1/messages`, body)).status).toBe(200)
  expect(String(sandbox.requests.at(-1)?.body)).not.toContain('"type":"thinking"')
  const asked = {
    ...body,
    thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } },
  }
  const headers = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' }
  expect((await ask(`${(await gatewayWith(config)).url}/v1/messages`, asked, { headers })).status).toBe(400)
})
