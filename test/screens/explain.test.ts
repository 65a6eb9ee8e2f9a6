import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { stores } from '../../app/src/stores/index.ts'
import { testWith } from '../needs.ts'
import { makeHome, sound } from '../sessions/home.ts'
import { makeRowHome } from '../sqlite/home.ts'
import { call, type Json, piece, user } from '../stores/claude-records.ts'
import * as pi from '../stores/pi-records.ts'
import { folderWith, mortise } from './run.ts'

const says =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_b2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: says } })

const agents = stores.map(({ title }) => title).join(', ')

const folder = folderWith({ 'error.log': `API Error: 400 ${body}\n`, 'note.txt': 'Oops' })

test('an error is explained', () => {
  const { stdout, stderr, exit } = mortise(['explain', `API Error: 400 ${body}`])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout.replace(agents, 'AGENTS')).toMatchInlineSnapshot(`
    "✖ messages.3: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_b2. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
      rule: call-without-result  A call has no result
        or: result-not-leading  A result stands after other content
        or: call-not-last  Something follows a call in its turn
        or: results-split  Results of one turn are spread over several
        or: result-out-of-place  A result does not stand after its call
      place: messages.3
      ids: \`toolu_b2\`
      what happened: The model called a tool, and the conversation continues without the result. This happens when a run is interrupted, when the tool or the program crashes, or when old messages are cut away.
      what to do: Repair the conversation. A result that stands elsewhere is moved next to its call. For a lost result, an error result says that none was recorded. Until then every request fails. The API uses this sentence for several faults. A check of the conversation tells which one it is.
      see: npx mortise doctor

    \`toolu_b2\` is in no session here. No session of AGENTS is here.
    If the agent runs as another user, or keeps its files elsewhere: npx mortise explain --home DIR
    "
  `)
})

test('from words, from a quoted word, from standard input: the same', () => {
  const { stdout } = mortise(['explain', says])
  expect(mortise(['explain', ...says.split(' ')]).stdout).toBe(stdout)
  expect(mortise([says]).stdout).toBe(stdout)
  expect(mortise(says.split(' ')).stdout).toBe(stdout)
  expect(mortise(['explain'], { input: body }).stdout).toBe(stdout)
  expect(mortise(['explain', '-'], { input: `${says}\n` }).stdout).toBe(stdout)
  expect(mortise(['explain', '-'], { input: Buffer.from(`\uFEFF${says}`, 'utf16le') }).stdout).toBe(stdout)
})

test('as JSON', () => {
  const { stdout, exit } = mortise(['explain', '--json'], { input: body })
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    schema: 'mortise/1',
    command: 'explain',
    target: { kind: 'text' },
    matched: true,
    rules: expect.arrayContaining(['call-without-result']),
    ids: ['toolu_b2'],
    place: 'messages.3',
    apis: expect.arrayContaining(['anthropic']),
    sentence: says,
    happened: expect.any(String),
    todo: expect.any(String),
    next: 'repair',
    errors: [expect.objectContaining({ sentence: says })],
    isCut: false,
    isFromAgent: false,
    holder: null,
    searched: { sessions: 0, bytes: 0, passed: 0 },
  })
})

test('nothing is recognised', () => {
  expect(mortise(['explain', 'something went wrong'])).toEqual({
    stdout:
      '! This error is not one I know. For a broken session, run `mortise doctor`.\n  see: npx mortise doctor\n',
    stderr: '',
    exit: 1,
  })
  expect(mortise(['explain', '-', '--json'], { input: 'something went wrong' })).toMatchObject({ exit: 1 })
})

const id = '7f3a9d10-1111-4222-8333-444455556666'

test.each<[text: string, next: readonly string[]]>([
  ['prompt is too long: 212345 tokens > 200000 maximum', ['fix: npx mortise compact --last --budget 160000']],
  [`${id}.jsonl: prompt is too long`, [`fix: npx mortise compact ${id} --budget 100000`]],
  ['API Error: 429 rate_limit_error', []],
  [`API Error: 400 ${body}`, ['see: npx mortise doctor']],
  [
    `claude --resume ${id}\nAPI Error: 400 ${body}`,
    ['see: npx mortise doctor', `fix: npx mortise repair ${id}`],
  ],
  [`No conversation found with session ID: ${id}`, ['see: npx mortise sessions']],
  ['Session file is corrupted (line 3: x)', ['see: npx mortise doctor']],
  [
    'Empty tool_calls is not supported in message',
    [
      'in a coding agent: npx mortise doctor',
      'a request of your own: npx mortise check conversation.json',
      'fix it: npx mortise repair conversation.json -o fixed.json',
    ],
  ],
])('the next step after: %s', (text, next) => {
  const { stdout, exit } = mortise(['explain'], { input: text })
  expect(exit).toBe(0)
  const steps = stdout
    .split('\n')
    .filter((line) => /^ {2}(?:see|fix|fix it|in a coding agent|a request of your own): /.test(line))
  expect(steps.map((line) => line.trim().replace(/ --api \S+/, ''))).toEqual(next)
  expect(stdout.includes('Your session is fine.')).toBe(next.length === 0)
})

describe('the session of the error', () => {
  const home = makeHome()
  const id = 'toolu_01Ab3dE5fG7hI9'
  const open = (call_: string): readonly Json[] => [
    user('u1', null, 'list the files'),
    piece('a1', 'u1', 'm1', call(call_)),
    user('u2', 'a1', 'and now?'),
  ]
  // The newest first. The id stands across the end of the first piece that is read.
  home.write(
    '-w-app/9c2c0000-1111.jsonl',
    sound.map((record) => ({ ...record, note: `seen in ${id}` })),
  )
  home.write('-w-app/8b2c0000-1111.jsonl', sound)
  home.write('-w-app/7f3a9d10-1111.jsonl', [
    user(
      'u0',
      null,
      'x'.repeat((1 << 20) - JSON.stringify([user('u0', null, ''), ...open(id)]).indexOf(id) - 9),
    ),
    ...open(id),
  ])
  home.write('-w-app/6f3a9d10-1111.jsonl', open('call_1'))
  const explained = (text: string, ...flags: readonly string[]): string =>
    mortise(['explain', text, '--home', home.folder, ...flags]).stdout
  const at = ` --home ${home.folder}`
  const missing = (call_: string): string =>
    `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${call_}.`

  test.each([
    ['its sentence', missing(id)],
    ['an id that is cut', missing('toolu_01Ab3dE5f…')],
    ['a sentence that nobody knows', `it broke at ${id} somehow`],
    ['a short id', missing('call_1'), '6f3a9d10-1111'],
  ])('is shown with its fault and the command that mends it: %s', (_, text, own = '7f3a9d10-1111') => {
    const told = explained(text)
    expect(told).toContain(`is in this session of Claude Code:\n✖ ${own}  claude-code  `)
    expect(told).toContain('  call-without-result  ')
    expect(told).toContain(`  fix: npx mortise repair ${own}${at}\n  see: npx mortise show ${own}${at}\n`)
    expect(told).not.toContain('npx mortise doctor')
  })

  test('an id in no session: what was searched, and where else to look', () => {
    const told = explained(missing('toolu_01Xxxxxxxxx'))
    expect(told).toMatch(
      /`toolu_01Xxxxxxxxx` is in no session here\. Searched: 4 sessions of .*, 1\.\d MB\.\nIf the agent/,
    )
  })

  test('as JSON', () => {
    expect(JSON.parse(explained(missing(id), '--json'))).toMatchObject({
      holder: { agent: 'claude-code', id: '7f3a9d10-1111', health: 'broken' },
      searched: { sessions: 3, passed: 0 },
    })
  })

  test('a setting has no session', () => {
    expect(explained(`API Error: 429 rate_limit_error ${id}`)).toMatch(/Your session is fine\.\n$/)
  })
})

test('a session whose id is named is shown; one that is only not found here is gone on with', () => {
  const home = makeHome()
  const uuid = '7f3a9d10-1111-4222-8333-444455556666'
  home.write(`-w-app/${uuid}.jsonl`, sound)
  const told = (text: string): string => mortise(['explain', text, '--home', home.folder]).stdout
  expect(told(`No conversation found with session ID: ${uuid}`)).toContain(
    `  anthropic will refuse nothing in it as it is now: send the last message again.\n  go on with it, from its folder: claude --resume ${uuid}\n`,
  )
  expect(told(`${uuid}.jsonl: prompt is too long`)).toContain(
    `fix: npx mortise compact ${uuid} --budget 100000\n`,
  )
})

test('rows of a database are searched too, also compressed ones', () => {
  const home = makeRowHome()
  afterAll(home.remove)
  const records = [
    pi.header({ id: 'a562' }),
    pi.user('u1', null, 'x'.repeat(9999)),
    pi.answer('a1', 'u1', [pi.call('call_Ab3dE5fG7')]),
  ]
  home.add('a562', records, { packs: true })
  const text = 'No tool output found for function call call_Ab3dE5fG7.'
  const { stdout } = mortise(['explain', '--json', text, '--home', home.folder])
  expect(JSON.parse(stdout)).toMatchObject({ holder: { agent: 'openclaw', id: 'a562' } })
})

test('two errors in one paste are explained one after the other', () => {
  const { stdout } = mortise(['explain'], {
    input: `API Error: 400 ${body}\nAPI Error: 429 rate_limit_error`,
  })
  expect(stdout).toMatch(
    /^2 errors are in this text\.\n\n✖ messages\.3: [\s\S]*\n\n! [\s\S]*Your session is fine\.\n\n`toolu_b2` is in no/,
  )
})

test('a file is to be piped in', () => {
  const { stdout, exit } = mortise(['explain', 'note.txt'], { folder })
  expect(stdout).toContain('see: npx mortise explain < note.txt\n')
  expect(exit).toBe(1)
})

test.each([
  [['explain', ''], 2, 'There is no text to explain.'],
  [['explain', 'x', '--api', 'openai'], 2, '`explain` has no flag `--api`.'],
  [['explain'], 4, 'standard input is empty.'],
])('%j ends with %i', (words, exit, sentence) => {
  expect(mortise(words, { folder })).toEqual({
    stdout: '',
    stderr: `mortise: ${sentence}\nhint: npx mortise explain --help\n`,
    exit,
  })
})

test.each([
  [['explian'], 'Unknown command `explian`. Did you mean `explain`?\nhint: npx mortise explain'],
  [
    ['chekc', 'error.log'],
    'Unknown command `chekc`. Did you mean `check`?\nhint: npx mortise check error.log',
  ],
  [
    ['chekc', 'gone.json'],
    'Unknown command `chekc`. Did you mean `check`?\nhint: npx mortise check gone.json',
  ],
  [['mend', 'error.log'], 'Unknown command `mend`.\nhint: npx mortise --help'],
  [['error.log', 'x', 'y'], 'Unknown command `error.log`.\nhint: npx mortise check error.log x y'],
])('%j is a slip, no text', (words, sentence) => {
  expect(mortise(words, { folder })).toEqual({ stdout: '', stderr: `mortise: ${sentence}\n`, exit: 2 })
})

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true

/** Runs a command line on a terminal, with something pasted. */
function atTerminal(line: string, pasted: string): { readonly seen: string; readonly exit: number | null } {
  const command = `"${process.execPath}" "${bin}" ${line}`
  const { stdout, status } = spawnSync('script', ['-qec', command, '/dev/null'], {
    input: `${pasted}\n\u0004`,
    env: { PATH: process.env.PATH, npm_command: 'exec', NO_COLOR: '1' },
  })
  return { seen: stdout.toString().replaceAll('\r\n', '\n'), exit: status }
}

testWith(hasScript, '`script` of util-linux')('alone on a terminal it asks for the error', () => {
  for (const line of ['', 'explain', 'explain -']) {
    const { seen, exit } = atTerminal(line, 'Empty tool_calls is not supported in message')
    expect(seen).toContain('Paste an error of an API or an agent, then press Ctrl-D. `npx mortise --help`')
    expect(seen).toContain('rule: empty-call-list')
    expect(exit).toBe(0)
  }
})

testWith(hasScript, '`script` of util-linux')('help and version ask for nothing', () => {
  expect(atTerminal('--help', '').seen).toContain('Usage:\n')
  expect(atTerminal('--version', '').seen).toMatch(/\d+\.\d+\.\d+/)
})
