import { apply, explain, invert, repair, repairBytes, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const policy = { preset: 'keep', rows: { 'reasoning-foreign': 'drop' } } as const
const hello = { role: 'user', content: 'hello' }
const done = { role: 'assistant', content: 'done' }
const call = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }
const output = { role: 'tool', tool_call_id: 'call_1', content: 'x' }
const tools = [{ name: 'ls', input_schema: { type: 'object' } }]
const think = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'ls', input: {} }
const toolResult = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] }
const claude = { model: 'claude-sonnet-4-5', max_tokens: 9000, tools }

type Row = readonly [name: string, api: string, given: object, wanted: object]

/** Documents with reasoning that only its issuer can read, and the same without it. */
const rows: readonly Row[] = [
  [
    'items lose their names, and reasoning goes',
    'openai-responses',
    {
      model: 'gpt-5.6',
      store: false,
      input: [
        hello,
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'ls', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'x' },
        { type: 'reasoning', id: 'rs_2', summary: [] },
        { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        { role: 'user', content: 'and?' },
      ],
    },
    {
      model: 'gpt-5.6',
      store: false,
      input: [
        hello,
        { type: 'function_call', call_id: 'call_1', name: 'ls', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'x' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        { role: 'user', content: 'and?' },
      ],
    },
  ],
  [
    'signed thinking goes, and thinking is off in the loop that is open',
    'anthropic',
    {
      ...claude,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [hello, { role: 'assistant', content: [think, toolUse] }, toolResult],
    },
    {
      ...claude,
      thinking: { type: 'disabled' },
      messages: [hello, { role: 'assistant', content: [toolUse] }, toolResult],
    },
  ],
  [
    'an answer of thinking alone goes as a whole',
    'anthropic',
    {
      ...claude,
      messages: [hello, { role: 'assistant', content: [think] }, { role: 'user', content: 'so?' }],
    },
    { ...claude, messages: [hello, { role: 'user', content: 'so?' }] },
  ],
  [
    'a signature is waived where one is asked for',
    'gemini',
    {
      model: 'gemini-3-pro',
      contents: [
        { role: 'user', parts: [{ text: 'hello' }] },
        { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} }, thoughtSignature: 'c2ln' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { output: 'x' } } }] },
      ],
    },
    {
      model: 'gemini-3-pro',
      contents: [
        { role: 'user', parts: [{ text: 'hello' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'ls', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { output: 'x' } } }] },
      ],
    },
  ],
  [
    'details that are sealed go, and those in plain words stay',
    'openrouter',
    {
      model: 'x/y',
      messages: [
        hello,
        {
          role: 'assistant',
          content: null,
          tool_calls: [call],
          reasoning_details: [
            { type: 'reasoning.text', text: 'hm' },
            { type: 'reasoning.encrypted', data: 'gAAA' },
          ],
        },
        output,
      ],
    },
    {
      model: 'x/y',
      messages: [
        hello,
        {
          role: 'assistant',
          content: null,
          tool_calls: [call],
          reasoning_details: [{ type: 'reasoning.text', text: 'hm' }],
        },
        output,
      ],
    },
  ],
  [
    'reasoning that anybody can read stays',
    'deepseek',
    { model: 'deepseek-reasoner', messages: [hello, { ...done, reasoning_content: 'hm' }, hello] },
    { model: 'deepseek-reasoner', messages: [hello, { ...done, reasoning_content: 'hm' }, hello] },
  ],
  [
    'the options of a provider lose names and seals',
    'ai-sdk',
    {
      messages: [
        hello,
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1' } } },
            { type: 'text', text: 'ok', providerOptions: { openai: { itemId: 'msg_1', other: 1 } } },
          ],
        },
        hello,
      ],
    },
    {
      messages: [
        hello,
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'ok', providerOptions: { openai: { other: 1 } } }],
        },
        hello,
      ],
    },
  ],
]

describe.each(rows)('reasoning of another issuer: %s', (_, api, given, wanted) => {
  const { document, report } = repair(given, { api, policy })

  test('goes, and nothing else does', () => {
    expect(document).toEqual(wanted)
    expect(report.left).toEqual([])
    expect(scan(document, api)).toEqual([])
  })

  test('a second repair changes nothing, and the plan can be taken back', () => {
    expect(repair(document, { api, policy }).document).toBe(document)
    const back = apply(document, invert(report.plan))
    expect(back).toEqual({ ok: true, value: given })
  })

  test('bytes are mended alike, and only if a policy asks for it', () => {
    const bytes = Buffer.from(JSON.stringify(given))
    const mended = repairBytes(bytes, { api, policy }).bytes
    expect(JSON.parse(Buffer.from(mended).toString())).toEqual(wanted)
    const usual = repair(given, { api }).report
    expect(usual.found.map(({ rule }) => rule)).not.toContain('reasoning-foreign')
    expect(usual.plan.edits.map(({ why }) => why)).not.toContain('reasoning-foreign')
  })
})

test('a list of which nothing is read stays when its turn is mended', () => {
  const details = [{ type: 'reasoning.summary', summary: 'hm' }]
  const broken = { ...call, function: { name: 'ls', arguments: '{"a' } }
  const made = { role: 'assistant', content: null, tool_calls: [broken], reasoning_details: details }
  const { document, report } = repair({ model: 'x/y', messages: [hello, made, output] }, { api: 'vllm' })
  expect(report.plan.edits).toHaveLength(1)
  expect(document.messages[1]).toMatchObject({ reasoning_details: details })
})

const sentences = [
  'reasoning `encrypted_content` was not issued to this caller',
  'The encrypted content gAAA could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
  "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
  'Referenced reasoning item rs_1 was not found or has expired',
  "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
  'messages.1.content.0: Invalid `signature` in `thinking` block',
  'Corrupted thought signature.',
]

test.each(sentences)('the sentence is known: %s', (sentence) => {
  expect(explain(sentence).rules).toContain('reasoning-foreign')
})
