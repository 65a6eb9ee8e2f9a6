import { describe, expect, test } from 'vitest'
import { checkedConfig } from '../../app/src/config/index.ts'
import { startGateway } from '../../app/src/gateway/index.ts'
import { builtInScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import { drivers } from './drivers/index.ts'
import { anthropic } from './ears/anthropic.ts'
import { bedrock } from './ears/bedrock.ts'
import type { Ear, Heard, Wrap } from './ears/ear.ts'
import { google } from './ears/google.ts'
import { mistral } from './ears/mistral.ts'
import { chat, responses } from './ears/openai.ts'

const sandbox = await startSandbox()
const bases: Readonly<Record<string, string>> = { openai: '/v1', 'openai-responses': '/v1' }

/** A gateway in front of the sandbox, for one API. */
async function gatewayFor(api: string, url = sandbox.url): Promise<string> {
  const config = {
    listen: '127.0.0.1:0',
    admin: false,
    upstreams: { up: { url: url + (bases[api] ?? ''), api } },
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

const upstreamApis = ['anthropic', 'openai', 'openai-responses', 'gemini', 'bedrock', 'mistral']
const spoken = ['call', 'parallel', 'interleaved', 'thinking', 'out-of-room']
const failing = ['cut-off', 'error-midway', 'error']

/** A sandbox for each scenario: not every format can carry the name of one. */
const sandboxes = new Map(
  await Promise.all(
    [...spoken, ...failing].map(async (name) => {
      const scenarios = { default: builtInScenarios[name] ?? [] }
      return [name, (await startSandbox({ scenarios })).url] as const
    }),
  ),
)

/** A client hears the words and calls of an upstream of any other format; reasoning is not carried everywhere. */
describe.each(ears)('%o, converted', ({ name, hear }, own) => {
  const ways = upstreamApis
    .filter((api) => api !== own && !(own === 'mistral' && api === 'openai'))
    .flatMap((api) => [[api, 'plain'] as const, [api, 'streaming'] as const])

  test.each(ways)(`${name} before %s, %s`, async (api, way) => {
    const isStreaming = way === 'streaming'
    const words = (heard: readonly Heard[]): readonly Heard[] => heard.filter((each) => !('thinking' in each))
    for (const scenario of spoken) {
      const url = await gatewayFor(api, sandboxes.get(scenario))
      const direct = await hear(sandbox.url, scenario, isStreaming, bare)
      expect(words(await hear(url, scenario, isStreaming, bare)), scenario).toEqual(words(direct))
    }
    for (const scenario of failing) {
      const url = await gatewayFor(api, sandboxes.get(scenario))
      const heard = await hear(url, scenario, isStreaming, bare).catch((error: unknown) => error)
      // One client gives a response that failed as it is; no call of it may be run.
      if (own === 'openai-responses' && Array.isArray(heard))
        expect(
          heard.filter((each: Heard) => 'call' in each),
          scenario,
        ).toEqual([])
      else expect(heard, scenario).toMatchObject({ message: expect.stringMatching(/\S/) })
    }
  })
})

describe.each(drivers)('$name, converted', ({ api: own, connect, broken, sound }) => {
  test.each(upstreamApis.filter((api) => api !== own))(
    'before %s: a broken history is answered, plain and streaming',
    async (api) => {
      const through = connect(await gatewayFor(api))
      for (const isStreaming of [false, true])
        for (const request of [broken(3, 100), sound(3, 100)]) {
          const answer = await through(request, { isStreaming })
          expect(answer).toMatch(/accepted|message_stop/)
        }
    },
  )
})
