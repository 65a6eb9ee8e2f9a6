import { expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith, recorder } from './house.ts'

const path = '/v1beta/models/gemini-2.5-pro:generateContent'
const id = 'run_shell_command_1795125655356_0'
const call = { id, args: { command: 'echo hi', description: 'hi' }, name: 'run_shell_command' }
const answer = {
  functionResponse: {
    name: 'run_shell_command',
    response: { output: '<untrusted_context>\nOutput: hi\n</untrusted_context>' },
    id,
  },
}

/** The contents that Gemini CLI 0.61.0 sends with `--resume`: it reads each result from the call and from its own line. */
const contents = [
  { parts: [{ text: 'hello there' }], role: 'user' },
  { parts: [{ functionCall: call }], role: 'model' },
  { parts: [answer, answer], role: 'user' },
  { parts: [{ text: 'done with it' }], role: 'model' },
  { parts: [{ text: 'and now?' }], role: 'user' },
]

test('a sound session that Gemini CLI resumes is refused, and accepted through the gateway', async () => {
  const sandbox = await startSandbox()
  closeLater(sandbox.close)
  expect((await ask(sandbox.url + path, { contents })).status).toBe(400)
  const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'gemini' } } })
  const { status, headers } = await ask(gateway.url + path, { contents })
  expect([status, headers.get('x-mortise-repairs')]).toEqual([200, '1;duplicate-result@contents.2.parts.1'])
})

test('the second copy goes, and nothing else', async () => {
  const upstream = await recorder()
  const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'gemini' } } })
  await ask(gateway.url + path, { contents })
  const sent = JSON.parse(String(upstream.arrived[0]?.body))
  expect(sent.contents).toEqual(contents.with(2, { parts: [answer], role: 'user' }))
})
