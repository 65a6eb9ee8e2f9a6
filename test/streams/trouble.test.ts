import { describe, expect, test } from 'vitest'
import { signedId, splitId } from '../../core/src/convert/signed-id.ts'
import { type ConvertStreamOptions, checkStream, convert, convertStream } from '../../core/src/index.ts'

type Options = Pick<ConvertStreamOptions, 'from' | 'to'> & Partial<ConvertStreamOptions>

function converted(
  options: Options,
  events: readonly unknown[],
): { out: readonly unknown[]; calls: readonly string[] } {
  const stream = convertStream(options)
  const out = [...events.flatMap((event) => stream.write(event)), ...stream.end()]
  return { out, calls: stream.found.flatMap(({ calls }) => calls) }
}

const chunk = (delta: unknown, finish: string | null = null): unknown => ({
  id: 'chatcmpl-1',
  model: 'm',
  created: 1,
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const piece = (index: number | undefined, rest: object, text = ''): unknown =>
  chunk({
    tool_calls: [
      {
        ...(index === undefined ? {} : { index }),
        ...rest,
        function: { ...('id' in rest ? { name: 'run' } : {}), arguments: text },
      },
    ],
  })

const types = (events: readonly unknown[]): readonly unknown[] =>
  events.map(
    (event) =>
      (event as { type: string; index?: number }).type.replace('content_block_', '') +
      ((event as { index?: number }).index ?? ''),
  )

describe('parallel calls whose pieces interleave', () => {
  const events = [
    piece(0, { id: 'a' }),
    piece(1, { id: 'b' }),
    piece(0, {}, '{"x"'),
    piece(1, {}, '{"y"'),
    piece(0, {}, ':1}'),
    piece(1, {}, ':2}'),
    chunk({}, 'tool_calls'),
    '[DONE]',
  ]

  test('one block follows the other for a client of Anthropic', () => {
    const { out } = converted({ from: 'openai-chat', to: 'anthropic-messages' }, events)
    expect(types(out)).toEqual([
      'message_start',
      'start0',
      'delta0',
      'delta0',
      'stop0',
      'start1',
      'delta1',
      'delta1',
      'stop1',
      'message_delta',
      'message_stop',
    ])
    expect(checkStream('anthropic-messages', out)).toEqual([])
  })

  test('a call that is complete ends when the next one starts, so that this one flows at once', () => {
    const stream = convertStream({ from: 'openai-chat', to: 'anthropic-messages' })
    stream.write(piece(0, { id: 'a' }, '{"x":1}'))
    expect(types(stream.write(piece(1, { id: 'b' })))).toEqual(['stop0', 'start1'])
    expect(types(stream.write(piece(1, {}, '{"y"')))).toEqual(['delta1'])
  })
})

describe('a cut call is never told as complete', () => {
  const endings: Readonly<Record<string, (last: readonly unknown[]) => void>> = {
    'anthropic-messages': (last) =>
      expect(last).toMatchObject([{ type: 'error', error: { type: 'api_error' } }]),
    'openai-chat': (last) => expect(last).toMatchObject([{ error: { type: 'server_error' } }, '[DONE]']),
    'openai-responses': (last) =>
      expect(last).toMatchObject([{ type: 'response.failed', response: { status: 'failed' } }]),
    'gemini-contents': (last) => expect(last).toMatchObject([{ error: { code: 500, status: 'INTERNAL' } }]),
    'bedrock-converse': (last) => expect(last).toMatchObject([{ modelStreamErrorException: {} }]),
  }
  const upstreams: Readonly<Record<string, readonly unknown[]>> = {
    'dies in the middle of a call': [piece(0, { id: 'a' }), piece(0, {}, '{"x"')],
    'says the call is complete when it is not': [
      piece(0, { id: 'a' }, '{"x"'),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ],
    'is cut at its limit': [piece(0, { id: 'a' }, '{"x"'), chunk({}, 'length'), '[DONE]'],
    'sends an error': [
      chunk({ content: 'Well' }),
      { error: { message: 'Overloaded', type: 'server_error' } },
    ],
    'is empty': [],
  }
  const rows = Object.entries(upstreams).flatMap(([name, events]) =>
    Object.keys(endings)
      .filter((to) => to !== 'openai-chat')
      .map((to) => [name, to, events] as const),
  )
  const isComplete = /"finish_reason":"|content_block_stop|contentBlockStop|function_call_arguments\.done/

  test.each(rows)('an upstream that %s: %s', (_, to, events) => {
    const { out } = converted({ from: 'openai-chat', to }, events)
    endings[to]?.(out.slice(-1))
    expect(JSON.stringify(out)).not.toMatch(isComplete)
    expect(checkStream(to, out)).toEqual([])
  })

  test('a client of chat gets the error and the last word, and no reason', () => {
    const start = { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } }
    const block = { type: 'tool_use', id: 'a', name: 'run', input: {} }
    const events = [start, { type: 'content_block_start', index: 0, content_block: block }]
    const { out } = converted({ from: 'anthropic-messages', to: 'openai-chat' }, events)
    endings['openai-chat']?.(out.slice(-2))
    expect(JSON.stringify(out)).not.toMatch(isComplete)
    expect(checkStream('openai-chat', out)).toEqual([])
  })

  test('the cut call is a finding that names it', () => {
    const { calls } = converted({ from: 'openai-chat', to: 'anthropic-messages' }, [
      piece(0, { id: 'a' }, '{"x"'),
      chunk({}, 'tool_calls'),
    ])
    expect(calls).toEqual(['a'])
  })
})

describe('the habits of servers that copy an API', () => {
  const readCalls = (events: readonly unknown[]): unknown => {
    const { out } = converted({ from: 'openai-chat', to: 'gemini-contents' }, [
      ...events,
      chunk({}, 'stop'),
      '[DONE]',
    ])
    return out
      .flatMap(
        (event) =>
          (event as { candidates: { content: { parts: { functionCall?: { args: unknown } }[] } }[] })
            .candidates[0]?.content.parts ?? [],
      )
      .flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.args]))
  }

  test.each([
    ['every call has number 0', [piece(0, { id: 'a' }, '{"x":1}'), piece(0, { id: 'b' }, '{"x":2}')]],
    [
      'no call has a number',
      [
        piece(undefined, { id: 'a' }, '{"x":1}'),
        piece(undefined, { id: 'b' }, '{"x"'),
        piece(undefined, {}, ':2}'),
      ],
    ],
    [
      'each piece repeats its id',
      [piece(0, { id: 'a' }, '{"x"'), piece(0, { id: 'a' }, ':1}'), piece(1, { id: 'b' }, '{"x":2}')],
    ],
  ])('%s', (_, events) => {
    expect(readCalls(events)).toEqual([{ x: 1 }, { x: 2 }])
  })

  test('a call without arguments has an empty object', () => {
    expect(readCalls([piece(0, { id: 'a' })])).toEqual([{}])
  })

  test('`tool_calls` as the reason where there are none is an end', () => {
    const { out } = converted({ from: 'openai-chat', to: 'anthropic-messages' }, [
      chunk({ content: 'Hello' }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ])
    expect(out.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' } })
  })

  test('a second start is passed over', () => {
    const start = {
      type: 'message_start',
      message: { id: 'm', model: 'x', usage: { input_tokens: 3, output_tokens: 1 } },
    }
    const { out } = converted({ from: 'anthropic-messages', to: 'openai-chat' }, [start, start])
    expect(out.filter((event) => JSON.stringify(event).includes('"role":"assistant"'))).toHaveLength(1)
  })
})

describe('a signature travels in the id that the client gets', () => {
  const gemini = [
    {
      responseId: 'r1',
      candidates: [
        {
          content: {
            parts: [{ functionCall: { name: 'run', args: { x: 1 } }, thoughtSignature: 'Eq+/4g==' }],
          },
          finishReason: 'STOP',
        },
      ],
    },
  ]

  test.each(['anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse'])('to %s', (to) => {
    const text = JSON.stringify(converted({ from: 'gemini-contents', to }, gemini).out)
    const id = /"(positional_r1_0__thought__[A-Za-z0-9_-]+)"/.exec(text)?.[1] ?? ''
    expect(splitId(id)).toEqual({ id: 'positional_r1_0', signature: 'Eq+/4g==' })
  })

  test('a store of the caller keeps it, and gives it back to the next request', () => {
    const store = new Map<string, string>()
    const options = { from: 'gemini-contents', to: 'openai-chat', signatures: store } as const
    expect(JSON.stringify(converted(options, gemini).out)).not.toContain('__thought__')
    expect([...store]).toEqual([['positional_r1_0', 'Eq+/4g==']])
    const plain = convert(gemini[0], { ...options, as: 'answer' })
    expect(JSON.stringify(plain.document)).not.toContain('__thought__')
    const call = { id: 'positional_r1_0', type: 'function', function: { name: 'run', arguments: '{"x":1}' } }
    const messages = [
      { role: 'user', content: 'Run.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'positional_r1_0', content: 'done' },
    ]
    const back = convert({ model: 'gemini-3-pro', messages }, { to: 'gemini-contents', signatures: store })
    expect(JSON.stringify(back.document)).toContain('"thoughtSignature":"Eq+/4g=="')
  })

  test('it is a loss where it may not', () => {
    const stream = convertStream({ from: 'gemini-contents', to: 'openai-chat', signatures: 'none' })
    for (const event of gemini) stream.write(event)
    expect(stream.lost.map(({ what }) => what)).toEqual(['signature of a call'])
  })

  test.each([['abc'], ['a__thought__b'], ['x_ts_y'], ['Eq+/4g==']])('there and back: %s', (signature) => {
    expect(splitId(signedId('call_1', signature))).toEqual({ id: 'call_1', signature })
    expect(signedId('call_1', signature)).toMatch(/^[a-zA-Z0-9_-]+$/)
  })

  test('an empty signature and the placeholder change nothing, and a suffix of another gateway is the signature', () => {
    expect(signedId('call_1', '')).toBe('call_1')
    expect(signedId('call_1', 'skip_thought_signature_validator')).toBe('call_1')
    expect(splitId('call_1__thought__skip_thought_signature_validator')).toEqual({
      id: 'call_1',
      signature: undefined,
    })
    expect(splitId('call_1__thought__Eq+/4g==')).toEqual({ id: 'call_1', signature: 'Eq+/4g==' })
    const long = 'EqQBCkYIChgCIkD+/4gAAAAAAAAAAA=='
    expect(splitId(`call_1_ts_${long}`)).toEqual({ id: 'call_1', signature: long })
    expect(splitId('call_ts_1')).toEqual({ id: 'call_ts_1', signature: undefined })
  })
})

describe('a stream that breaks a law', () => {
  const start = { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } }
  const open = (index: number): unknown => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: 'a', name: 'run', input: {} },
  })
  const add = (index: number, text: string): unknown => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json: text },
  })
  const close = (index: number): unknown => ({ type: 'content_block_stop', index })
  const end = (reason: string): unknown => ({
    type: 'message_delta',
    delta: { stop_reason: reason },
    usage: { output_tokens: 2 },
  })
  const stop = { type: 'message_stop' }

  test.each([
    [
      'a second end of a block',
      [start, open(0), close(0), close(0), end('tool_use'), stop],
      ['part-not-open'],
    ],
    [
      'a piece after the end of its block',
      [start, open(0), close(0), add(0, '{}'), end('tool_use'), stop],
      ['part-not-open'],
    ],
    ['a gap in the numbers', [start, open(1), close(1), end('tool_use'), stop], ['part-index-gap']],
    ['two starts', [start, start, end('end_turn'), stop], ['stream-start-twice']],
    ['no start', [open(0), close(0), end('tool_use'), stop], ['stream-start-missing']],
    [
      'arguments that never close',
      [start, open(0), add(0, '{"x"'), close(0), end('tool_use'), stop],
      ['arguments-not-json'],
    ],
    ['a block left open', [start, open(0), end('tool_use'), stop], ['part-not-closed']],
    [
      'calls and the reason of an end',
      [start, open(0), close(0), end('end_turn'), stop],
      ['stop-reason-mismatch'],
    ],
    ['the reason for calls, and none', [start, end('tool_use'), stop], ['stop-reason-mismatch']],
    ['something after the end', [start, end('end_turn'), stop, stop], ['event-after-end']],
    ['no end', [start, end('end_turn')], ['stream-end-missing']],
    [
      'blocks that overlap',
      [start, open(0), open(1), close(0), close(1), end('tool_use'), stop],
      ['parts-overlap'],
    ],
    ['a number in place of an event', [5, start, end('end_turn'), stop], ['unreadable']],
  ])('%s', (_, events, rules) => {
    expect(checkStream('anthropic-messages', events).map(({ rule }) => rule)).toEqual(rules)
  })

  test('an unknown format is named', () => {
    expect(() => checkStream('openai-chatt', [])).toThrow('Did you mean `openai-chat`?')
  })
})

test('a client of Mistral gets each call whole, also where pieces interleave', () => {
  const events = [
    piece(0, { id: 'a' }),
    piece(1, { id: 'b' }),
    piece(0, {}, '{"x"'),
    piece(1, {}, '{"y"'),
    piece(0, {}, ':1}'),
    piece(1, {}, ':2}'),
    chunk({}, 'tool_calls'),
    '[DONE]',
  ]
  const { out: messages } = converted({ from: 'openai-chat', to: 'anthropic-messages' }, events)
  const { out } = converted({ from: 'anthropic-messages', to: 'openai-chat', wholeCalls: true }, messages)
  expect(checkStream('openai-chat', out)).toEqual([])
  const calls = out.flatMap((event) =>
    typeof event === 'string' ? [] : ((event as Chunk).choices[0]?.delta?.tool_calls ?? []),
  )
  expect(calls).toEqual([
    { index: 0, id: 'a', type: 'function', function: { name: 'run', arguments: '{"x":1}' } },
    { index: 1, id: 'b', type: 'function', function: { name: 'run', arguments: '{"y":2}' } },
  ])
})

interface Chunk {
  readonly choices: readonly { readonly delta?: { readonly tool_calls?: readonly unknown[] } }[]
}
