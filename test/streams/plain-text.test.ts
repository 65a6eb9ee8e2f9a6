import { expect, test } from 'vitest'
import { checkStream, convert, convertStream } from '../../core/src/index.ts'

const patch = '*** Begin Patch\n"quoted" 榫\n'
const request = {
  model: 'gpt-5.4',
  messages: [{ role: 'user', content: 'Mend it.' }],
  tools: [{ type: 'custom', custom: { name: 'apply_patch', description: 'Applies a patch.' } }],
}

const { report } = convert(request, { from: 'openai-chat', to: 'anthropic-messages' })

test('the report on a request names its tools of plain text', () => {
  expect(report.plainText).toEqual(['apply_patch'])
})

test('an answer gives the words back as plain text', () => {
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: patch } }],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  }
  const { document } = convert(answer, {
    from: 'anthropic-messages',
    to: 'openai-chat',
    as: 'answer',
    plainText: report.plainText,
  })
  expect(document).toMatchObject({
    choices: [
      {
        message: {
          tool_calls: [{ id: 'toolu_1', type: 'custom', custom: { name: 'apply_patch', input: patch } }],
        },
      },
    ],
  })
})

const call = { kind: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: {} }
const anthropic = [
  { type: 'message_start', message: { id: 'm', model: 'x', usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { ...call, type: 'tool_use' } },
  ...[...JSON.stringify({ input: patch })].map((text) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: text },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

test('a stream gives the words back as plain text', () => {
  const stream = convertStream({
    from: 'anthropic-messages',
    to: 'openai-responses',
    plainText: report.plainText,
  })
  const out = [...anthropic.flatMap((event) => stream.write(event)), ...stream.end()]
  expect(checkStream('openai-responses', out)).toEqual([])
  expect(out.at(-1)).toMatchObject({
    response: {
      output: [{ type: 'custom_tool_call', call_id: 'toolu_1', name: 'apply_patch', input: patch }],
    },
  })
})

test('plain text becomes one argument where a wire has no such tools', () => {
  const there = convertStream({
    from: 'anthropic-messages',
    to: 'openai-responses',
    plainText: report.plainText,
  })
  const responses = [...anthropic.flatMap((event) => there.write(event)), ...there.end()]
  const back = convertStream({ from: 'openai-responses', to: 'anthropic-messages' })
  const out = [...responses.flatMap((event) => back.write(event)), ...back.end()]
  expect(checkStream('anthropic-messages', out)).toEqual([])
  const pieces = out.flatMap(
    (event) => (event as { delta?: { partial_json?: string } }).delta?.partial_json ?? [],
  )
  expect(JSON.parse(pieces.join(''))).toEqual({ input: patch })
})
