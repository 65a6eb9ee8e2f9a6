import { describe, expect, test } from 'vitest'
import { guardFetch } from './fetch.ts'
import type { About, GuardOptions } from './options.ts'

const url = 'https://api.openai.com/v1/chat/completions'
const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
const turns = [
  { role: 'user', content: 'Hi 👋' },
  { role: 'assistant', content: null, tool_calls: [call] },
]
const print = (messages: readonly object[]): string => JSON.stringify({ model: 'gpt-5.2', messages }, null, 1)
const sound = print([...turns, { role: 'tool', tool_call_id: 'a', content: 'a wall' }])
const broken = print([...turns, { role: 'user', content: 'Go on.' }])
const mended = print([
  ...turns,
  {
    role: 'tool',
    tool_call_id: 'a',
    content: '[no result was recorded; the tool may or may not have run: check before repeating]',
  },
  { role: 'user', content: 'Go on.' },
])

type Args = Parameters<typeof fetch>

/** A `fetch` that notes what it is asked and answers one thing after the other. */
function server(...answers: readonly Response[]): { readonly asked: Args[]; readonly fetch: typeof fetch } {
  const asked: Args[] = []
  const left = [...answers]
  return {
    asked,
    fetch: async (...args) => {
      asked.push(args)
      return left.shift() ?? new Response('{}')
    },
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text))

describe('what is sent', () => {
  test.each([
    ['a text', broken, mended],
    ['bytes', bytes(broken), bytes(mended)],
    ['a buffer', bytes(broken).buffer, bytes(mended)],
    ['a view of a buffer', bytes(`..${broken}..`).subarray(2, -2), bytes(mended)],
  ])('%s is mended', async (_, body, wanted) => {
    const { asked, fetch } = server()
    await guardFetch(fetch)(url, { method: 'POST', body, keepalive: true })
    expect(asked).toEqual([[url, { method: 'POST', body: wanted, keepalive: true }]])
  })

  test.each([
    ['a sound text', url, { method: 'POST', body: sound }],
    [
      'a sound text that is very long',
      url,
      { method: 'POST', body: sound.replace('wall', '東'.repeat(5e6)) },
    ],
    ['a sound text with a mark in front', url, { method: 'POST', body: `\ufeff${sound}` }],
    ['a bare list of messages', url, { method: 'POST', body: JSON.stringify(JSON.parse(sound).messages) }],
    ['sound bytes', new URL(url), { method: 'POST', body: bytes(sound) }],
    ['another method', url, { method: 'PUT', body: broken }],
    ['no method', url, { body: broken }],
    ['another path', 'https://example.com/chat', { method: 'POST', body: broken }],
    ['a form', url, { method: 'POST', body: new FormData() }],
    ['a stream', url, { method: 'POST', body: new Blob([broken]).stream(), duplex: 'half' as const }],
    ['broken JSON', url, { method: 'POST', body: broken.slice(0, -9) }],
    ['no conversation', url, { method: 'POST', body: '{"input":"Hi"}' }],
    ['nothing', url, { method: 'POST' }],
    ['only a URL', url, undefined],
  ])('%s is sent as it is', async (_, input, init) => {
    const { asked, fetch } = server()
    await guardFetch(fetch, { onRepair: () => expect.unreachable() })(input, init)
    expect(asked.length).toBe(1)
    expect(asked[0]?.[0]).toBe(input)
    expect(asked[0]?.[1]).toBe(init)
  })

  test('a request is mended, a sound one is sent as it is', async () => {
    const { asked, fetch } = server()
    const signal = AbortSignal.timeout(60_000)
    const headers = { 'x-name': 'ours' }
    const requests = [sound, broken].map(
      (body) => new Request(url, { method: 'POST', body, headers, signal }),
    )
    for (const request of requests) await guardFetch(fetch)(request)
    expect(asked[0]?.[0]).toBe(requests[0])
    const sent = asked[1]?.[0]
    if (!(sent instanceof Request)) throw new Error('no request')
    expect([sent.url, sent.method, sent.headers.get('x-name')]).toEqual([url, 'POST', 'ours'])
    expect(await sent.text()).toBe(mended)
    expect(await requests[0]?.text()).toBe(sound)
  })

  test('a request whose body was read before is left to `fetch`', async () => {
    const { asked, fetch } = server()
    const request = new Request(url, { method: 'POST', body: broken })
    await request.text()
    await guardFetch(fetch)(request)
    expect(asked).toEqual([[request, undefined]])
  })

  test('a length that was told is told anew', async () => {
    const { asked, fetch } = server()
    const headers = { 'Content-Length': String(bytes(broken).length), accept: 'text/plain' }
    await guardFetch(fetch)(url, { method: 'POST', body: broken, headers })
    const sent = new Headers(asked[0]?.[1]?.headers)
    expect([sent.get('content-length'), sent.get('accept')]).toEqual([
      String(bytes(mended).length),
      'text/plain',
    ])
  })

  test('an API that is named is for every path, and for its own format alone', async () => {
    const { asked, fetch } = server()
    const guarded = guardFetch(fetch, { api: 'deepseek' })
    await guarded('https://example.com/chat', { method: 'POST', body: broken })
    expect(asked[0]?.[1]?.body).toBe(mended)
    const strict = guardFetch(fetch, { api: 'deepseek', onRepair: () => expect.unreachable() })
    for (const body of ['{"text":"Hi"}', '[1,2]', 'Hi', '{"contents":[]}'])
      await strict('https://example.com/chat', { method: 'POST', body })
    expect(asked.slice(1).map(([, init]) => init?.body)).toEqual([
      '{"text":"Hi"}',
      '[1,2]',
      'Hi',
      '{"contents":[]}',
    ])
  })
})

describe('a second attempt', () => {
  const long = 'a'.repeat(20)
  const foreign = sound.replaceAll('"a"', `"${long}"`)
  const says = `Tool call id was ${long} but must be a-z, A-Z, 0-9, with a length of 9.`
  const refusal = (status = 400, text = says): Response => new Response(text, { status })

  const ask = async (options: GuardOptions, ...answers: Response[]): Promise<[number, string, Args[]]> => {
    const { asked, fetch } = server(...answers)
    const response = await guardFetch(fetch, options)(url, { method: 'POST', body: foreign })
    return [response.status, await response.text(), asked]
  }

  test.each([400, 422])('is made after a refusal with %i in words that are known', async (status) => {
    const told: About[] = []
    const onRepair = (_: unknown, about: About): number => told.push(about)
    const [after, , asked] = await ask({ retry: true, onRepair }, refusal(status))
    expect([after, asked.length]).toEqual([200, 2])
    expect(told).toEqual([{ api: 'mistral', isRetry: true }])
    expect(String(asked[1]?.[1]?.body)).not.toContain(long)
  })

  test.each([
    ['nobody asked for it', {}, refusal()],
    ['the words are not known', { retry: true }, refusal(400, 'No.')],
    ['the status is another', { retry: true }, refusal(500)],
    ['nothing can be changed', { retry: true, policy: 'report' as const }, refusal()],
  ])('is not made where %s', async (_, options, answer) => {
    const wanted = [answer.status, await answer.clone().text()]
    const [status, text, asked] = await ask(options, answer)
    expect([status, text]).toEqual(wanted)
    expect(asked.length).toBe(1)
  })

  test('is made once', async () => {
    const [status, text, asked] = await ask({ retry: true }, refusal(), refusal(422, 'Still no.'))
    expect([status, text, asked.length]).toEqual([422, 'Still no.', 2])
  })
})

test('options are checked when a guard is made', () => {
  expect(() => guardFetch(fetch, { api: 'nobody' })).toThrow('There is no API `nobody` here.')
  // @ts-expect-error: there is no such policy.
  expect(() => guardFetch(fetch, { policy: 'hope' })).toThrow('There is no policy `hope` here.')
})

test('a body in the format of another API is sent with its bytes', async () => {
  const asked: unknown[] = []
  const told: unknown[] = []
  const call = { id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }
  const body = JSON.stringify({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })
  const send = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    asked.push(init?.body)
    return new Response('{}')
  }
  const guarded = guardFetch(send, { onRepair: (report) => told.push(report) })
  await guarded('https://api.anthropic.com/v1/messages', { method: 'POST', body } as never)
  expect([asked, told]).toEqual([[body], []])
})
