import { describe, expect, test } from 'vitest'
import { type ConvertOptions, convert, convertStream, policies, scan } from '../../core/src/index.ts'
import { type Json, joints } from './pieces.ts'

const parameters = { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] }
const tool = (name: string): Json => ({
  type: 'function',
  name,
  description: `Does ${name}.`,
  strict: false,
  parameters,
})
const group = (name: string, ...tools: readonly Json[]): Json => ({
  type: 'namespace',
  name,
  description: '',
  tools,
})
const exec = { type: 'custom', name: 'exec', description: 'Runs JavaScript.', format: { type: 'text' } }
const call = (name: string, namespace?: string): Json => ({
  type: 'function_call',
  call_id: `call_${name}`,
  ...(namespace === undefined ? {} : { namespace }),
  name,
  arguments: '{"ms":1}',
})
const output = (name: string): Json => ({
  type: 'function_call_output',
  call_id: `call_${name}`,
  output: 'done',
})

/** A request as Codex writes it for its default model: the tools stand in an item, in groups, one of which is the common one. */
const lite = (...more: readonly Json[]): Json => ({
  model: 'gpt-6.1-sol',
  store: false,
  input: [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [
        group('functions', exec, tool('wait')),
        group('clock', tool('sleep')),
        group('mcp__files', tool('read')),
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
    ...more,
  ],
})
/** The same for its older models: groups stand among the tools. */
const full = (...more: readonly Json[]): Json => ({
  model: 'gpt-5.4',
  tools: [
    tool('wait'),
    group('clock', tool('sleep')),
    group('mcp__files', tool('read')),
    { type: 'web_search' },
  ],
  input: [{ type: 'message', role: 'user', content: 'go' }, ...more],
})

const targets: readonly ConvertOptions[] = [
  { to: 'anthropic-messages', model: 'claude-sonnet-4-5' },
  { to: 'openai-chat', model: 'gpt-5' },
  { to: 'openai-chat', api: 'vllm', model: 'm' },
  { to: 'gemini-contents', model: 'gemini-2.5-pro' },
  { to: 'bedrock-converse', model: 'anthropic.claude-sonnet-4-5' },
]

/** The declared names of a body, in whichever member its format has them. */
function declared(document: unknown): readonly string[] {
  const { tools, toolConfig } = document as Record<string, unknown>
  const text = JSON.stringify(tools ?? (toolConfig as Json).tools)
  return [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name ?? '')
}

describe.each(targets)('to $to ($api)', (options) => {
  test('tools in groups are declared by one name, wherever the groups stand', () => {
    expect(declared(convert(lite(), options).document)).toEqual([
      'exec',
      'wait',
      'clock__sleep',
      'mcp__files__read',
    ])
    const made = convert(full(), options)
    expect(declared(made.document)).toEqual(['wait', 'clock__sleep', 'mcp__files__read'])
    expect(made.report.lostTools).toEqual(['web_search'])
  })

  test('calls of them have the names that are declared', () => {
    const history = [call('wait'), call('sleep', 'clock'), output('wait'), output('sleep')]
    const { document, to } = convert(lite(...history), options)
    expect(joints(document).calls.map(([, name]) => name)).toEqual(['wait', 'clock__sleep'])
    expect(scan(document, to.api)).toEqual([])
  })

  test('a tool of another group with the name that would be written gets another', () => {
    const { document } = convert(
      { ...full(), tools: [tool('clock__sleep'), group('clock', tool('sleep'))] },
      options,
    )
    const [own, joined] = declared(document)
    expect(own).toBe('clock__sleep')
    expect(joined).toMatch(/^clocksleep_/)
  })
})

describe('the way back', () => {
  const { report } = convert(lite(), { to: 'openai-chat', api: 'vllm', model: 'm' })
  const made = { names: report.names, plainText: report.plainText }
  const calls = [
    { id: 'a', type: 'function', function: { name: 'clock__sleep', arguments: '{"ms":1}' } },
    { id: 'b', type: 'function', function: { name: 'exec', arguments: '{"input":"text(1)"}' } },
    { id: 'c', type: 'function', function: { name: 'wait', arguments: '{"ms":2}' } },
  ]
  const items = [
    { type: 'function_call', call_id: 'a', namespace: 'clock', name: 'sleep', arguments: '{"ms":1}' },
    { type: 'custom_tool_call', call_id: 'b', name: 'exec', input: 'text(1)' },
    { type: 'function_call', call_id: 'c', name: 'wait', arguments: '{"ms":2}' },
  ]

  test('an answer names the group and the tool', () => {
    const message = { role: 'assistant', content: null, tool_calls: calls }
    const answer = {
      id: 'x',
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    }
    const { document } = convert(answer, { from: 'openai-chat', to: 'openai-responses', ...made })
    expect((document as Json).output).toMatchObject(items)
    expect(JSON.stringify(document)).not.toContain('clock__sleep')
  })

  test('a stream does, too', () => {
    const stream = convertStream({ from: 'openai-chat', to: 'openai-responses', ...made })
    const delta = (one: Json): Json => ({ id: 'x', choices: [{ index: 0, ...one }] })
    const chunks = [
      ...calls.map((one, index) => delta({ delta: { tool_calls: [{ index, ...one }] } })),
      delta({ delta: {}, finish_reason: 'tool_calls' }),
    ]
    const events = [
      ...chunks.flatMap((chunk) => stream.write(chunk)),
      ...stream.write('[DONE]'),
      ...stream.end(),
    ]
    const done = events.filter((event) => (event as Json).type === 'response.output_item.done')
    expect(done.map((event) => (event as Json).item)).toMatchObject(items)
    expect(JSON.stringify(events)).not.toContain('clock__sleep')
  })
})

test('several outputs of one call of plain text are one result, in order', () => {
  const piece = (words: string): Json => ({
    type: 'custom_tool_call_output',
    call_id: 'call_e',
    output: words,
  })
  const notify = { type: 'custom_tool_call', call_id: 'call_e', name: 'exec', input: 'notify(1)' }
  const document = lite(
    notify,
    piece('first'),
    { type: 'message', role: 'developer', content: 'hm' },
    piece('second'),
  )
  const policy = { ...policies.keep, rows: { ...policies.keep.rows, 'duplicate-result': 'leave' as const } }
  for (const options of targets) {
    const made = convert(document, { ...options, policy })
    expect(joints(made.document).results).toHaveLength(1)
    const text = JSON.stringify(made.document)
    expect(text.indexOf('first')).toBeGreaterThan(0)
    expect(text.indexOf('second')).toBeGreaterThan(text.indexOf('first'))
    expect(text).not.toContain('kept as text')
  }
})
