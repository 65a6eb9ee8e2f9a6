import { describe, expect, test } from 'vitest'
import { checkStream, convertStream, type Loss } from '../../core/src/index.ts'

// The shapes stand in recorded streams: sources, hosted tools, counts and members that one wire alone has.

function converted(
  from: string,
  to: string,
  events: readonly unknown[],
): { readonly out: readonly unknown[]; readonly lost: readonly Loss[] } {
  const stream = convertStream({ from, to })
  const out = [...events.flatMap((event) => stream.write(event)), ...stream.end()]
  expect(checkStream(to, out)).toEqual([])
  return { out, lost: stream.lost }
}

const messages = (...inner: readonly unknown[]): readonly unknown[] => [
  {
    type: 'message_start',
    message: { id: 'msg_1', model: 'm', usage: { input_tokens: 3, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Rain.' } },
  ...inner,
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
]

const completion = (...deltas: readonly object[]): readonly unknown[] => [
  ...deltas.map((delta) => ({ id: 'c', model: 'm', created: 1, choices: [{ index: 0, delta }] })),
  { id: 'c', model: 'm', created: 1, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  '[DONE]',
]

const response = (...inner: readonly unknown[]): readonly unknown[] => [
  { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
  ...inner,
  {
    type: 'response.completed',
    response: { id: 'resp_1', status: 'completed', usage: { input_tokens: 1, output_tokens: 2 } },
  },
]

const converse = (...deltas: readonly object[]): readonly unknown[] => [
  { messageStart: { role: 'assistant' } },
  ...deltas.map((delta) => ({ contentBlockDelta: { contentBlockIndex: 0, delta } })),
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: 'end_turn' } },
  { metadata: { usage: { inputTokens: 1, outputTokens: 2 }, metrics: { latencyMs: 7 } } },
]

const url = 'https://example.com/rain'
const title = 'Rain'
const web = { type: 'web_search_result_location', url, title, cited_text: 'It rains.', encrypted_index: 'E' }
const words = [
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Rain.' },
] as const
const spot = { output_index: 0, content_index: 0 }
const done = (annotations: readonly unknown[]): readonly unknown[] => [
  { type: 'response.content_part.done', ...spot, part: { type: 'output_text', text: 'Rain.', annotations } },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Rain.', annotations }] },
  },
]
const ofResponses = { type: 'url_citation', start_index: 0, end_index: 5, title, url }
const ofChat = { type: 'url_citation', url_citation: { start_index: 0, end_index: 5, title, url } }
const ofConverse = { title, location: { web: { url } } }

/** One text with one source on the web, as each wire tells it. */
const cited: Readonly<Record<string, readonly unknown[]>> = {
  'anthropic-messages': messages({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'citations_delta', citation: web },
  }),
  'openai-chat': completion({ content: 'Rain.' }, { annotations: [ofChat] }),
  'openai-responses': response(
    ...words,
    { type: 'response.output_text.annotation.added', ...spot, annotation_index: 0, annotation: ofResponses },
    ...done([ofResponses]),
  ),
  'bedrock-converse': converse({ text: 'Rain.' }, { citation: ofConverse }),
}

const written: Readonly<Record<string, unknown>> = {
  'openai-chat': ofChat,
  'openai-responses': ofResponses,
  'bedrock-converse': ofConverse,
}

/** How often an object of these members stands anywhere in a value. */
function countOf(value: unknown, wanted: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const isHere = expect.objectContaining(wanted as object).asymmetricMatch(value)
  return Object.values(value).reduce((sum: number, child) => sum + countOf(child, wanted), isHere ? 1 : 0)
}

describe.each(Object.keys(cited))('a source on the web that %s tells', (from) => {
  const events = cited[from] ?? []

  test.each(Object.keys(written).filter((to) => to !== from))('is told by %s', (to) => {
    const { out, lost } = converted(from, to, events)
    // Responses tells each source as it comes, with the whole text, with the item and with the response.
    expect(countOf(out, written[to])).toBe(to === 'openai-responses' ? 4 : 1)
    expect(lost).toEqual([])
  })

  test.each(['anthropic-messages', 'gemini-contents'].filter((to) => to !== from))('is lost on %s', (to) => {
    expect(converted(from, to, events).lost.map(({ what }) => what)).toEqual(['citation'])
  })
})

test('sources that a server tells only with the whole text are told once', () => {
  const events = response(...words, ...done([ofResponses]))
  const { out } = converted('openai-responses', 'openai-chat', events)
  expect(countOf(out, ofChat)).toBe(1)
})

const file = { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 4 }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'S' }
const thought = [
  { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1' } },
  { type: 'response.output_item.done', output_index: 0, item: reasoning },
] as const
const call = { type: 'tool_use', id: 'a', name: 'read', input: {}, caller: { type: 'code_execution' } }
const gemini = (rest: object, usageMetadata: object = {}): readonly unknown[] => [
  {
    candidates: [{ content: { parts: [{ text: 'Rain.' }] }, finishReason: 'STOP', ...rest }],
    usageMetadata: { promptTokenCount: 1, ...usageMetadata },
  },
]

test.each<[string, string, readonly unknown[], string, readonly string[]]>([
  [
    'a file as a source',
    'openai-responses',
    response(...words, ...done([file])),
    'openai-chat',
    ['citation'],
  ],
  [
    'thoughts with a name and a seal',
    'openai-responses',
    response(...thought),
    'openai-chat',
    ['id of reasoning', 'encrypted reasoning'],
  ],
  [
    'who calls',
    'anthropic-messages',
    [
      messages()[0],
      { type: 'content_block_start', index: 0, content_block: call },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ],
    'openai-chat',
    ['member `content_block.caller`'],
  ],
  [
    'an unknown event',
    'anthropic-messages',
    [{ type: 'weather' }, ...messages()],
    'openai-chat',
    ['event `weather`'],
  ],
  [
    'an unknown piece',
    'anthropic-messages',
    messages({ type: 'content_block_delta', index: 0, delta: { type: 'odd_delta' } }),
    'openai-chat',
    ['delta `odd_delta`'],
  ],
  [
    'a member of every chunk',
    'openai-chat',
    completion({ content: 'a', odd: 1 }, { content: 'b', odd: 2 }),
    'anthropic-messages',
    ['member `choices.delta.odd`'],
  ],
  [
    'a second choice',
    'openai-chat',
    [
      {
        id: 'c',
        choices: [
          { index: 0, delta: { content: 'a' } },
          { index: 1, delta: { content: 'b' } },
        ],
      },
      ...completion(),
    ],
    'anthropic-messages',
    ['further choice'],
  ],
  [
    'grounding',
    'gemini-contents',
    gemini({ groundingMetadata: { webSearchQueries: ['rain'] } }),
    'openai-chat',
    ['member `candidates.groundingMetadata`'],
  ],
  [
    'details of counts',
    'gemini-contents',
    gemini({}, { promptTokensDetails: [{ modality: 'TEXT' }] }),
    'openai-chat',
    ['member `usageMetadata.promptTokensDetails`'],
  ],
  [
    'thoughts that were counted',
    'gemini-contents',
    gemini({}, { thoughtsTokenCount: 5 }),
    'bedrock-converse',
    ['count of tokens of reasoning'],
  ],
  [
    'a trace',
    'bedrock-converse',
    [
      ...converse({ text: 'a' }).slice(0, -1),
      { metadata: { usage: { inputTokens: 1 }, trace: { guardrail: {} } } },
    ],
    'openai-chat',
    ['member `metadata.trace`'],
  ],
])('%s is a listed loss', (_, from, events, to, what) => {
  const { lost } = converted(from, to, events)
  expect(lost.map((loss) => loss.what)).toEqual(what)
  for (const { why } of lost) expect(why).toMatch(/^[A-Z].*\.$/)
})

test('a loss of a member has the number of its event', () => {
  const { lost } = converted('openai-chat', 'anthropic-messages', completion({ content: 'a' }, { odd: 1 }))
  expect(lost.map(({ at }) => at)).toEqual([[1, 'choices', 0, 'delta', 'odd']])
})

test('the stop sequence that was met and tokens written to a cache are told or lost', () => {
  const [first, ...rest] = messages().slice(0, -2)
  const end = { type: 'message_delta', delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' } }
  const usage = { output_tokens: 4, input_tokens: 3, cache_creation_input_tokens: 9 }
  const events = [first, ...rest, { ...end, usage }, { type: 'message_stop' }]
  const { out, lost } = converted('anthropic-messages', 'openai-chat', events)
  expect(lost.map(({ what }) => what)).toEqual(['stop sequence that was met'])
  expect(countOf(out, { cache_write_tokens: 9 })).toBe(1)
  expect(converted('anthropic-messages', 'gemini-contents', events).lost.map(({ what }) => what)).toEqual([
    'count of tokens written to a cache',
    'stop sequence that was met',
  ])
})

test('sealed thoughts of Claude stay sealed on the other platform that serves it', () => {
  const sealed = converse({ reasoningContent: { redactedContent: 'S' } })
  const { out, lost } = converted('bedrock-converse', 'anthropic-messages', sealed)
  expect(countOf(out, { type: 'redacted_thinking', data: 'S' })).toBe(1)
  expect(lost).toEqual([])
  expect(
    countOf(converted('anthropic-messages', 'bedrock-converse', out).out, { redactedContent: 'S' }),
  ).toBe(1)
})

test('reasoning that is counted apart belongs to the output', () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 3,
    total_tokens: 33,
    completion_tokens_details: { reasoning_tokens: 20 },
  }
  const events = [...completion({ content: 'a' }).slice(0, -1), { id: 'c', choices: [], usage }, '[DONE]']
  const { out, lost } = converted('openai-chat', 'anthropic-messages', events)
  expect(countOf(out, { output_tokens: 23, output_tokens_details: { thinking_tokens: 20 } })).toBe(1)
  expect(lost).toEqual([])
})
