import { describe, expect, test } from 'vitest'
import { checkedConfig } from '../../app/src/config/index.ts'
import { startGateway } from '../../app/src/gateway/index.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { drivers } from './drivers/index.ts'
import { anthropic } from './ears/anthropic.ts'
import { bedrock } from './ears/bedrock.ts'
import type { Ear, Wrap } from './ears/ear.ts'
import { google } from './ears/google.ts'
import { mistral } from './ears/mistral.ts'
import { chat, responses } from './ears/openai.ts'

const sandbox = await startSandbox()
const bases: Readonly<Record<string, string>> = { openai: '/v1', 'openai-responses': '/v1' }

/** A gateway in front of the sandbox, for one API. */
async function gatewayFor(api: string): Promise<string> {
  const config = {
    listen: '127.0.0.1:0',
    admin: false,
    upstreams: { up: { url: sandbox.url + (bases[api] ?? ''), api } },
  } as const
  return (await startGateway(checkedConfig(config), { environment: {} })).url
}

describe.each(drivers)('$name', ({ api, connect, broken, sound, says }) => {
  test.each([
    ['plain', false],
    ['streaming', true],
  ])('%s: what the API refuses directly is answered through the gateway', async (_, isStreaming) => {
    const url = await gatewayFor(api)
    const direct = connect(sandbox.url)
    await expect(direct(broken(3, 100), { isStreaming })).rejects.toThrow(says)
    const through = connect(url)
    expect(await through(broken(3, 100), { isStreaming })).toMatch(/accepted/)
    expect(await through(sound(3, 100), { isStreaming })).toMatch(/accepted/)
  })
})

const ears: readonly (readonly [Ear, string])[] = [
  [anthropic, 'anthropic'],
  [chat, 'openai'],
  [responses, 'openai-responses'],
  [google, 'gemini'],
  [bedrock, 'bedrock'],
  [mistral, 'mistral'],
]
const bare: Wrap = (client) => client

describe.each(ears)('%o', ({ name, hear }, api) => {
  test.each([
    ['plain', false],
    ['streaming', true],
  ])(`${name}, %s: it hears through the gateway what it hears directly`, async (_, isStreaming) => {
    const url = await gatewayFor(api)
    for (const scenario of ['call', 'parallel', 'interleaved', 'thinking', 'out-of-room'])
      expect(await hear(url, scenario, isStreaming, bare)).toEqual(
        await hear(sandbox.url, scenario, isStreaming, bare),
      )
    for (const scenario of ['cut-off', 'error-midway', 'error'])
      await expect(hear(url, scenario, isStreaming, bare), scenario).rejects.toMatchObject({
        message: expect.stringMatching(/\S/),
      })
  })
})
