import { describe, expect, test } from 'vitest'
import { convert, convertStream } from '../../core/src/index.ts'

// The behaviours G2 and G5 to G8 of a gateway in front of Gemini.

const use = (id: string, path: string): object => ({ type: 'tool_use', id, name: 'read', input: { path } })
const given = (id: string, content: unknown, more = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})
const signed = `a__thought__${Buffer.from('c2lnbmVk').toString('base64url')}`

function toGemini(messages: readonly unknown[], model = 'gemini-3-pro'): readonly unknown[] {
  const { document } = convert(
    { model, max_tokens: 5, messages },
    { from: 'anthropic-messages', to: 'gemini-contents' },
  )
  return (document as { readonly contents: readonly unknown[] }).contents
}

describe('to Gemini', () => {
  const calls = { role: 'assistant', content: [use('a', 'one'), use('b', 'two')] }
  const question = { role: 'user', content: 'Read.' }

  test('parallel calls in one turn are answered in one turn, in their order', () => {
    const results = [given('b', 'second'), given('a', 'first'), { type: 'text', text: 'Go on.' }]
    expect(toGemini([question, calls, { role: 'user', content: results }], 'gemini-2.5-pro')).toEqual([
      { role: 'user', parts: [{ text: 'Read.' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'read', args: { path: 'one' } } },
          { functionCall: { id: 'b', name: 'read', args: { path: 'two' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'read', response: { output: 'first' } } },
          { functionResponse: { id: 'b', name: 'read', response: { output: 'second' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ])
  })

  test('a signature in an id goes back on its part; the waiver stands on the first call alone where none is known', () => {
    const results = { role: 'user', content: [given('a', '1'), given('b', '2')] }
    const [, waived] = toGemini([question, calls, results])
    expect(waived).toMatchObject({ parts: [{ thoughtSignature: 'skip_thought_signature_validator' }, {}] })
    expect(JSON.stringify(waived).match(/thoughtSignature/g)).toHaveLength(1)
    const own = { role: 'assistant', content: [use(signed, 'one'), use('b', 'two')] }
    const [, kept] = toGemini([
      question,
      own,
      { role: 'user', content: [given(signed, '1'), given('b', '2')] },
    ])
    expect(kept).toEqual({
      role: 'model',
      parts: [
        { functionCall: { id: 'a', name: 'read', args: { path: 'one' } }, thoughtSignature: 'c2lnbmVk' },
        { functionCall: { id: 'b', name: 'read', args: { path: 'two' } } },
      ],
    })
  })

  test('failures, images and values of results survive', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
    const results = [
      given('a', 'gone', { is_error: true }),
      given('b', [{ type: 'text', text: 'see' }, image]),
    ]
    const [, , answer] = toGemini([question, calls, { role: 'user', content: results }], 'gemini-2.5-pro')
    expect(answer).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'read', response: { error: 'gone' } } },
        {
          functionResponse: {
            id: 'b',
            name: 'read',
            response: { output: 'see' },
            parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
          },
        },
      ],
    })
  })
})

describe('from Gemini', () => {
  const call = (path: string): object => ({ functionCall: { name: 'read', args: { path } } })
  const response = (output: string): object => ({ functionResponse: { name: 'read', response: { output } } })
  const contents = [
    { role: 'user', parts: [{ text: 'Read twice.' }] },
    { role: 'model', parts: [call('same'), call('same')] },
    { role: 'user', parts: [response('old'), response('new')] },
    { role: 'model', parts: [call('same')] },
    { role: 'user', parts: [response('newest')] },
  ]

  test.each(['anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse', 'ai-sdk'])(
    'calls without ids keep their own results in %s, and have no ids again on the way back',
    (to) => {
      const there = convert({ model: 'gemini-2.5-pro', contents }, { to })
      expect(there.report.left).toEqual([])
      const text = JSON.stringify(there.document)
      for (const output of ['old', 'new', 'newest']) expect(text).toContain(`"${output}"`)
      const back = convert(there.document, { from: to, to: 'gemini-contents' })
      expect((back.document as { readonly contents: unknown }).contents).toEqual(contents)
    },
  )
})

test.each([['abc-123'], ['a very.long/answer:id-with-more-than-24-letters'], [undefined]])(
  'calls without an id get the same ids from a whole answer and from a stream: %s',
  (responseId) => {
    const calls = ['one', 'two'].map((name) => ({ functionCall: { name, args: {} } }))
    const head = responseId === undefined ? {} : { responseId }
    const whole = {
      ...head,
      candidates: [{ content: { parts: calls }, finishReason: 'STOP' }],
      usageMetadata: {},
    }
    const answer = convert(whole, { from: 'gemini-contents', to: 'openai-chat' }).document
    const stream = convertStream({ from: 'gemini-contents', to: 'openai-chat' })
    const events = [
      ...calls.map((part) => ({ ...head, candidates: [{ content: { parts: [part] } }] })),
      { ...whole, candidates: [{ finishReason: 'STOP' }] },
    ].flatMap((chunk) => stream.write(chunk))
    const idsOf = (value: unknown): readonly string[] =>
      [...JSON.stringify(value).matchAll(/"id":"(positional_[^"]+)"/g)].map(([, id]) => id ?? '')
    expect(idsOf(answer)).toHaveLength(2)
    expect(idsOf(events)).toEqual(idsOf(answer))
    const [first = ''] = idsOf(answer)
    const asked = {
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          tool_calls: [{ id: first, type: 'function', function: { name: 'one', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: first, content: 'done' },
      ],
    }
    expect(
      JSON.stringify(convert(asked, { from: 'openai-chat', to: 'gemini-contents' }).document),
    ).not.toContain('"id"')
  },
)
