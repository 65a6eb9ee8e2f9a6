import { expect, test } from 'vitest'
import { open, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const many = {
  model: 'claude-sonnet-4-5',
  messages: Array.from({ length: 262 }, (_, index) => [
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${index}`, name: 'bash', input: {} }] },
  ]).flat(),
}

const advised = {
  ...open,
  messages: [
    open.messages[0],
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} },
        { type: 'tool_use', id: 'toolu_2', name: 'bash', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'a' }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'b' }] },
  ],
}

const chat = {
  messages: [
    { role: 'user', content: 'go' },
    { role: 'tool', tool_call_id: 'a', content: 'b' },
  ],
}

/** The list of Neovate's design document: the last call was running when the program crashed. */
const listed = [
  { uuid: '1', role: 'user', content: 'read file.ts' },
  { uuid: '2', role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_001', name: 'read' }] },
  { uuid: '3', role: 'tool', content: [{ type: 'tool-result', toolCallId: 'toolu_001' }] },
  { uuid: '4', role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_002', name: 'write' }] },
]

const folder = folderWith({
  'list.json': JSON.stringify(listed),
  'chat.json': JSON.stringify(chat),
  'broken.json': JSON.stringify(open),
  'my broken.json': JSON.stringify(open),
  'sound.json': JSON.stringify(sound, null, 2),
  'bare.json': JSON.stringify(sound.messages),
  'many.json': JSON.stringify(many),
  'advised.json': JSON.stringify(advised),
  'marked.json': `\uFEFF${JSON.stringify(sound)}`,
  'escape.json': JSON.stringify(open).replaceAll('"bash"', '"ba\\u001b[31msh\\n"'),
})

const chosen = 'api: anthropic (the model `claude-sonnet-4-5` names it)\n'

test('Neovate’s list in memory is read as such', () => {
  expect(mortise(['check', 'list.json'], { folder })).toEqual({
    stdout: `✖ 3  call-without-result  \`toolu_002\` write has no result in the next turn
  fix: npx mortise repair list.json --api neovate --in-place
`,
    stderr: "api: neovate (the format's first-party API)\n",
    exit: 1,
  })
  const { exit, stdout } = mortise(['repair', 'list.json', '--policy', 'drop-turn'], { folder })
  expect([exit, JSON.parse(stdout)]).toEqual([0, listed.slice(0, 3)])
})

test('a fault: where, which, what the API says, and what mends it', () => {
  expect(mortise(['check', 'broken.json'], { folder })).toEqual({
    stdout: `✖ messages.1  call-without-result  \`toolu_01Q…\` bash has no result in the next turn
  the API says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01Q…. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
  fix: npx mortise repair broken.json --api anthropic --in-place
`,
    stderr: chosen,
    exit: 1,
  })
})

test('the same without colour, signs or story', () => {
  expect(mortise(['check', 'broken.json', '--plain', '-q'], { folder })).toEqual({
    stdout: `x messages.1  call-without-result  \`toolu_01Q...\` bash has no result in the next turn
  the API says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01Q.... Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
  fix: npx mortise repair broken.json --api anthropic --in-place
`,
    stderr: '',
    exit: 1,
  })
})

test('the same as JSON, with whole ids', () => {
  const { stdout, stderr, exit } = mortise(['check', 'broken.json', '--json', '--api', 'anthropic'], {
    folder,
  })
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 1 })
  expect(stdout.endsWith('}\n')).toBe(true)
  expect(JSON.parse(stdout)).toEqual({
    schema: 'mortise/1',
    command: 'check',
    target: { kind: 'document', path: 'broken.json', format: 'anthropic-messages', api: 'anthropic' },
    found: [
      {
        rule: 'call-without-result',
        severity: 'refused',
        at: ['messages', 1],
        calls: ['toolu_01QvX7dLkN2mRz8sT4wYb6Hc'],
        message: '`toolu_01QvX7dLkN2mRz8sT4wYb6Hc` bash has no result in the next turn.',
        says: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01QvX7dLkN2mRz8sT4wYb6Hc. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
      },
    ],
  })
})

test('a sound conversation, from a file, with a byte order mark, from standard input', () => {
  const line = 'is sound for anthropic (3 turns)\n'
  expect(mortise(['check', 'sound.json'], { folder })).toEqual({
    stdout: `✔ sound.json ${line}`,
    stderr: chosen,
    exit: 0,
  })
  expect(mortise(['check', 'marked.json'], { folder }).stdout).toBe(`✔ marked.json ${line}`)
  const input = JSON.stringify(sound)
  for (const words of [['check'], ['check', '-']]) {
    expect(mortise(words, { input })).toMatchObject({ stdout: `✔ standard input ${line}`, exit: 0 })
    expect(mortise([...words, '-q'], { input })).toEqual({ stdout: '', stderr: '', exit: 0 })
  }
})

test('a bare list of messages, whose format decides', () => {
  expect(mortise(['check', 'bare.json'], { folder })).toEqual({
    stdout: '✔ bare.json is sound for anthropic (3 turns)\n',
    stderr: "api: anthropic (the format's first-party API)\n",
    exit: 0,
  })
})

test('a sound answer as JSON', () => {
  const { stdout, exit } = mortise(['check', '-q', '--json'], { input: JSON.stringify(sound) })
  expect(exit).toBe(0)
  expect(stdout).toBe(
    '{"schema":"mortise/1","command":"check","target":{"kind":"document","format":"anthropic-messages","api":"anthropic"},"found":[]}\n',
  )
})

test('advice does not break anything', () => {
  const { stdout, exit } = mortise(['check', 'advised.json'], { folder })
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^! messages\.3\S* {2}results-split {2}advice: [^\n]+\n/)
  expect(stdout).toContain('✔ advised.json is sound for anthropic (4 turns, 1 piece of advice)\n')
})

test('a long list is told to its end in a pipe', () => {
  const { stdout, exit } = mortise(['check', 'many.json', '-q'], { folder })
  expect(exit).toBe(1)
  expect(stdout.match(/^✖/gm)).toHaveLength(262)
  expect(stdout).toMatch(/\n {2}fix: npx mortise repair many\.json --api anthropic --in-place\n$/)
  expect(JSON.parse(mortise(['check', 'many.json', '--json', '-q'], { folder }).stdout).found).toHaveLength(
    262,
  )
})

test('the hint repeats what was asked, quoted for a shell', () => {
  const words = ['check', 'my broken.json', '-q', '--policy', 'drop', '--tail', 'rest']
  expect(mortise(words, { folder }).stdout).toContain(
    "\n  fix: npx mortise repair 'my broken.json' --api anthropic --policy drop --tail rest --in-place\n",
  )
})

test('an open end is no fault of a live conversation', () => {
  const live = { ...open, messages: open.messages.slice(0, 2) }
  expect(mortise(['check', '-q'], { input: JSON.stringify(live) }).exit).toBe(1)
  expect(mortise(['check', '-q', '--tail', 'open'], { input: JSON.stringify(live) }).exit).toBe(0)
})

test('colour only if asked, and never in JSON', () => {
  const colourful = { folder, environment: { FORCE_COLOR: '1' } }
  expect(mortise(['check', 'broken.json', '-q'], colourful).stdout).toContain('\u001b[31m✖\u001b[0m ')
  expect(mortise(['check', 'broken.json', '-q', '--json'], colourful).stdout).not.toContain('\u001b')
  expect(mortise(['check', 'broken.json', '-q', '--plain'], colourful).stdout).not.toContain('\u001b')
  const both = { folder, environment: { FORCE_COLOR: '1', NO_COLOR: '1' } }
  expect(mortise(['check', 'broken.json', '-q'], both).stdout).not.toContain('\u001b')
})

test('what a conversation holds cannot move the cursor', () => {
  const { stdout } = mortise(['check', 'escape.json', '-q'], { folder })
  expect(stdout).toContain('`toolu_01Q…` ba\\u001b[31msh\\u000a has no result')
})

test('a hint names the program the way it was called', () => {
  const { stdout } = mortise(['check', '-q'], {
    input: JSON.stringify(open),
    environment: { npm_command: '' },
  })
  expect(stdout).toMatch(
    /\n {2}fix: node \S*app\/bin\/mortise\.js repair - --api anthropic -o fixed\.json\n$/,
  )
})

const called = JSON.stringify([
  { role: 'user', content: 'go' },
  { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls' } }] },
])
const otherFormat = `mortise: This conversation is written as \`openai-chat\`, not as \`anthropic-messages\`. Name an API that reads openai-chat, such as openai, or name none.
hint: npx mortise apis
`

test.each([[['check']], [['check', '-q']], [['check', '--json']], [['repair']], [['repair', '-q']]])(
  '%s refuses a document in another format than the API that is named',
  (command) => {
    const told = mortise([...command, '-', '--api', 'anthropic'], { input: called })
    expect(told).toEqual({ stdout: '', stderr: expect.stringContaining(otherFormat), exit: 2 })
  },
)

test('an API that a document hardly fits is doubted', () => {
  expect(mortise(['check', 'chat.json', '--api', 'anthropic'], { folder }).stderr).toBe(
    'note: this looks like `openai-chat`, but `anthropic` speaks `anthropic-messages`: leave --api out, or name another\n',
  )
  expect(mortise(['check', 'chat.json', '--api', 'openai'], { folder }).stderr).toBe('')
})
