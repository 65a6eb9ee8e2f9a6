import { monitorEventLoopDelay } from 'node:perf_hooks'
import { rulebooks } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../app/src/config/index.ts'
import { openThread } from '../../app/src/gateway/aside/thread.ts'
import { type Weight, weightOf } from '../../app/src/gateway/aside/weigh.ts'
import { judge, readBodyOf } from '../../app/src/gateway/judge/mend.ts'
import { hasMoreParts } from '../../app/src/text/json-parts.ts'
import { closeLater, countsOf, gatewayWith, recorder } from '../gateway/house.ts'
import { talkOf, talks } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'

const kilobyte = 1 << 10
const many = (part: string, count: number): string => Array(Math.floor(count)).fill(part).join(',')
const anthropic = (messages: string): Buffer =>
  Buffer.from(`{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[${messages}]}`)
const user = (content: string): string => `{"role":"user","content":${content}}`

describe('the weight of a body', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'light'],
    ['a question', anthropic(user('"hi"')), 'light'],
    ['a text of 400 KB', anthropic(user(`"${'x'.repeat(400 * kilobyte)}"`)), 'light'],
    ['a text of 600 KB', anthropic(user(`"${'x'.repeat(600 * kilobyte)}"`)), 'heavy'],
    ['a text of 9 MB', anthropic(user(`"${'x'.repeat(9 << 20)}"`)), 'huge'],
    ['4,000 turns in 8 KB', anthropic(many('0', 4000)), 'heavy'],
    ['60,000 turns in 120 KB', anthropic(many('0', 60_000)), 'huge'],
  ] as const)('%s: %s', (_, bytes, weight) => {
    expect(weightOf([bytes])).toBe(weight)
    expect(weightOf([bytes.subarray(0, 3), bytes.subarray(3)])).toBe(weight)
  })
})

const upstream = await recorder()
upstream.answer = ({ path }, response) => {
  response.writeHead(path.includes('broken') ? 400 : 200, { 'content-type': 'application/json' })
  response.end('{"error":{"message":"no"}}')
}
const thread = openThread()
closeLater(() => thread.close())
const upstreams = Object.fromEntries(talks.map(({ api, base }) => [api, { url: upstream.url + base, api }]))
const routes = (as?: string): ConfigInput['routes'] =>
  talks.map(({ path, api }) => ({
    path: path.replace(/\/models?\/[^/:]+/, (part) => part.replace(/[^/]+$/, '{m}')),
    to: api,
    ...(as === undefined ? {} : { as: { [api]: as } }),
  }))

const configs = {
  repair: { upstreams },
  observe: { upstreams, mode: 'observe' },
  strict: { upstreams, mode: 'strict' },
  off: { upstreams, mode: 'off' },
  'a denied tool': { upstreams, tools: { deny: ['look'] } },
  'another model': { upstreams, routes: routes('other-model') },
  'another format': { upstreams: { up: { url: upstream.url, api: 'mistral' } } },
}

/** What a client and an upstream see of a request. */
async function seen(config: ConfigInput, weight: Weight, path: string, body: unknown): Promise<unknown> {
  const gateway = await gatewayWith(config, { weigh: () => weight, thread })
  const before = upstream.arrived.length
  const { status, headers, text } = await ask(gateway.url + path, body)
  const told = [...headers].filter(([name]) => /^x-mortise-(?!request-id)/.test(name))
  const arrived = upstream.arrived.slice(before).map((each) => [each.path, String(each.body)])
  const plain = text.replaceAll(/"(?:request_id|id)":"[^"]*"/g, '')
  return {
    status,
    told,
    plain,
    arrived,
    unread: (await countsOf(gateway))['mortise_unread_total{reason="json"}'],
  }
}

describe.each(Object.entries<ConfigInput>(configs as Record<string, ConfigInput>))(
  'beside the loop or in it, the same is done: %s',
  (_, config) => {
    test.each(talks)('$format', async ({ path, broken, sound }) => {
      for (const body of [sound, broken, '{"messages":[', '[]', { ...broken, x: '__thought__' }]) {
        const inLoop = await seen(config, 'light', path, body)
        expect(inLoop).toMatchObject({ status: expect.any(Number) })
        for (const weight of ['heavy', 'huge'] as const)
          expect(await seen(config, weight, path, body)).toEqual(inLoop)
      }
    })
  },
)

describe('an answer in one piece is the same beside the loop or in it', () => {
  const chat = {
    id: 'c',
    object: 'chat.completion',
    model: 'other-model',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'words' } }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
  const ways = [
    ['converted', configs['another format'], 'anthropic-messages', chat],
    ['converted', configs['another format'], 'gemini-contents', chat],
    ['renamed', configs['another model'], 'openai-chat', chat],
    ['renamed', configs['another model'], 'anthropic-messages', { model: 'other-model', content: [] }],
    ['converted, no JSON', configs['another format'], 'anthropic-messages', 'words'],
    ['renamed, no JSON', configs['another model'], 'openai-chat', 'words'],
    ['converted, millions of parts', configs['another format'], 'anthropic-messages', `[${many('0', 2e6)}]`],
    ['renamed, millions of parts', configs['another model'], 'openai-chat', `[${many('0', 2e6)}]`],
  ] as const

  test.each(ways)('%s, %#', async (_, config, format, answer) => {
    const { path, sound } = talkOf(format)
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const answered: unknown[] = []
    for (const weight of ['light', 'huge'] as const) {
      const gateway = await gatewayWith(config as ConfigInput, {
        weigh: (pieces) => (String(pieces[0]).includes('"messages"') ? 'light' : weight),
        thread,
      })
      upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      }
      const told = await ask(gateway.url + path, sound)
      answered.push([told.status, told.text.replaceAll(/"(?:request_id|id|created)":(?:"[^"]*"|\d+)/g, '')])
    }
    expect(answered[1]).toEqual(answered[0])
  })
})

test('of twenty long bodies at once each is done, in the order in which they came', {
  timeout: 120_000,
}, async () => {
  const own = openThread()
  closeLater(() => own.close())
  const api = { name: 'anthropic', format: 'anthropic-messages' } as const
  const order = {
    format: api.format,
    pathModel: undefined,
    renamed: undefined,
    mustRead: false,
    isDoubtful: false,
    api,
  }
  const judging = {
    api,
    policy: 'keep',
    tools: undefined,
    toolsAtStart: undefined,
    asked: undefined,
  } as const
  const done: number[] = []
  const all = Array.from({ length: 20 }, async (_, index) => {
    const body = anthropic(user(`[${many('{"type":"tool_result","tool_use_id":"a"}', 3000 + index)}]`))
    const { verdict } = await own.run('examine', [body], {
      ...order,
      judging: { ...judging, client: '', memory: undefined, drops: undefined },
    })
    done.push(index)
    return verdict.mended.length
  })
  expect(await Promise.all(all)).toEqual(all.map((_, index) => 3000 + index))
  expect(done).toEqual(all.map((_, index) => index))
})

test('a body that takes seconds keeps nobody else waiting', { timeout: 120_000 }, async () => {
  const body = anthropic(user(`[${many('{"type":"tool_result","tool_use_id":"a"}', 20_000)}]`))
  const api = rulebooks.find(({ name }) => name === 'anthropic') ?? expect.unreachable()
  const started = performance.now()
  const { mended } = judge(readBodyOf([body], 'anthropic-messages', undefined), { api, policy: 'keep' })
  const inLoop = performance.now() - started
  const gateway = await gatewayWith({ upstreams }, { thread })
  const { path, sound } = talkOf('anthropic-messages')
  let isOver = false
  const large = ask(gateway.url + path, body).finally(() => {
    isOver = true
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let small = 0
  while (!isOver) {
    expect((await ask(gateway.url + path, sound)).status).toBe(200)
    small += 1
  }
  delay.disable()
  expect((await large).headers.get('x-mortise-repairs')).toMatch(new RegExp(`^${mended.length};`))
  expect(small).toBeGreaterThan(10)
  expect(delay.max / 1e6).toBeLessThan(inLoop / 3)
})

test('a look that takes too long is ended: the body passes, or is refused where it must be read', async () => {
  const { path, broken } = talkOf('anthropic-messages')
  for (const [config, status] of [
    [configs.repair as ConfigInput, 200],
    [configs.strict as ConfigInput, 400],
  ] as const) {
    const late = openThread(1)
    closeLater(() => late.close())
    const gateway = await gatewayWith(config, { weigh: () => 'huge', thread: late })
    const before = upstream.arrived.length
    const told = await ask(gateway.url + path, broken)
    expect([told.status, upstream.arrived.length - before]).toEqual([status, status === 200 ? 1 : 0])
    if (status === 200) expect(told.headers.get('x-mortise-failure')).toBe('repair')
    if (status === 200) expect(JSON.parse(String(upstream.arrived.at(-1)?.body))).toEqual(broken)
  }
})

const millions = Buffer.from(`{"model":"m","max_tokens":9,"messages":[${many('0', 5_000_000)}]}`)

test.each([
  ['the model', 'model', { format: 'anthropic-messages' }],
  [
    'a repair',
    'examine',
    {
      format: 'anthropic-messages',
      pathModel: undefined,
      renamed: undefined,
      mustRead: true,
      isDoubtful: false,
      api: { name: 'anthropic', format: 'anthropic-messages' },
      judging: undefined,
    },
  ],
] as const)(
  '%s: a body with millions of parts is not read, so that it cannot fill the memory',
  async (_, kind, input) => {
    await expect(thread.run(kind, [millions], input)).rejects.toThrow('RangeError')
  },
)

test.each([
  ['numbers', '[1,1,1]', 3],
  ['lists', '[[[]]]', 3],
  ['members', '{"a":{"b":1,"c":2}}', 3],
  ['strings with all of them', '["a,b[{", "\\\\", "\\",[{", 1]', 4],
  ['a string without an end', '[1,"a,,,,', 2],
] as const)('the parts of %s are counted', (_, text, parts) => {
  expect([hasMoreParts(Buffer.from(text), parts - 1), hasMoreParts(Buffer.from(text), parts)]).toEqual([
    true,
    false,
  ])
})

test('a thread does its tasks one after the other, none for clients that have gone, and starts again after its end', async () => {
  const own = openThread(60_000)
  closeLater(() => own.close())
  const pieces = [Buffer.from('{"model":"m","max_tokens":9,"mess'), Buffer.from('ages":[]}')]
  const model = (isGone?: () => boolean): Promise<unknown> =>
    own.run('model', pieces, { format: 'anthropic-messages' }, isGone)
  const [first, gone, last] = await Promise.allSettled([model(), model(() => true), model()])
  expect([first, gone.status, last]).toEqual([
    { status: 'fulfilled', value: 'm' },
    'rejected',
    { status: 'fulfilled', value: 'm' },
  ])
  expect(Buffer.concat(pieces).toString()).toBe('{"model":"m","max_tokens":9,"messages":[]}')
  await own.close()
  await expect(model()).rejects.toThrow('Nobody waits.')
})
