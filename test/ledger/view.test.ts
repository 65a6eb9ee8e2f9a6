import { memorySink, openLedger, repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { formats } from '../../core/src/formats/index.ts'
import { apis, expectSendable, formatOf, onePerFormat, says, textOf, wishes } from './judge.ts'

describe.each(apis)('%s: a user who says nothing', (api) => {
  const format = formats.find(({ name }) => name === formatOf(api))
  test.each([['no word'], ['a space'], ['an empty message']])('%s', async (form) => {
    const said = form === 'a space' ? ' ' : ''
    const message = format?.renderTurn('user', { text: said }) as object
    const ledger = openLedger<object>({ api, request: { model: 'some-model' } })
    await ledger.user(form === 'an empty message' ? message : said)
    expect(ledger.messages()).toHaveLength(1)
    expectSendable(ledger.messages(), api, form, ledger.request())
    await ledger.user('Go on.')
    expect(textOf(ledger.messages())).toContain('Go on.')
  })
})

describe.each(apis)('%s: messages', (api) => {
  test('are the same array while nothing happens, and those that were given keep their identity', async () => {
    const ledger = openLedger<object>({ api })
    await ledger.user('Go.')
    const said = says(api, wishes(2))
    const turn = ledger.turn(said)
    const open = ledger.messages()
    expect(ledger.messages()).toBe(open)
    await turn.run(({ index }) => {
      if (index === 0) expect(ledger.messages()).toBe(open)
      return 'here it is'
    })
    const before = ledger.messages()
    expect(ledger.messages()).toBe(before)
    expect(said.filter((message) => !before.includes(message))).toEqual([])
    const given = [...before]
    ledger.turn(says(api))
    const after = ledger.messages()
    expect(after.slice(0, given.length)).toEqual(given)
    // What is there already is never changed in place.
    expect(given.filter((message, at) => before[at] !== message)).toEqual([])
  })

  test('are what a repair of everything gives, however often one looks', async () => {
    const [often, once] = [openLedger({ api }), openLedger({ api })]
    for (const ledger of [often, once]) {
      for (let step = 0; step < 4; step++) {
        const look = (): unknown => (ledger === often ? ledger.messages() : undefined)
        await ledger.user(`Step ${step}.`)
        look()
        const turn = ledger.turn(says(api, wishes(3, step)))
        look()
        await turn.run(({ index }) => {
          look()
          if (index === 1) throw new Error('no such file')
          if (index === 2) ledger.cancel()
          return 'here it is'
        })
        look()
      }
      await ledger.user('That is all.')
    }
    expect(often.messages()).toEqual(once.messages())
    expectSendable(often.messages(), api)
    const { document } = repair(often.messages(), { api })
    expect(document).toBe(often.messages())
  })
})

test('what a caller puts into the array does not get into the ledger', async () => {
  const ledger = openLedger<object>({ api: 'openai' })
  await ledger.user('Go.')
  const messages = ledger.messages() as object[]
  messages.push({ role: 'user', content: 'by hand' })
  await ledger.user('More.')
  expect(textOf(ledger.messages())).not.toContain('by hand')
  expect(ledger.messages()).toHaveLength(2)
})

test('a message may be appended while calls wait, and stands after their results', async () => {
  const ledger = openLedger({ api: 'openai' })
  await ledger.user('Go.')
  const turn = ledger.turn(says('openai', wishes(1)))
  await ledger.append({ role: 'user', content: 'By the way.' })
  expectSendable(ledger.messages(), 'openai')
  const outcome = await turn.run(() => 'here it is')
  expect(outcome.cancelled).toBe(false)
  expect(ledger.messages().map((message) => (message as { role: string }).role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
  ])
})

test('a turn of the model while calls wait cancels those', async () => {
  const ledger = openLedger({ api: 'openai' })
  await ledger.user('Go.')
  ledger.turn(says('openai', wishes(1)))
  ledger.turn(says('openai', [], 'Something else.'))
  // Nobody told the ledger who runs tools: one may have run.
  expect(textOf(ledger.messages())).toContain('[cancelled; ')
  expectSendable(ledger.messages(), 'openai')
})

test('tools run at most so many at a time, in order, and each is told its call', async () => {
  const ledger = openLedger({ api: 'openai' })
  const turn = ledger.turn(says('openai', wishes(6)))
  let now = 0
  let most = 0
  const seen: unknown[] = []
  await turn.run(
    async (call) => {
      seen.push(call)
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
      return 'here it is'
    },
    { concurrency: 2, timeout: 2 ** 40 },
  )
  expect(most).toBe(2)
  expect(seen).toEqual(turn.calls)
  expect(seen[3]).toEqual({ id: 'call00003', name: 'read', arguments: { path: '/3' }, turn: 0, index: 3 })
})

test('a run leaves neither a timer nor a listener behind', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const listeners = new Set<unknown>()
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
  }
  const before = timers()
  let during = 0
  const turn = openLedger({ api: 'openai' }).turn(says('openai', wishes(3)))
  await turn.run(() => (during = listeners.size), { signal, timeout: 100_000 })
  expect([during, listeners.size, timers() - before]).toEqual([1, 0, 0])
})

test('calls that have their results already, and those that the provider runs, do not wait', () => {
  const ledger = openLedger({ api: 'anthropic' })
  const hosted = {
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
    ],
  }
  const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] }
  expect(ledger.turn(hosted).calls.map(({ id }) => id)).toEqual(['toolu_1'])
  expect(ledger.turn([hosted, answered]).calls).toEqual([])
})

describe('a request', () => {
  const body = { model: 'deepseek-chat', temperature: 0 }

  test('is the body that was given with the messages in it', async () => {
    const ledger = openLedger({ api: 'deepseek', request: body })
    await ledger.user('Go.')
    expect(ledger.request()).toEqual({ ...body, messages: [{ role: 'user', content: 'Go.' }] })
    expect(ledger.request()).toBe(ledger.request())
    expect(ledger.request().messages).toBe(ledger.messages())
  })

  test.each(onePerFormat)('%s: names its messages as the API does', async (api) => {
    const ledger = openLedger({ api })
    await ledger.user('Go.')
    const member = { 'openai-responses': 'input', 'gemini-contents': 'contents' }[formatOf(api)] ?? 'messages'
    expect(ledger.request()).toEqual({ [member]: ledger.messages() })
  })

  test('is mended as a whole: thinking is off where a loop cannot go on with it', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 }
    const request = { model: 'claude-sonnet-4-5', max_tokens: 4096, thinking }
    const ledger = openLedger({ api: 'anthropic', request })
    await ledger.user('Go.')
    await ledger.turn(says('anthropic', wishes(1))).run(() => 'here it is')
    expect(repair(ledger.request(), { api: 'anthropic' }).report.found).toEqual([])
    await ledger.user('Go on.')
    // The next exchange may think again.
    expect(ledger.request().thinking).toEqual(thinking)
    expect(repair(ledger.request(), { api: 'anthropic' }).report.found).toEqual([])
  })
})

test('what is moved into the body stays there, however the conversation goes on', async () => {
  const ledger = openLedger({ api: 'anthropic', request: { model: 'claude-sonnet-4-5', max_tokens: 1024 } })
  await ledger.append({ role: 'system', content: 'Be brief.' })
  for (let step = 0; step < 3; step++) {
    await ledger.user('Go.')
    await ledger.turn(says('anthropic', wishes(1, step))).run(() => 'here it is')
    expect(ledger.request()).toMatchObject({ system: 'Be brief.' })
    expect(repair(ledger.request(), { api: 'anthropic' }).report.found).toEqual([])
  }
})

test('lines that cannot be read are skipped, and counted', async () => {
  const sink = memorySink()
  const ledger = openLedger({ api: 'openai', sink })
  await ledger.user('Go.')
  const lines = [
    ...sink.lines,
    '{"do":"say","mess',
    '',
    '{"do":"dance"}',
    '7',
    '{"do":"end","turn":5,"call":0}',
    '{"do":"start","turn":5,"call":0}',
  ]
  const again = openLedger({ api: 'openai', sink: memorySink(lines) })
  expect(again.messages()).toEqual(ledger.messages())
  expect([ledger.skipped, again.skipped]).toEqual([0, 5])
})

describe('a chat of the AI SDK, where a call and its result are one part', () => {
  const part = (id: string): object => ({
    type: 'tool-read',
    toolCallId: id,
    state: 'input-available',
    input: {},
  })
  const asked = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }
  const chat = {
    id: 'm1',
    role: 'assistant',
    parts: [{ type: 'text', text: 'I see.' }, ...['a', 'b', 'c'].map(part)],
  }

  test('results go into their calls, and words are written as a chat has them', async () => {
    const ledger = openLedger({ api: 'ai-sdk' })
    await ledger.append(asked)
    const turn = ledger.turn(chat)
    const run = turn.run(({ index }) => {
      if (index === 1) throw new Error('no such file')
      return index === 0 ? { lines: 3 } : new Promise(() => {})
    })
    await new Promise((resolve) => setImmediate(resolve))
    await ledger.user('Go on.')
    expect((await run).cancelled).toBe(true)
    const [first, second, third] = chat.parts.slice(1)
    const stopped = '[cancelled; the tool may have done part of its work: check before repeating]'
    expect(ledger.messages()).toEqual([
      asked,
      {
        ...chat,
        parts: [
          chat.parts[0],
          { ...first, state: 'output-available', output: { lines: 3 } },
          { ...second, state: 'output-error', errorText: '[failed: no such file]' },
          { ...third, state: 'output-error', errorText: stopped },
        ],
      },
      { id: 'm1-next', role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
    ])
    expectSendable(ledger.messages(), 'ai-sdk')
    expect(ledger.answer('c', 'late')).toBe(true)
    expect(textOf(ledger.messages())).toContain('"state":"output-available","input":{},"output":"late"')
    expectSendable(ledger.messages(), 'ai-sdk')
  })

  const old = { state: 'call', toolCallId: 'a', toolName: 'read', args: {} }
  const versions = [
    [
      'in a part',
      { id: 'm', role: 'assistant', content: '', parts: [{ type: 'tool-invocation', toolInvocation: old }] },
    ],
    ['beside the words', { id: 'm', role: 'assistant', content: 'I see.', toolInvocations: [old] }],
  ] as const

  test.each(versions)('version 4, %s', async (_, message) => {
    const ledger = openLedger({ api: 'ai-sdk' })
    await ledger.user('Go.')
    await ledger.turn(message).run(() => 'here it is')
    const done = { ...old, state: 'result', result: 'here it is' }
    expect(ledger.messages()[1]).toEqual(
      JSON.parse(JSON.stringify(message).replace(JSON.stringify(old), JSON.stringify(done))),
    )
    expect(repair(ledger.messages(), { api: 'ai-sdk' }).report.found).toEqual([])
  })
})
