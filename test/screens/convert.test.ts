import { expect, test } from 'vitest'
import { folderWith, mortise } from './run.ts'

const orphan = [
  { role: 'user', content: 'Previous conversation...' },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'tool_1', content: '...' }] },
]

test('K1: the orphan is skipped, and one line on standard error names its id', () => {
  const seen = mortise(['convert', '--to', 'openai-chat', '--policy', 'drop'], {
    input: JSON.stringify(orphan),
  })
  expect(seen.exit).toBe(0)
  expect(seen.stdout).toBe('[{"role":"user","content":"Previous conversation..."}]\n')
  expect(seen.stderr.split('\n').filter((line) => line.includes('tool_1'))).toEqual([
    expect.stringContaining('result-without-call  in the source: Result `tool_1` answers a call that is not'),
  ])
})

test('losses are told, and are no failure', () => {
  const folder = folderWith({
    'body.json': JSON.stringify({
      model: 'm',
      top_k: 5,
      max_tokens: 9,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  })
  const seen = mortise(['convert', 'body.json', '--from', 'anthropic-messages', '--to', 'openai-chat'], {
    folder,
  })
  expect(seen.exit).toBe(0)
  expect(JSON.parse(seen.stdout)).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'hi' }],
    max_completion_tokens: 9,
  })
  expect(seen.stderr).toContain('top_k  lost  setting top_k: The target has no such setting')
})

test('the whole answer as JSON', () => {
  const seen = mortise(['convert', '--to', 'openai-chat', '--policy', 'drop', '--json'], {
    input: JSON.stringify(orphan),
  })
  expect(JSON.parse(seen.stdout)).toMatchObject({
    schema: 'mortise/1',
    command: 'convert',
    target: { kind: 'document', format: 'anthropic-messages', api: 'anthropic' },
    as: 'request',
    to: { format: 'openai-chat', api: 'openai' },
    document: [{ role: 'user' }],
    found: [{ rule: 'result-without-call' }],
    lost: [],
    left: [],
  })
})

test('rows are answered in order', () => {
  const rows = [
    { id: 1, document: orphan, to: 'openai-chat', policy: 'drop' },
    { id: 'b', document: { flour: 200 }, to: 'openai-chat' },
    { id: 'c', document: orphan },
    { id: 'd', document: orphan, to: 'nowhere' },
    { id: 'e', document: orphan, to: 'openai-chat', as: 'song' },
  ]
  const seen = mortise(['convert', '--batch'], { input: rows.map((row) => JSON.stringify(row)).join('\n') })
  expect(seen.exit).toBe(1)
  const answers = seen.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toEqual([
    {
      id: 1,
      document: [{ role: 'user', content: 'Previous conversation...' }],
      lost: [],
      found: [expect.objectContaining({ calls: ['tool_1'] })],
      left: [],
    },
    { id: 'b', error: { code: 'not-a-conversation', message: expect.any(String) } },
    { id: 'c', error: { code: 'bad-row', message: 'The row has no `to`.' } },
    { id: 'd', error: { code: 'unknown-format', message: 'Unknown format `nowhere`.' } },
    { id: 'e', error: { code: 'bad-row', message: expect.stringContaining('`song` is no `as` of a row') } },
  ])
})

test.each([
  [['convert'], 2, '`convert` needs `--to FORMAT`.'],
  [['convert', '--to', 'openai-chta'], 2, 'Unknown format `openai-chta`. Did you mean `openai-chat`?'],
  [
    ['convert', '--to', 'openai-chat'],
    4,
    'This is JSON, but no conversation: there is no list of messages in it.',
  ],
  [['convert', '--to', 'openai-chat', '--as', 'session'], 2, '`session` is no value of `--as`'],
  [['check', '--as', 'answer'], 2, '`answer` is no value of `--as`'],
])('%j', (words, exit, message) => {
  const seen = mortise(words, { input: '{"flour":200}' })
  expect(seen.exit).toBe(exit)
  expect(seen.stderr).toContain(message)
})
