import { describe, expect, test } from 'vitest'
import {
  chooseApi,
  compact,
  follow,
  openCalls,
  plan,
  repair,
  repairBytes,
  repairLines,
  scan,
  scanBytes,
  scanLines,
} from './index.ts'

const said = { role: 'user', content: 'go' }
const thanks = { role: 'assistant', content: 'done' }

/** A call and its result, as each format writes them. */
const written: Readonly<Record<string, readonly unknown[]>> = {
  'anthropic-messages': [
    said,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a' }] },
  ],
  'openai-chat': [
    said,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'a' },
  ],
  'openai-responses': [
    said,
    { type: 'function_call', call_id: 'c1', name: 'ls', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'a' },
  ],
  'gemini-contents': [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'ls', response: { output: 'a' } } }] },
  ],
  'bedrock-converse': [
    { role: 'user', content: [{ text: 'go' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'ls', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: [{ text: 'a' }] } }] },
  ],
  'ai-sdk': [
    said,
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ls', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'ls', output: { type: 'text', value: 'a' } },
      ],
    },
  ],
}

const apis: Readonly<Record<string, string>> = {
  'anthropic-messages': 'anthropic',
  'openai-chat': 'openai',
  'openai-responses': 'openai-responses',
  'gemini-contents': 'gemini',
  'bedrock-converse': 'bedrock',
  'ai-sdk': 'ai-sdk',
}

const pairs = Object.entries(written).flatMap(([format, turns]) =>
  Object.entries(apis).map(([other, api]): [string, string, readonly unknown[], boolean] => [
    format,
    api,
    turns,
    format === other,
  ]),
)

function codeOf(run: () => unknown): string {
  try {
    run()
    return 'fine'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const linesOf = (turns: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''))

function scanAll(bytes: Uint8Array, api: string): unknown {
  const lines = scanLines({ api, read: (start, end) => bytes.slice(start, end) })
  lines.room(bytes.length).set(bytes)
  lines.take(bytes.length)
  return lines.finish()
}

describe('a conversation in the format of another API', () => {
  test.each(pairs)('%s, for %s', (_, api, turns, isRight) => {
    const expected = isRight ? 'fine' : 'wrong-format'
    const doors = {
      scan: () => scan(turns, api),
      plan: () => plan(turns, api),
      repair: () => repair(turns, { api }),
      follow: () => follow({ api }).repair(turns),
      compact: () => compact(turns, { api, budget: 1e6 }),
      openCalls: () => openCalls(turns, api),
      scanBytes: () => scanBytes(bytesOf(turns), { api }),
      repairBytes: () => repairBytes(bytesOf(turns), { api }),
      scanLines: () => scanAll(linesOf(turns), api),
      repairLines: () => repairLines(linesOf(turns), { api }),
    }
    const codes = Object.entries(doors).map(([name, run]) => [name, codeOf(run)])
    expect(codes).toEqual(Object.keys(doors).map((name) => [name, expected]))
    const choice = chooseApi(turns, { api })
    expect(choice.ok ? 'fine' : choice.error.code).toBe(expected)
  })

  test('is told in one sentence, with an API that reads it', () => {
    const choice = chooseApi({ contents: written['gemini-contents'] }, { api: 'anthropic' })
    expect(choice.ok ? undefined : [choice.error.message, choice.error.hint]).toEqual([
      'This conversation is written as `gemini-contents`, not as `anthropic-messages`.',
      'Name an API that reads gemini-contents, such as gemini, or name none.',
    ])
  })

  test('is told for a format that is named without an API', () => {
    const choice = chooseApi(written['openai-chat'], { format: 'anthropic-messages' })
    expect(choice.ok ? 'fine' : choice.error.code).toBe('wrong-format')
  })

  test('is told once a conversation that is followed shows it', () => {
    const follower = follow({ api: 'anthropic' })
    const turns = [said]
    expect(codeOf(() => follower.repair(turns))).toBe('fine')
    expect(codeOf(() => follower.repair(written['openai-chat']))).toBe('wrong-format')
  })
})

describe('a conversation that may be of the format named', () => {
  const [, chatCall, chatResult] = written['openai-chat'] as readonly unknown[]
  const [, blockCall, blockResult] = written['anthropic-messages'] as readonly unknown[]
  test.each<[string, unknown, string]>([
    ['plain turns', [said, thanks, said], 'anthropic'],
    ['plain turns', [said, thanks, said], 'openai'],
    ['plain turns', [said, thanks, said], 'bedrock'],
    ['plain turns', [said, thanks, said], 'ai-sdk'],
    ['an empty list', [], 'anthropic'],
    ['no conversation at all', { a: 1 }, 'anthropic'],
    ['calls of both', [said, blockCall, blockResult, chatCall, chatResult], 'anthropic'],
    ['calls of both', [said, blockCall, blockResult, chatCall, chatResult], 'openai'],
    ["another's result of its own call", [said, blockCall, chatResult], 'anthropic'],
    ["another's result alone", [said, chatResult], 'anthropic'],
    ["another's image alone", [{ role: 'user', content: [{ type: 'image', source: {} }] }], 'openai'],
    [
      "another's call, and tools declared as its own",
      { tools: [{ name: 'ls', input_schema: { type: 'object' } }], messages: [said, chatCall, chatResult] },
      'anthropic',
    ],
    [
      "another's call, and tools declared as its own",
      { tools: [{ type: 'function', function: { name: 'ls' } }], messages: [said, blockCall, blockResult] },
      'openai',
    ],
  ])('%s: %j for %s', (_, document, api) => {
    expect(codeOf(() => scan(document, api))).toBe('fine')
    expect(codeOf(() => repair(document, { api }))).toBe('fine')
    expect(codeOf(() => repairBytes(bytesOf(document), { api }))).toBe('fine')
  })
})
