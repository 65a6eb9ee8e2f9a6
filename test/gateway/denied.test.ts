import { createHash } from 'node:crypto'
import {
  deniedBy,
  type Format,
  formats,
  isDenied,
  type Offers,
  readTranscript,
  rulebooks,
} from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { type ConfigInput, checkedConfig, type HistoryMode, modes } from '../../app/src/config/index.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { complaints } from '../oracle/index.ts'
import { type Scribe, scribes, type Talk as Words } from '../reference/denied-scribes.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, countsOf, gatewayWith, recorder } from './house.ts'
import { type Talk, talks } from './talks.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)

const scribeOf = ({ api }: Talk): Scribe => scribes.find((each) => each.api === api) as Scribe
const upstreamOf = ({ api, base }: Talk, url = sandbox.url): { url: string; api: string } => ({
  url: url + base,
  api,
})

const a = ['call_a', 'run'] as const
const b = ['call_b', 'read'] as const
const before: Words = { tools: ['run', 'read'], choice: { one: 'run' }, rounds: [[a, b]] }
const after: Words = { tools: ['read'], choice: 'auto', rounds: [[b]] }

/** A request of a talk's format, without the model where a path names it. */
function bodyOf(talk: Talk, words: Words): object {
  const { model: _model, modelId: _id, ...rest } = scribeOf(talk).write(words) as Record<string, unknown>
  return talk.path.includes(talk.model) ? rest : { model: talk.model, ...rest }
}

function arrived(): Record<string, unknown> {
  const { body } = sandbox.requests.at(-1) ?? expect.unreachable()
  return JSON.parse(String(body)) as Record<string, unknown>
}

/** What arrived, with the model that its path names. */
function whole(talk: Talk): unknown {
  return { [talk.format === 'bedrock-converse' ? 'modelId' : 'model']: talk.model, ...arrived() }
}

/** The tools that arrived. */
function offersOf({ offers }: Format, talk: Talk): Offers {
  return offers?.offersOf(whole(talk)) ?? { declarations: [] }
}

describe.each(talks)('$format', (talk) => {
  const book = rulebooks.find(({ name }) => name === talk.api)
  const format = formats.find(({ name }) => name === book?.format) ?? expect.unreachable()

  test('a denied tool is neither offered, nor chosen, nor in the history (O6)', async () => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(talk) }, tools: { deny: ['run'] } })
    const { status, headers } = await ask(gateway.url + talk.path, bodyOf(talk, before))
    expect(status).toBe(200)
    expect(arrived()).toEqual(bodyOf(talk, after))
    expect(headers.get('x-mortise-repairs')).toMatch(
      /^4;tool-denied@(?:tools|toolConfig|messages|input|contents)\b/,
    )
    expect(complaints(whole(talk), { api: talk.api, tail: 'closed' })).toEqual([])
    const counts = await countsOf(gateway)
    expect(JSON.stringify(counts)).toContain('tool-denied')
  })

  test.each<readonly [HistoryMode, boolean, boolean]>([
    ['strip', false, false],
    ['text', false, true],
    ['keep-completed', true, false],
  ])('history: %s (O13)', async (history, isCalled, isTold) => {
    const tools = { deny: ['run'], history }
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(talk) }, tools })
    expect((await ask(gateway.url + talk.path, bodyOf(talk, before))).status).toBe(200)
    const { turns } = readTranscript(whole(talk), format)
    const calls = turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'call' ? [part.name] : [])),
    )
    expect(calls.includes('run')).toBe(isCalled)
    expect(JSON.stringify(arrived()).includes('[tool call kept as text: run')).toBe(isTold)
    expect(offersOf(format, talk).declarations.map(({ names }) => names[0])).toEqual(['read'])
    expect(complaints(whole(talk), { api: talk.api, tail: 'closed' })).toEqual([])
  })

  test.each([
    ['["*"]', { deny: ['*'] }],
    ['[" * "]', { deny: [' * '] }],
    ['an allow-list that fits nothing', { allow: ['nothing'] }],
    ['globs that cover all', { deny: ['r*'] }],
    ['groups that cover all', { deny: ['group:fs', 'run'] }],
    ['kept, and nothing left to declare', { deny: ['*'], history: 'keep-completed' as const }],
  ])('all denied: %s (O3)', async (_, tools) => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(talk) }, tools })
    expect((await ask(gateway.url + talk.path, bodyOf(talk, before))).status).toBe(200)
    expect(complaints(whole(talk), { api: talk.api, tail: 'closed' })).toEqual([])
    expect(offersOf(format, talk).declarations).toEqual([])
    expect(JSON.stringify(arrived())).not.toMatch(/tool_?choice|toolConfig|"tools"/i)
  })

  test('a body that names nothing denied passes bit for bit', async () => {
    const upstream = await recorder()
    const tools = { deny: ['run', 'group:web'], allow: ['read*'] }
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(talk, upstream.url) }, tools })
    const text = JSON.stringify(bodyOf(talk, after), null, 3).replaceAll('please', 'run \\u0072un')
    const { headers } = await ask(gateway.url + talk.path, text)
    expect(upstream.arrived.at(-1)?.body.toString()).toBe(text)
    expect(headers.get('x-mortise-repairs')).toBeNull()
  })

  test.each(talks.filter((to) => to !== talk))('converted to $format', async (to) => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(to) }, tools: { deny: ['run'] } })
    const { status, headers } = await ask(gateway.url + talk.path, bodyOf(talk, before))
    expect([status, headers.get('x-mortise-repairs')?.startsWith('4;tool-denied@')]).toEqual([200, true])
    expect(complaints(whole(to), { api: to.api, tail: 'closed' })).toEqual([])
    const target = formats.find(({ name }) => name === to.format) ?? expect.unreachable()
    const { turns } = readTranscript(whole(to), target)
    const offers = offersOf(target, to)
    const named = turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'call' ? [part.name] : [])),
    )
    const offered = offers.declarations.map(({ names }) => names[0])
    expect([named, offered]).toEqual([['read'], ['read']])
    expect(offers.choice?.tools ?? []).toEqual([])
  })
})

describe('clients', () => {
  const hash = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`
  const talk = talks[0] ?? expect.unreachable()
  const up = { ...upstreamOf(talk), key: 'secret' }
  const names = ['run', 'read', 'web_fetch', 'write']

  test.each<readonly [key: string, left: readonly string[]]>([
    ['ci-key', ['read', 'write']],
    ['open-key', ['read', 'web_fetch', 'write']],
    ['read-key', ['read']],
  ])('%s', async (key, left) => {
    const gateway = await gatewayWith({
      upstreams: { up },
      tools: { deny: ['run'], allow: ['r*', 'w*'] },
      clients: [
        { name: 'ci', key: hash('ci-key'), tools: { deny: ['web_*'] } },
        { name: 'open', key: hash('open-key') },
        { name: 'read', key: hash('read-key'), tools: { allow: ['read', 'run', 'other'] } },
      ],
    })
    const body = bodyOf(talk, { tools: names, rounds: [[]] })
    const { status } = await ask(gateway.url + talk.path, body, { headers: { 'x-api-key': key } })
    expect(status).toBe(200)
    expect(arrived()).toEqual(bodyOf(talk, { tools: left, rounds: [[]] }))
    const denied = deniedBy({ tools: ['run'] })
    expect(left.some((name) => isDenied(denied, name))).toBe(false)
  })
})

test.each(modes)('mode %s', async (mode) => {
  const talk = talks[0] ?? expect.unreachable()
  const gateway = await gatewayWith({ upstreams: { up: upstreamOf(talk) }, mode, tools: { deny: ['run'] } })
  const { status, headers } = await ask(gateway.url + talk.path, bodyOf(talk, before))
  const told = ['x-mortise-repairs', 'x-mortise-would-repair', 'x-mortise-rule'].map((name) =>
    headers.get(name)?.includes('tool-denied'),
  )
  expect([status, ...told]).toEqual(
    {
      off: [200, undefined, undefined, undefined],
      observe: [200, undefined, true, undefined],
      repair: [200, true, undefined, undefined],
      strict: [400, undefined, undefined, true],
    }[mode],
  )
})

test('items of Responses at the path of chat are held to it too', async () => {
  const upstream = await recorder()
  const gateway = await gatewayWith({
    upstreams: { up: { url: `${upstream.url}/v1`, api: 'openai' } },
    tools: { deny: ['run'] },
  })
  const responses = talks.find(({ api }) => api === 'openai-responses') ?? expect.unreachable()
  await ask(`${gateway.url}/v1/chat/completions`, bodyOf(responses, before))
  expect(JSON.parse(String(upstream.arrived.at(-1)?.body))).toEqual(bodyOf(responses, after))
})

test('another config counts from the next request on', async () => {
  const talk = talks[0] ?? expect.unreachable()
  const running = await gatewayWith({ upstreams: { up: upstreamOf(talk) } })
  const { gateway } = running
  const tools = { deny: ['run'], allow: [] }
  for (const [config, words] of [
    [gateway.config, before],
    [{ ...gateway.config, tools }, after],
    [{ ...gateway.config, tools: { deny: [], allow: [] } }, before],
  ] as const) {
    gateway.apply(config)
    expect((await ask(running.url + talk.path, bodyOf(talk, before))).status).toBe(200)
    expect(arrived()).toEqual(bodyOf(talk, words))
  }
})

test('a group that nobody knows is a mistake of the config', () => {
  const up = { url: 'http://127.0.0.1:1', api: 'anthropic' }
  const config = (tools: object): unknown => ({ upstreams: { up }, tools })
  expect(() => checkedConfig(config({ deny: ['exec', 'group:nobody'] }) as ConfigInput)).toThrow(
    'group:nobody',
  )
  expect(() => checkedConfig(config({ allow: ['group:web'] }) as ConfigInput)).not.toThrow()
})
