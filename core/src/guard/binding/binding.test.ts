import { describe, expect, test } from 'vitest'
import { guardFetch } from '../fetch.ts'
import type { About, GuardOptions } from '../options.ts'

const own = 'https://api.anthropic.com/v1/messages'
const other = 'https://models.example.org/v1/messages'
const beta = 'thinking-binding-controls-2026-08-01'
const adaptive = { type: 'adaptive' }
const dropping = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }

const thought = (signature: string): object => ({ type: 'thinking', thinking: '', signature })
const call = { type: 'tool_use', id: 'a', name: 'look', input: {} }
const result = { type: 'tool_result', tool_use_id: 'a', content: 'a wall' }
const go = { type: 'text', text: 'Go on.' }
const start = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [thought('first'), call] },
]
const end = [
  { role: 'assistant', content: [thought('second'), { type: 'text', text: 'So.' }] },
  { role: 'user', content: 'And?' },
]
const broken = [...start, { role: 'user', content: [go] }, ...end]
const sound = [...start, { role: 'user', content: [result, go] }, ...end]

type HeadersTold = ConstructorParameters<typeof Headers>[0]
type Json = Readonly<Record<string, unknown>>

const print = (messages: readonly object[], more: object = { thinking: adaptive }): string =>
  JSON.stringify({ model: 'claude-fable-5-2', max_tokens: 9, ...more, messages })

/** A request as it arrives at an API, and its answer. */
function server(...refusals: readonly (string | undefined)[]) {
  const bodies: Json[] = []
  const betas: (string | null)[] = []
  const left = [...refusals]
  const fetch = async (...args: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const request = new Request(...args)
    betas.push(request.headers.get('anthropic-beta'))
    bodies.push((await request.json()) as Json)
    const message = left.shift()
    const error = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
    return message === undefined ? new Response('{}') : new Response(error, { status: 400 })
  }
  return { bodies, betas, fetch }
}

const signatures = (body: Json | undefined): string[] =>
  JSON.stringify(body).match(/(?<="signature":")\w+/g) ?? []

async function sent(url: string, body: string, options: GuardOptions = {}, headers: HeadersTold = {}) {
  const { fetch, bodies, betas } = server()
  await guardFetch(fetch, options)(url, { method: 'POST', body, headers })
  return { body: bodies[0], beta: betas[0], left: signatures(bodies[0]) }
}

describe('an edited request', () => {
  test.each<[string, string, object, GuardOptions]>([
    ['at Anthropic’s own host', own, { thinking: adaptive }, {}],
    ['where nothing is said of thinking', own, {}, {}],
    [
      'where thinking has a budget',
      own,
      { thinking: { type: 'enabled', budget_tokens: 1024 }, model: 'claude-opus-5-5' },
      {},
    ],
    ['where the guard is told so', other, { thinking: adaptive }, { binding: 'drop_block' }],
  ])('asks the API to drop blocks %s', async (_, url, more, options) => {
    const { body, beta: header, left } = await sent(url, print(broken, more), options)
    const { thinking = adaptive } = more as { thinking?: object }
    expect(body?.thinking).toEqual({ ...thinking, block_binding: { prefix_mismatch_behavior: 'drop_block' } })
    expect(header).toBe(beta)
    expect(left).toEqual(['first', 'second'])
    expect(JSON.stringify(body)).toContain('no result was recorded')
  })

  test.each<[string, string, object, GuardOptions]>([
    ['at other hosts', other, { thinking: adaptive }, {}],
    ['where the guard is told so', own, { thinking: adaptive }, { binding: 'remove' }],
    ['where thinking is off', own, { thinking: { type: 'disabled' }, model: 'claude-opus-5-5' }, {}],
    [
      'where the caller wants an error',
      own,
      { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } } },
      {},
    ],
  ])('loses blocks %s', async (_, url, more, options) => {
    const { body, beta: header, left } = await sent(url, print(broken, more), options)
    expect(body).toMatchObject(more)
    expect(header).toBeNull()
    expect(left).toEqual(['first'])
  })

  test('is left with the caller’s own wish that blocks be dropped', async () => {
    const wanted = await sent(own, print(broken, { thinking: dropping }), {}, { 'anthropic-beta': 'mine' })
    expect(wanted).toMatchObject({ beta: 'mine', left: ['first', 'second'], body: { thinking: dropping } })
  })

  test('of a model that does not bind is only mended', async () => {
    const wanted = await sent(own, print(broken, { thinking: adaptive, model: 'claude-opus-4-6' }))
    expect(wanted).toMatchObject({ beta: null, left: ['first', 'second'], body: { thinking: adaptive } })
  })

  test.each<[string, HeadersTold]>([
    ['an object', { 'Anthropic-Beta': 'one, two' }],
    [
      'a list',
      [
        ['anthropic-beta', 'one'],
        ['anthropic-beta', 'two'],
      ],
    ],
    ['headers', new Headers({ 'anthropic-beta': 'one,two' })],
  ])('adds its beta to those in %s', async (_, headers) => {
    expect((await sent(own, print(broken), {}, headers)).beta).toBe(`one,two,${beta}`)
    const told = { ...Object.fromEntries(new Headers(headers)), 'anthropic-beta': `${beta},one` }
    expect((await sent(own, print(broken), {}, told)).beta).toBe(`${beta},one`)
  })

  test('adds its beta to those of a request', async () => {
    const { fetch, betas, bodies } = server()
    const headers = { 'anthropic-beta': 'one' }
    const guarded = guardFetch(fetch)
    await guarded(new Request(own, { method: 'POST', body: print(broken), headers }))
    await guarded(new Request(own, { method: 'POST', body: 'x', headers }), { body: print(broken) })
    await guarded(new Request(own, { method: 'POST', body: print(broken), headers }), {
      headers: { 'anthropic-beta': 'two' },
    })
    expect(betas).toEqual([`one,${beta}`, `one,${beta}`, `two,${beta}`])
    expect(bodies.map(({ thinking }) => thinking)).toEqual([dropping, dropping, dropping])
  })
})

describe('later requests', () => {
  test('ask for the same, also when the history has become sound', async () => {
    const told: About[] = []
    const { fetch, bodies, betas } = server()
    const guarded = guardFetch(fetch, { onRepair: (_, about) => told.push(about) })
    for (const messages of [broken, sound]) await guarded(own, { method: 'POST', body: print(messages) })
    expect(bodies.map(({ thinking }) => thinking)).toEqual([dropping, dropping])
    expect(betas).toEqual([beta, beta])
    expect(told).toEqual(Array(2).fill({ api: 'anthropic', isRetry: false, binding: 'drop_block' }))
  })

  test('of another conversation are sent as they are', async () => {
    const { fetch, bodies, betas } = server()
    const guarded = guardFetch(fetch)
    await guarded(own, { method: 'POST', body: print(broken) })
    const [first, ...rest] = sound
    const body = print([{ ...first, content: 'Look there.' } as object, ...rest])
    await guarded(own, { method: 'POST', body })
    expect(JSON.stringify(bodies[1])).toBe(body)
    expect(betas).toEqual([beta, null])
  })

  test('that are counted are not taken for sent', async () => {
    const { fetch, bodies } = server()
    const guarded = guardFetch(fetch)
    await guarded(`${other}/count_tokens`, { method: 'POST', body: print(broken.slice(0, 3)) })
    await guarded(other, { method: 'POST', body: print(broken) })
    expect(signatures(bodies[1])).toEqual(['first'])
  })
})

const bound =
  'messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.'
const unknownField = 'thinking.adaptive.block_binding: Extra inputs are not permitted'

describe('a refusal', () => {
  test('for a block is answered once, without the blocks', async () => {
    const { fetch, bodies } = server(bound)
    const guarded = guardFetch(fetch)
    const response = await guarded(own, { method: 'POST', body: print(sound) })
    expect(response.status).toBe(200)
    expect(bodies.map(signatures)).toEqual([['first', 'second'], ['first']])
    await guarded(other, { method: 'POST', body: print(sound) })
    expect(signatures(bodies[2]), 'it is remembered').toEqual(['first'])
  })

  test('for the field is answered without it, and it is not sent again', async () => {
    const { fetch, bodies, betas } = server(unknownField)
    const guarded = guardFetch(fetch)
    const headers = { 'anthropic-beta': 'one' }
    for (const body of [print(broken), print(broken)]) await guarded(own, { method: 'POST', body, headers })
    expect(bodies.map(({ thinking }) => thinking)).toEqual([dropping, adaptive, adaptive])
    expect(bodies.map(signatures)).toEqual([['first', 'second'], ['first'], ['first']])
    expect(betas).toEqual([`one,${beta}`, 'one', 'one'])
  })

  test.each<[string, string, string, GuardOptions]>([
    ['a second one', bound, print(sound), {}],
    ['one that nobody may answer', bound, print(sound), { retry: false }],
    ['one under a policy that changes nothing', bound, print(sound), { policy: 'report' }],
    [
      'one that the caller wants',
      bound,
      print(sound, { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } } }),
      {},
    ],
    ['one for the caller’s own field', unknownField, print(sound, { thinking: dropping }), {}],
    ['one about anything else', 'max_tokens: Field required', print(sound), {}],
  ])('comes through: %s', async (_, message, body, options) => {
    const { fetch } = server(message, message)
    const response = await guardFetch(fetch, options)(own, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message } })
  })
})
