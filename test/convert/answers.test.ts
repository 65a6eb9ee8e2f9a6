import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { convert } from '../../core/src/index.ts'
import { freeze } from '../laws/laws.ts'

// One answer and one error as each API writes them. Every one of them becomes every other.

const words = 'I look.'
const input = { path: 'a «1»' }

const answers: Readonly<Record<string, object>> = {
  'anthropic-messages': {
    id: 'answer_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text: words },
      { type: 'tool_use', id: 'call_a', name: 'read', input },
      { type: 'tool_use', id: 'call_b', name: 'list', input: {} },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 7 },
  },
  'openai-chat': {
    id: 'answer_1',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: words,
          tool_calls: [
            { id: 'call_a', type: 'function', function: { name: 'read', arguments: JSON.stringify(input) } },
            { id: 'call_b', type: 'function', function: { name: 'list', arguments: '{}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: {
      prompt_tokens: 10,
      completion_tokens: 7,
      total_tokens: 17,
      prompt_tokens_details: { cached_tokens: 4 },
    },
  },
  'openai-responses': {
    id: 'answer_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'm',
    output: [
      {
        type: 'message',
        id: 'msg_1_0',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: words, annotations: [] }],
      },
      {
        type: 'function_call',
        id: 'fc_1_1',
        status: 'completed',
        call_id: 'call_a',
        name: 'read',
        arguments: JSON.stringify(input),
      },
      {
        type: 'function_call',
        id: 'fc_1_2',
        status: 'completed',
        call_id: 'call_b',
        name: 'list',
        arguments: '{}',
      },
    ],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 17,
    },
  },
  'gemini-contents': {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: words },
            { functionCall: { id: 'call_a', name: 'read', args: input } },
            { functionCall: { id: 'call_b', name: 'list', args: {} } },
          ],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 7,
      totalTokenCount: 17,
    },
    modelVersion: 'm',
    responseId: 'answer_1',
  },
  'bedrock-converse': {
    output: {
      message: {
        role: 'assistant',
        content: [
          { text: words },
          { toolUse: { toolUseId: 'call_a', name: 'read', input } },
          { toolUse: { toolUseId: 'call_b', name: 'list', input: {} } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 6, outputTokens: 7, totalTokens: 17, cacheReadInputTokens: 4 },
  },
}

const errors: Readonly<Record<string, object>> = {
  'anthropic-messages': { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } },
  'openai-chat': { error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded' } },
  'openai-responses': {
    error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  },
  'gemini-contents': { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } },
  'bedrock-converse': { __type: 'ThrottlingException', message: 'Slow down.' },
}

const formats = Object.keys(answers)
const ways = formats.flatMap((from) => formats.filter((to) => to !== from).map((to) => [from, to] as const))

/** The labels that not every API has: an answer of Converse has neither id nor model. */
const labels: ReadonlySet<string> = new Set([
  'id',
  'created',
  'created_at',
  'model',
  'modelVersion',
  'responseId',
])

function unlabelled(document: unknown): object {
  const told = JSON.stringify(document, (name, value: unknown) =>
    labels.has(name) && typeof value !== 'object' && !String(value).startsWith('call_') ? undefined : value,
  )
  return JSON.parse(told) as object
}

test('every format with answers is here', () => {
  const speaking = converters.filter(({ answer }) => answer !== undefined).map(({ format }) => format)
  expect([...formats].sort()).toEqual([...speaking].sort())
})

describe.each(ways)('from %s to %s', (from, to) => {
  test('an answer with words, parallel calls and usage', () => {
    const source = structuredClone(answers[from])
    freeze(source)
    const { document, report, as } = convert(source, { from, to })
    expect(as).toBe('answer')
    expect(unlabelled(document)).toMatchObject(unlabelled(answers[to]))
    if (from !== 'bedrock-converse' && to !== 'bedrock-converse')
      expect(JSON.stringify(document)).toContain('answer_1')
    expect(report.lost.filter(({ what }) => !/`(?:id|status)`/.test(what))).toEqual([])
  })

  test('an error', () => {
    const source = structuredClone(errors[from])
    freeze(source)
    const { document, as } = convert(source, { from, to })
    expect(as).toBe('error')
    expect(document).toMatchObject(errors[to]!)
  })
})
