import { content, denied, type MortiseError, memorySink, openLedger, type Sink } from '@mortise/core'
import { afterAll, describe, expect, test } from 'vitest'
import { heldSink } from './held-sink.ts'
import { expectSendable, onePerFormat, says, textOf, wishes } from './judge.ts'

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

afterAll(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})

const ring: Record<string, unknown> = { name: 'ring' }
ring.self = ring
const map = new Map<string, unknown>([['a', 1]])
map.set('map', map)

/** What a tool gives, and what is said of it. */
const values: readonly (readonly [string, () => unknown, RegExp, 'kept' | 'failed' | 'denied'])[] = [
  ['nothing', () => undefined, /\(the tool returned nothing\)/, 'kept'],
  ['null', () => null, /null/, 'kept'],
  ['a number', () => 12.5, /12\.5/, 'kept'],
  ['an object', () => ({ lines: 3 }), /lines\\*":\s?3/, 'kept'],
  ['a big number', () => ({ size: 2n ** 70n }), /1180591620717411303424/, 'kept'],
  ['a big number alone', () => 2n ** 70n, /1180591620717411303424/, 'kept'],
  ['a ring', () => ring, /\[circular\]/, 'kept'],
  ['a map in itself', () => map, /\[circular\]/, 'kept'],
  ['a set', () => new Set(['x-mark']), /x-mark/, 'kept'],
  ['an error as a value', () => new RangeError('too far'), /too far/, 'kept'],
  ['a function', () => function named() {}, /named/, 'kept'],
  ['not a number', () => Number.NaN, /null/, 'kept'],
  ['half a character', () => 'cut \ud83d here', /cut .* here/, 'kept'],
  ['something that throws when it is read', () => ({ toJSON: () => fail('no copy') }), /no copy/, 'failed'],
  [
    'a refusal',
    () => denied('not in this folder'),
    /\[denied; the tool did not run: not in this folder\]/,
    'denied',
  ],
  ['a refusal without words', () => denied(), /\[denied; the tool did not run\]/, 'denied'],
  ['an error without words', () => fail(''), /\[failed: Error\]/, 'failed'],
  ['a string that is thrown', () => fail('plain', true), /\[failed: plain\]/, 'failed'],
  [
    'an error that cannot be read',
    () => throwing(unreadable()),
    /\[failed: what was thrown cannot/,
    'failed',
  ],
  ['a thing that is gone', () => throwing(revoked()), /\[failed: what was thrown cannot/, 'failed'],
  ['an error whose words are none', () => throwing(wordless()), /\[failed: .*code/, 'failed'],
  ['words that look like a stand-in', () => '[cancelled before the tool ran]', /\[cancelled before/, 'kept'],
]

function throwing(value: unknown): never {
  throw value
}

function unreadable(): Error {
  return Object.defineProperty(new Error('x'), 'message', { get: () => fail('no words') })
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function wordless(): Error {
  return Object.defineProperty(new Error('x'), 'message', { value: { code: 5 }, enumerable: true })
}

function fail(words: string, isPlain = false): never {
  throw isPlain ? words : new Error(words)
}

describe.each(onePerFormat)('%s: a tool gives', (api) => {
  test.each(values)('%s', async (_, give, said, how) => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    await ledger.user('Go.')
    const turn = ledger.turn(says(api, wishes(1)))
    const outcome = await turn.run(() => give())
    if (how === 'kept') expect(outcome).toEqual({ cancelled: false, kept: turn.calls, closed: [] })
    else expect(outcome.closed).toEqual([{ call: turn.calls[0], as: how }])
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toMatch(said)
    await ledger.flush()
    const again = openLedger({ api, sink: memorySink(sink.lines) })
    expect([again.skipped, again.messages()]).toEqual([0, ledger.messages()])
  })

  test('a refusal by hand is no result', async () => {
    const ledger = openLedger({ api })
    await ledger.user('Go.')
    const turn = ledger.turn(says(api, wishes(1)))
    const [call] = turn.calls
    expect(call && turn.answer(call, denied('not here'))).toBe(true)
    expect(textOf(ledger.messages())).toContain('[denied; the tool did not run: not here]')
  })

  test('nothing at all: a tool that never returns can be stopped', async () => {
    const ledger = openLedger({ api })
    await ledger.user('Go.')
    const turn = ledger.turn(says(api, wishes(1)))
    const run = turn.run(() => new Promise(() => {}))
    await new Promise((resolve) => setImmediate(resolve))
    ledger.cancel()
    expect((await run).cancelled).toBe(true)
    expectSendable(ledger.messages(), api)
  })

  test('50 MB', async () => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    await ledger.user('Go.')
    const large = 'x'.repeat(50 * 2 ** 20)
    const outcome = await ledger.turn(says(api, wishes(1))).run(() => large)
    expect(outcome.kept).toHaveLength(1)
    const again = openLedger({ api, sink: memorySink(sink.lines) })
    for (const each of [ledger, again]) {
      expect(textOf(each.messages()).length).toBeGreaterThan(large.length)
    }
  })

  test('the same id twice in one turn: each call has its own result', async () => {
    const ledger = openLedger({ api })
    await ledger.user('Go.')
    const [one] = wishes(1)
    const turn = ledger.turn(
      says(
        api,
        [one, one, one].flatMap((each) => each ?? []),
      ),
    )
    const outcome = await turn.run(({ index }) => (index === 1 ? fail('no second') : `result ${index}.`))
    expect(outcome.kept.map(({ index }) => index)).toEqual([0, 2])
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toMatch(/result 0\..*no second.*result 2\./)
  })
})

test('more than a line can hold: it is told that the tool ran', async () => {
  const ledger = openLedger({ api: 'openai' })
  const turn = ledger.turn(says('openai', wishes(1)))
  // Each character is six in JSON.
  const outcome = await turn.run(() => '\u0001'.repeat(100 * 2 ** 20))
  expect(outcome.closed).toEqual([{ call: turn.calls[0], as: 'failed' }])
  expect(textOf(ledger.messages())).toContain('the tool ran, but its result cannot be kept')
})

test('a value that its tool changes later stays as it was given', async () => {
  const ledger = openLedger({ api: 'ai-sdk' })
  const value = { state: 'as given' }
  await ledger.turn(says('ai-sdk', wishes(1))).run(() => value)
  value.state = 'changed'
  expect(textOf(ledger.messages())).toContain('as given')
})

test('content in the form of the API is written as it is', async () => {
  const ledger = openLedger({ api: 'anthropic' })
  const blocks = [
    { type: 'text', text: 'a file' },
    { type: 'image', source: { type: 'url', url: 'https://x.example/a.png' } },
  ]
  await ledger.turn(says('anthropic', wishes(1))).run(() => content(blocks))
  expect(textOf(ledger.messages())).toContain(JSON.stringify(blocks))
})

describe('what is no message changes nothing', () => {
  const bad: readonly (readonly [string, unknown, string])[] = [
    ['nothing', undefined, 'bad-message'],
    ['words', 'hello', 'bad-message'],
    ['an empty list', [], 'bad-message'],
    ['a number in a list', [3], 'bad-message'],
    ['a ring', { role: 'assistant', content: 'x', ring }, 'not-json'],
    ['a big number', { role: 'assistant', content: 1n }, 'not-json'],
  ]

  test.each(bad)('%s', async (_, value, code) => {
    const sink = memorySink()
    const ledger = openLedger({ api: 'openai', sink })
    const turn = ledger.turn(says('openai', wishes(1)))
    const run = turn.run(() => new Promise(() => {}))
    await ledger.flush()
    const [before, lines] = [ledger.messages(), sink.lines.length]
    expect(codeOf(() => ledger.append(value))).toBe(code)
    expect(codeOf(() => ledger.turn(value))).toBe(code)
    if (typeof value !== 'string') expect(codeOf(() => ledger.user(value))).toBe(code)
    expect(ledger.messages()).toBe(before)
    expect(sink.lines).toHaveLength(lines)
    ledger.cancel()
    expect((await run).cancelled).toBe(true)
  })
})

describe('what the model did not say is no turn, and changes nothing', () => {
  const user = { role: 'user', content: 'hello' }
  const result = { role: 'tool', tool_call_id: 'a', content: 'done' }
  const answer = says('openai', wishes(1))
  const others: readonly (readonly [string, string, unknown])[] = [
    ['words of the user', 'openai', user],
    ['words of the user', 'anthropic', user],
    ['a result and words of the user', 'openai', [result, user]],
    ['instructions', 'openai', { role: 'system', content: 'Be brief.' }],
    ['all that the API answered', 'openai', { object: 'chat.completion', choices: [{ message: answer }] }],
    ['all that the API answered', 'gemini', { candidates: [{ content: says('gemini', wishes(1)) }] }],
    ['all that the API answered', 'bedrock', { output: { message: says('bedrock', wishes(1)) } }],
    ['a result', 'openai-responses', { type: 'function_call_output', call_id: 'a', output: 'done' }],
  ]

  test.each(others)('%s: %s', async (_, api, value) => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    const open = ledger.turn(says(api, wishes(1)))
    await ledger.flush()
    const lines = sink.lines.length
    expect(codeOf(() => ledger.turn(value))).toBe('bad-message')
    await ledger.flush()
    expect(sink.lines).toHaveLength(lines)
    expect((await open.run(() => 'ran')).kept).toEqual(open.calls)
  })

  test('a result beside what the model said is taken', () => {
    const [call] = openLedger({ api: 'openai' }).turn(answer).calls
    const given = [answer, { ...result, tool_call_id: call?.id }].flat()
    expect(openLedger({ api: 'openai' }).turn(given).calls).toEqual([])
  })
})

describe('wishes that cannot be', () => {
  const later = Promise.resolve(memorySink())
  const wrong: readonly (readonly [string, () => unknown, string])[] = [
    ['an unknown API', () => openLedger({ api: 'nobody' }), 'unknown-api'],
    ['an API of every format', () => openLedger({ api: 'everywhere' }), 'bad-option'],
    ['no options', () => openLedger(undefined as never), 'bad-option'],
    ['a sink that is a path', () => openLedger({ api: 'openai', sink: '/tmp/log' as never }), 'bad-option'],
    ['a sink that is none', () => openLedger({ api: 'openai', sink: {} as never }), 'bad-option'],
    ['a sink that is not there yet', () => openLedger({ api: 'openai', sink: later as never }), 'bad-option'],
    ['a policy that leaves calls open', () => openLedger({ api: 'openai', policy: 'report' }), 'bad-option'],
    ['an unknown policy', () => openLedger({ api: 'openai', policy: 'hope' as 'keep' }), 'unknown-policy'],
    [
      'the log of something else',
      () => openLedger({ api: 'openai', sink: memorySink(['{"a":1}']) }),
      'not-a-ledger',
    ],
    [
      'lines of something else',
      () => openLedger({ api: 'openai', sink: memorySink(['hello']) }),
      'not-a-ledger',
    ],
    [
      'the log of another format',
      () => openLedger({ api: 'openai', sink: memorySink([header('anthropic', 'anthropic-messages')]) }),
      'api-not-of-format',
    ],
    [
      'the log of a later version',
      () => openLedger({ api: 'openai', sink: memorySink([header('openai', 'openai-chat', 2)]) }),
      'ledger-newer',
    ],
  ]

  test.each(wrong)('%s', (_, open, code) => {
    expect(codeOf(open)).toBe(code)
  })

  test.each([
    ['timeout', { timeout: -1 }],
    ['timeout', { timeout: Number.NaN }],
    ['concurrency', { concurrency: 0 }],
    ['signal', { signal: new AbortController() as never }],
    ['signal', { signal: null as never }],
  ])('a %s of %j: rejected before anything runs', async (name, options) => {
    const turn = openLedger({ api: 'openai' }).turn(says('openai', wishes(1)))
    await expect(turn.run(() => 'ran', options)).rejects.toMatchObject({ code: 'bad-option' })
    await expect(turn.run(() => 'ran', options)).rejects.toThrow(`\`${name}\` has to be`)
    expect((await turn.run(() => 'ran')).kept).toEqual(turn.calls)
  })

  test.each([undefined, null, 'run'])(
    'a tool that is %j: rejected, and the calls wait for another',
    async (tool) => {
      const turn = openLedger({ api: 'openai' }).turn(says('openai', wishes(1)))
      await expect(turn.run(tool as never)).rejects.toMatchObject({ code: 'bad-option' })
      expect((await turn.run(() => 'ran')).kept).toEqual(turn.calls)
    },
  )

  test('a call of another turn', () => {
    const ledger = openLedger({ api: 'openai' })
    const [call] = ledger.turn(says('openai', wishes(1))).calls
    const other = ledger.turn(says('openai', wishes(1)))
    if (call === undefined) throw new Error('There is one call.')
    expect(codeOf(() => other.answer(call, 'x'))).toBe('unknown-call')
  })
})

test('a closed ledger can be read, and takes nothing more', async () => {
  const ledger = openLedger({ api: 'openai' })
  await ledger.user('Go.')
  let finish: (value: unknown) => void = () => {}
  const turn = ledger.turn(says('openai', wishes(1)))
  const run = turn.run(() => new Promise((resolve) => (finish = resolve)))
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([ledger.close(), ledger.close()])
  expect(await run).toMatchObject({ cancelled: true, kept: [] })
  const before = ledger.messages()
  finish('too late')
  await new Promise((resolve) => setImmediate(resolve))
  expect(ledger.messages()).toBe(before)
  expect(codeOf(() => ledger.user('Hello?'))).toBe('ledger-closed')
  expect(codeOf(() => ledger.turn(says('openai')))).toBe('ledger-closed')
})

describe('a sink that fails', () => {
  const api = 'deepseek'

  test('before tools run: none of them does, and that is told', async () => {
    const { sink, heal } = failing()
    const ledger = openLedger({ api, sink })
    await expect(ledger.user('Go.')).rejects.toMatchObject({ code: 'not-written' })
    const turn = ledger.turn(says(api, wishes(2)))
    let ran = 0
    const outcome = await turn.run(() => ++ran)
    expect(ran).toBe(0)
    expect(outcome.closed.map(({ as }) => as)).toEqual(['not-run', 'not-run'])
    expect(outcome.unsaved?.code).toBe('not-written')
    expect(outcome.unsaved?.message).toMatch(
      /^\d lines of the ledger could not be written: the disk is full$/,
    )
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toContain('[not run: the call could not be written down first: ')
    heal()
    await ledger.flush()
    expect(openLedger({ api, sink: memorySink(sink.lines) }).messages()).toEqual(ledger.messages())
  })

  test('while tools run: their results are kept, and written once that is possible', async () => {
    const { sink, heal, breakDown } = failing(true)
    const ledger = openLedger({ api, sink })
    await ledger.user('Go.')
    const turn = ledger.turn(says(api, wishes(2)))
    const outcome = await turn.run(({ index }) => {
      breakDown()
      return `result ${index}.`
    })
    expect(outcome.kept).toEqual(turn.calls)
    expect(outcome.unsaved?.code).toBe('not-written')
    expect(textOf(ledger.messages())).toMatch(/result 0\..*result 1\./)
    await expect(ledger.flush()).rejects.toMatchObject({ code: 'not-written' })
    heal()
    await ledger.flush()
    expect(openLedger({ api, sink: memorySink(sink.lines) }).messages()).toEqual(ledger.messages())
  })

  test('an abort while the disk is being waited for: no tool runs, and what was finished stays', async () => {
    const stop = new AbortController()
    const { sink, release } = heldSink()
    const ledger = openLedger({ api, sink })
    void ledger.user('Go.')
    const turn = ledger.turn(says(api, wishes(1)))
    let ran = 0
    const run = turn.run(() => ++ran, { signal: stop.signal })
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    release()
    expect(await run).toMatchObject({ cancelled: true, closed: [{ as: 'cancelled' }] })
    expect(ran).toBe(0)
    expect(textOf(ledger.messages())).toContain('[cancelled before the tool ran]')
    expectSendable(ledger.messages(), api)
  })

  test('an abort while a result is on its way to the disk: it stays', async () => {
    const stop = new AbortController()
    const { sink, release, hold } = heldSink(false)
    const ledger = openLedger({ api, sink })
    const turn = ledger.turn(says(api, wishes(1)))
    const run = turn.run(
      () => {
        hold()
        return 'finished'
      },
      { signal: stop.signal },
    )
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    release()
    expect(await run).toEqual({ cancelled: true, kept: turn.calls, closed: [] })
    expect(textOf(ledger.messages())).toContain('finished')
  })
})

/** A sink that can be broken and healed. */
function failing(isWell = false): { sink: Sink; heal(): void; breakDown(): void } {
  const inner = memorySink()
  let works = isWell
  return {
    sink: {
      ...inner,
      write: async (lines) => {
        if (!works) throw new Error('the disk is full')
        return inner.write(lines)
      },
    },
    heal: () => {
      works = true
    },
    breakDown: () => {
      works = false
    },
  }
}

function header(api: string, format: string, version = 1): string {
  return JSON.stringify({ schema: `mortise/ledger/${version}`, api, format })
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as MortiseError).code
  }
  return 'nothing was thrown'
}
