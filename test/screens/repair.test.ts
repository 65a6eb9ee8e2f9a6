import { expect, test } from 'vitest'
import { open, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const answer = {
  type: 'tool_result',
  tool_use_id: 'toolu_01QvX7dLkN2mRz8sT4wYb6Hc',
  content: '[no result was recorded; the tool may or may not have run: check before repeating]',
  is_error: true,
}
const mended = {
  ...open,
  messages: [...open.messages.slice(0, 2), { role: 'user', content: [answer] }, ...open.messages.slice(2)],
}

const odd =
  '\uFEFF  {"model" : "claude-sonnet-4-5",\r\n"max_tokens":1.0, "messages":[ {"role":"user","content":"\\u00e9"} ] }\n\n'

const folder = folderWith({
  'broken.json': `${JSON.stringify(open, null, 2)}\n`,
  'odd.json': odd,
  'late.json': JSON.stringify({
    ...sound,
    messages: [...sound.messages, { role: 'assistant', content: 'Done.' }],
  }),
})

test('the document on standard output, the story on standard error', () => {
  expect(mortise(['repair', 'broken.json'], { folder })).toEqual({
    stdout: `${JSON.stringify(mended, null, 2)}\n`,
    stderr: `document: broken.json; no file is changed
api: anthropic (the model \`claude-sonnet-4-5\` names it)
✔ messages.1  call-without-result  mended: \`toolu_01Q…\` bash has no result in the next turn
  + messages.2  {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01Q…","content":"[no result was recorded; the tool may or may not have run: check before re…
✔ broken.json is mended for anthropic: 1 fault; 1 edit, the first at messages.2
`,
    exit: 0,
  })
  expect(mortise(['repair', 'broken.json', '--quiet'], { folder }).stderr).toBe('')
})

test('a sound document comes out byte for byte', () => {
  expect(mortise(['repair', 'odd.json', '--api', 'anthropic'], { folder })).toEqual({
    stdout: odd,
    stderr:
      'document: odd.json; no file is changed\n✔ odd.json is sound for anthropic (1 turn): nothing to mend\n',
    exit: 0,
  })
})

test.each([
  ['compact', (value: unknown) => JSON.stringify(value)],
  ['compact with a line end', (value: unknown) => `${JSON.stringify(value)}\n`],
  ['four spaces', (value: unknown) => JSON.stringify(value, null, 4)],
  ['tabs', (value: unknown) => `${JSON.stringify(value, null, '\t')}\n`],
  ['CRLF', (value: unknown) => `${JSON.stringify(value, null, 2)}\n`.replaceAll('\n', '\r\n')],
  ['a byte order mark', (value: unknown) => `\uFEFF${JSON.stringify(value)}`],
  [
    'numbers that would be rounded',
    (value: unknown) => JSON.stringify(value).replace('"seed":1', '"seed":12345678901234567890'),
  ],
  [
    'numbers written at length',
    (value: unknown) => JSON.stringify(value, null, 2).replace('"seed": 1', '"seed": 1.50e0'),
  ],
])('keeps the style of its input: %s', (_, print) => {
  expect(mortise(['repair', '-q'], { input: print(open) })).toEqual({
    stdout: print(mended),
    stderr: '',
    exit: 0,
  })
})

test('mending what is mended changes nothing', () => {
  const once = mortise(['repair', 'broken.json', '-q'], { folder }).stdout
  expect(mortise(['repair', '-q'], { input: once }).stdout).toBe(once)
})

test('the whole answer as JSON', () => {
  const { stdout, exit } = mortise(['repair', 'broken.json', '--json', '-q'], { folder })
  const whole = JSON.parse(stdout)
  expect(exit).toBe(0)
  expect(Object.keys(whole)).toEqual([
    'schema',
    'command',
    'target',
    'found',
    'document',
    'changed',
    'plan',
    'left',
    'firstChange',
  ])
  expect(whole).toMatchObject({
    schema: 'mortise/1',
    command: 'repair',
    target: { kind: 'document', path: 'broken.json', format: 'anthropic-messages', api: 'anthropic' },
    document: mended,
    changed: true,
    left: [],
    firstChange: ['messages', 2],
  })
  expect(whole.found).toHaveLength(1)
  expect(whole.plan.edits).toHaveLength(1)
})

test('JSON of a sound document', () => {
  const { stdout } = mortise(['repair', 'odd.json', '--json', '-q'], { folder })
  expect(JSON.parse(stdout)).toMatchObject({
    changed: false,
    plan: { edits: [] },
    firstChange: null,
    left: [],
  })
  expect(stdout).toContain('"max_tokens":1.0,')
})

test('the policy `report` changes nothing and says what stands', () => {
  const { stdout, stderr, exit } = mortise(
    ['repair', 'broken.json', '--policy', 'report', '--api', 'anthropic'],
    {
      folder,
    },
  )
  expect(exit).toBe(1)
  expect(stdout).toBe(`${JSON.stringify(open, null, 2)}\n`)
  expect(stderr).toMatch(
    /^document: broken\.json; no file is changed\n✖ broken\.json is not sound for anthropic: 1 fault is left; nothing was changed\n✖ messages\.1 /,
  )
})

test('the policy `drop` takes the call out', () => {
  const { stdout, exit } = mortise(['repair', 'broken.json', '--policy', 'drop', '-q'], { folder })
  expect(exit).toBe(0)
  expect(stdout).not.toContain('toolu_')
})

test.each([
  [
    'beside the turns',
    '{"metadata":DEEP,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"r"}]}]}',
  ],
  [
    'in what is mended',
    '{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":DEEP}]}]}',
  ],
])('what nests deeper than a stack is answered as JSON too: %s', (_, text) => {
  const input = text.replace('DEEP', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const { stdout, exit } = mortise(['repair', '-', '--json', '--api', 'anthropic'], { input })
  expect(exit).toBe(0)
  const { plan, left, document } = JSON.parse(stdout)
  expect([plan.edits.length, left, document.messages[0].content[0].type]).toEqual([2, [], 'text'])
})
