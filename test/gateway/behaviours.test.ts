import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { complaints } from '../oracle/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, countsOf, gatewayWith } from './house.ts'
import { talkOf, talks } from './talks.ts'

/** The behaviours of the reference gateway that must hold, by their numbers in the research. */

const sandbox = await startSandbox()
closeLater(sandbox.close)
const upstreams = Object.fromEntries(
  talks.map(({ api, base }) => [`up-${api}`, { url: sandbox.url + base, api }]),
)
const keep = await gatewayWith({ upstreams })
const drop = await gatewayWith({ upstreams, policy: 'drop' })

const orphan = 'toolu_vrtx_01QuNj422YNisi98Q28Z5adY'
const use = (id: string, name = 'look', input: object = {}): object => ({ type: 'tool_use', id, name, input })
const result = (id: string, content: unknown = 'done'): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
const { sound, path } = talkOf('anthropic-messages')

/** Sends messages through a gateway, and gives what was told and what arrived. */
async function through(
  { url }: { readonly url: string },
  messages: readonly object[],
  more: object = {},
): Promise<{ status: number; told: string | null; arrived: readonly { role: string; content: unknown }[] }> {
  const body = { ...sound, ...more, messages }
  const { status, headers } = await ask(`${url}/antigravity${path}`, body)
  const sent = JSON.parse(String(sandbox.requests.at(-1)?.body)) as {
    messages: { role: string; content: unknown }[]
  }
  if (status === 200) expect(complaints(sent, { api: 'anthropic', tail: 'closed' })).toEqual([])
  return { status, told: headers.get('x-mortise-repairs'), arrived: sent.messages }
}

const user = (content: unknown): object => ({ role: 'user', content })
const model = (...content: readonly object[]): object => ({ role: 'assistant', content })
const text = (words: string): object => ({ type: 'text', text: words })

describe('G1: the tests of the report, on its own route', () => {
  test('a call without a result goes, and one fault is counted', async () => {
    const sent = [user('Hello'), model(text('Let me help you'), use(orphan)), user('Thanks')]
    const { status, told, arrived } = await through(drop, sent)
    expect([status, told]).toEqual([200, '1;call-without-result@messages.1'])
    expect(arrived).toEqual([user('Hello'), model(text('Let me help you')), user('Thanks')])
  })

  test('a pair stays, and none is counted', async () => {
    const sent = [user('go'), model(use('toolu_123')), user([result('toolu_123')])]
    const { status, told, arrived } = await through(drop, sent)
    expect([status, told, arrived]).toEqual([200, null, sent])
  })

  test('of a pair and a call without a result the pair stays, and one fault is counted', async () => {
    const sent = [user('go'), model(use('toolu_paired'), use('toolu_orphan')), user([result('toolu_paired')])]
    const { told, arrived } = await through(drop, sent)
    expect(told).toMatch(/^1;call-without-result@/)
    expect(arrived).toEqual([user('go'), model(use('toolu_paired')), user([result('toolu_paired')])])
  })
})

test.each([
  ['both', `${orphan}__thought__EqQBCkYI`, `${orphan}__thought__EqQBCkYI`],
  ['the call alone', `${orphan}__thought__EqQBCkYI`, orphan],
  ['the result alone', orphan, `${orphan}__thought__EqQBCkYI`],
])('G2: ids that carry a signature are paired: %s', async (_, call, answered) => {
  const { status, arrived } = await through(keep, [
    user('go'),
    model(use(call)),
    user([result(answered, 'real')]),
  ])
  expect(status).toBe(200)
  expect(JSON.stringify(arrived)).toContain('real')
  expect(JSON.stringify(arrived)).not.toContain('no result was recorded')
})

test.each([
  ['no thinking', {}],
  ['thinking', { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4096 }],
  ['thinking that is off', { thinking: { type: 'disabled' } }],
])('G4: with %s, a broken chain is mended', async (_, more) => {
  const { status, told } = await through(keep, [user('go'), model(use('toolu_1')), user('And?')], more)
  expect([status, told]).toEqual([200, expect.stringContaining('call-without-result@messages.1')])
})

test('G5: parallel calls of Gemini are answered in one turn, in their number and order', async () => {
  const { path: target, sound: body } = talkOf('gemini-contents')
  const call = (name: string, mark?: string): object => ({
    functionCall: { name, args: {} },
    ...(mark === undefined ? {} : { thoughtSignature: mark }),
  })
  const answer = (name: string): object => ({ functionResponse: { name, response: { output: name } } })
  const contents = [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [call('a', 'c2lnbmF0dXJl'), call('b'), call('c')] },
    { role: 'user', parts: [answer('c'), answer('a')] },
    { role: 'user', parts: [{ text: 'And?' }] },
  ]
  const { status } = await ask(keep.url + target, { ...body, contents })
  const sent = JSON.parse(String(sandbox.requests.at(-1)?.body)) as { contents: { parts: object[] }[] }
  expect(status).toBe(200)
  expect(sent.contents[1]?.parts[0]).toEqual(call('a', 'c2lnbmF0dXJl'))
  const names = sent.contents[2]?.parts.flatMap(
    (part) => /"functionResponse":\{"name":"(.)"/.exec(JSON.stringify(part))?.[1] ?? [],
  )
  expect(names).toEqual(['a', 'b', 'c'])
})

test('G6: the same call made twice keeps the result of each', async () => {
  const twice = [
    user('go'),
    model(use('toolu_1')),
    user([result('toolu_1', 'OLD')]),
    model(use('toolu_1')),
    user([result('toolu_1', 'NEW')]),
  ]
  const { status, arrived } = await through(keep, twice)
  expect(status).toBe(200)
  const said = JSON.stringify(arrived)
  expect(said.indexOf('OLD')).toBeGreaterThan(0)
  expect(said.indexOf('NEW')).toBeGreaterThan(said.indexOf('OLD'))
})

test('G7: error flags, images and structured results pass a repair', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const held = [
    { ...result('toolu_0', [text('no door')]), is_error: true },
    result('toolu_1', [text('a wall'), image]),
  ]
  const { status, arrived } = await through(keep, [
    user('go'),
    model(use('toolu_0'), use('toolu_1')),
    user(held),
    model(use('toolu_2')),
    user('And?'),
  ])
  expect(status).toBe(200)
  expect(arrived[2]).toEqual(user(held))
})

test('G8: thinking that is kept keeps its bytes', async () => {
  const thought = { type: 'thinking', thinking: 'Hm.\u00e9', signature: 'c2lnbmF0dXJlLW9mLXRoaW5raW5n' }
  const redacted = { type: 'redacted_thinking', data: 'ZGF0YQ==' }
  const more = {
    thinking: { type: 'enabled', budget_tokens: 1024 },
    max_tokens: 4096,
    model: 'claude-sonnet-4-5',
  }
  const sent = [user('go'), model(thought, redacted, use('toolu_1')), user('And?')]
  await through(keep, sent, more)
  const body = String(sandbox.requests.at(-1)?.body)
  for (const block of [thought, redacted])
    if (body.includes(block.type)) expect(body).toContain(JSON.stringify(block))
})

test('G9: a failure of ours passes the request on, is counted, and is told', async () => {
  const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'anthropic' } } })
  // A rulebook that breaks whoever asks it.
  const upstream = gateway.gateway.upstreams.get('up')
  if (upstream === undefined) return expect.unreachable()
  const rulebook = Object.defineProperty({ ...upstream.rulebook }, 'rows', {
    get() {
      throw new TypeError('broken on purpose')
    },
  })
  Object.assign(upstream, { rulebook })
  const { status, headers } = await ask(gateway.url + path, sound)
  expect([status, headers.get('x-mortise-failure')]).toEqual([200, 'repair'])
  expect((await countsOf(gateway))['mortise_failures_total{stage="repair"}']).toBe(1)
})

test('G10: no turns are added but those with the results that were missing', async () => {
  const calls = [user('go'), model(use('toolu_1')), model(text('Well.'), use('toolu_2')), user('And?')]
  const { arrived } = await through(keep, calls)
  const added = arrived.filter((turn) => !calls.some((each) => JSON.stringify(each) === JSON.stringify(turn)))
  const isResults = (content: unknown): boolean =>
    Array.isArray(content) && content.every(({ type }: { type: string }) => type === 'tool_result')
  expect(added.every(({ role, content }) => role === 'user' && isResults(content))).toBe(true)
  expect(JSON.stringify(arrived)).not.toMatch(/proceed|continue/i)
})
