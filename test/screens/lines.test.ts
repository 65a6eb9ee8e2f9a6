import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as pi from '../stores/pi-records.ts'
import { answer, call, claude, header, result, text } from '../stores/pi-records.ts'
import { open, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const records = (messages: readonly unknown[]): string =>
  messages.map((message) => `${JSON.stringify({ type: 'x', message, uuid: 'u' })}\n`).join('')

const folder = folderWith({
  'sound.jsonl': `${JSON.stringify({ type: 'summary' })}\n${records(sound.messages)}`,
  'broken.jsonl': records(open.messages),
  'bare.jsonl': open.messages.map((message) => JSON.stringify(message)).join('\r\n'),
  'torn.jsonl': `${records(sound.messages)}{"type":"x","mess\n\0\0\0\n`,
  'rows.jsonl': '{"id":1,"document":{}}\n{"id":2,"document":{}}\n',
})

const faults = (place: string): string => `✖ ${place}  call-without-result`

test.each(['wasm', 'typescript'])('a session, line by line, by %s', (reader) => {
  const environment = reader === 'wasm' ? {} : { MORTISE_NO_WASM: '1' }
  const check = (file: string): ReturnType<typeof mortise> =>
    mortise(['check', file, '--api', 'anthropic'], { folder, environment })
  expect(check('sound.jsonl')).toEqual({
    stdout: `✔ sound.jsonl is sound for anthropic (${sound.messages.length} turns in ${sound.messages.length + 1} lines)\n`,
    stderr: '',
    exit: 0,
  })
  expect(check('broken.jsonl')).toMatchObject({ exit: 1 })
  expect(check('broken.jsonl').stdout).toContain(faults('line 2 message'))
  expect(check('bare.jsonl').stdout).toContain(faults('line 2'))
  const torn = check('torn.jsonl')
  expect(torn.exit).toBe(1)
  expect(torn.stdout).toBe(
    [sound.messages.length + 1, sound.messages.length + 2]
      .map((line) => `✖ line ${line}  unreadable  This is not valid JSON\n`)
      .join(''),
  )
})

const neovate = [
  ...Array.from({ length: 30 }, (_, index) => ({ role: 'user', content: `hello ${index}` })),
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_001', name: 'read', input: {} }] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'toolu_001' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_002', name: 'write', input: {} }] },
]

test.each([
  ['a list', `${JSON.stringify(neovate)}\n`],
  ['lines', neovate.map((message) => `${JSON.stringify(message)}\n`).join('')],
  [
    'lines that name a model',
    neovate.map((message) => `${JSON.stringify({ ...message, model: 'claude-sonnet-4-5' })}\n`).join(''),
  ],
])("messages of Neovate's first document are Neovate's: %s", (_, input) => {
  const { stdout } = mortise(['check', '--json'], { input })
  const { target, found } = JSON.parse(stdout)
  expect(target).toMatchObject({ format: 'neovate', api: 'neovate' })
  expect(found).toMatchObject([{ rule: 'call-without-result', calls: ['toolu_002'] }])
})

test('from standard input, and as JSON', () => {
  const input = records(open.messages)
  const { stdout, stderr, exit } = mortise(['check', '--json'], { input })
  expect(exit).toBe(1)
  expect(stderr).toBe("api: anthropic (the format's first-party API)\n")
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'mortise/1',
    command: 'check',
    target: { kind: 'lines', format: 'anthropic-messages', api: 'anthropic' },
    lines: open.messages.length,
    turns: open.messages.length,
    found: [{ rule: 'call-without-result', record: 'line 2' }],
  })
})

const user = { role: 'user', content: 'go' }
const said = { role: 'assistant', content: 'x'.repeat(1_500_000) }
const bare = (messages: readonly unknown[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('')

const talk = Array.from({ length: 15 }, () => [user, { role: 'assistant', content: 'done' }]).flat()

const strange = folderWith({
  'talk-first.jsonl': bare([...talk, ...open.messages]),
  'instructed.jsonl': bare([{ role: 'system', content: 'Be brief.' }, ...talk, ...open.messages]),
  'long-second.jsonl': bare([user, said, ...open.messages]),
  'mark.jsonl': `\ufeff${bare(open.messages)}`,
  'blank-first.jsonl': `\n \r\n${bare(open.messages)}`,
  'torn-first.jsonl': `{"role":"user","con\n${bare(open.messages)}`,
  'nul-first.jsonl': `${'\0'.repeat(99)}\n${bare(open.messages)}`,
  'long-first.jsonl': bare([user, said, user, ...open.messages].slice(1)),
  'late.jsonl': bare([
    ...Array.from({ length: 20_000 }, () => ({ type: 'summary', of: 'x'.repeat(50) })),
    ...open.messages,
  ]),
  'responses.jsonl': bare([
    user,
    { type: 'function_call', call_id: 'a', name: 'run', arguments: '{}' },
    user,
  ]),
  'gemini.jsonl': bare([
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [{ functionCall: { name: 'run', args: {} } }] },
    { role: 'user', parts: [{ text: 'and?' }] },
  ]),
})

test.each([
  ['mark.jsonl', 'anthropic', ['line 2']],
  ['blank-first.jsonl', 'anthropic', ['line 4']],
  ['torn-first.jsonl', 'anthropic', ['line 1', 'line 3']],
  ['nul-first.jsonl', 'anthropic', ['line 1', 'line 3']],
  ['long-first.jsonl', 'anthropic', ['line 4']],
  ['late.jsonl', 'anthropic', ['line 20002']],
  ['talk-first.jsonl', 'anthropic', ['line 32']],
  ['long-second.jsonl', 'anthropic', ['line 4']],
  ['responses.jsonl', 'openai-responses', ['line 2']],
  ['gemini.jsonl', 'gemini', ['line 2']],
])('%s is read line by line', (file, api, lines) => {
  for (const named of [[], ['--api', api]]) {
    const { stdout, exit } = mortise(['check', file, '--json', '-q', '--tail', 'rest', ...named], {
      folder: strange,
    })
    const { target, found } = JSON.parse(stdout)
    expect({ exit, target }).toMatchObject({ exit: 1, target: { kind: 'lines', api } })
    const refused = found.filter(({ severity }: { severity: string }) => severity === 'refused')
    expect(refused.map(({ record }: { record: string }) => record)).toEqual(lines)
  }
})

const inLines = (messages: readonly unknown[], between: string): string =>
  `{"messages":[\n${messages.map((message) => JSON.stringify(message)).join(between)}\n]}`

test.each([',\n', '\n,\n', '\n,'])(
  'one document is none, though its messages stand on lines apart by %j',
  (between) => {
    const { stdout } = mortise(['check', '--json', '-q'], { input: inLines(sound.messages, between) })
    expect(JSON.parse(stdout)).toMatchObject({ target: { kind: 'document' }, found: [] })
  },
)

test.each(['talk-first.jsonl', 'instructed.jsonl', 'long-second.jsonl'])(
  '%s is of the format that a list of its messages is of',
  (file) => {
    for (const named of [[], ['--api', 'everywhere']]) {
      const lines = readFileSync(join(strange, file), 'utf8').trim().split('\n')
      const list = mortise(['check', '--json', '-q', ...named], { input: `[${lines.join()}]` })
      const { target } = JSON.parse(
        mortise(['check', file, '--json', '-q', ...named], { folder: strange }).stdout,
      )
      expect(target.format).toBe(JSON.parse(list.stdout).target.format)
    }
  },
)

test.each(['check', 'repair'])('%s refuses lines of another format than that of the API', (command) => {
  const told = mortise([command, 'gemini.jsonl', '--api', 'anthropic', '-q'], { folder: strange })
  expect(told).toMatchObject({ stdout: '', exit: 2 })
  expect(told.stderr).toContain('written as `gemini-contents`, not as `anthropic-messages`.')
})

test('rows of a batch are no session', () => {
  expect(mortise(['check', 'rows.jsonl'], { folder })).toMatchObject({ exit: 4 })
  expect(mortise(['check', 'rows.jsonl'], { folder }).stderr).toContain('check --batch rows.jsonl')
})

test('repair prints them mended, line by line, and what it did beside it', () => {
  const text = readFileSync(join(folder, 'bare.jsonl'), 'utf8')
  const checked = mortise(['check', 'bare.jsonl', '-q'], { folder })
  expect(checked.stdout).toMatch(/\n {2}fix: npx mortise repair bare\.jsonl --in-place\n$/)
  const { stdout, stderr, exit } = mortise(['repair', 'bare.jsonl'], { folder })
  expect(exit).toBe(0)
  const before = text.split('\r\n')
  const after = stdout.split('\r\n')
  expect(after.filter((line) => !before.includes(line))).toHaveLength(1)
  expect(before.filter((line) => !after.includes(line))).toEqual([])
  expect(stderr).toMatch(
    /^lines: bare\.jsonl; no file is changed\napi: anthropic .*\n✔ line 2 {2}call-without-result {2}mended: .*\n {2}\+ line 3 {2}\{"role":"user",.*no result was recorded.*\n✔ bare\.jsonl is mended for anthropic: 1 fault; 1 edit \(\d+ turns in \d+ lines\)\n$/,
  )
  expect(readFileSync(join(folder, 'bare.jsonl'), 'utf8')).toBe(text)
  expect(mortise(['check', '-q', '--json'], { input: stdout }).exit).toBe(0)
  const answer = JSON.parse(mortise(['repair', '--json', '-q', 'bare.jsonl'], { folder }).stdout)
  expect(answer).toMatchObject({ target: { kind: 'lines' }, changed: true, left: [], text: stdout })
})

test('repair leaves lines that are sound, and those that are no JSON', () => {
  const sound = readFileSync(join(folder, 'sound.jsonl'), 'utf8')
  expect(mortise(['repair', 'sound.jsonl', '-q'], { folder })).toEqual({ stdout: sound, stderr: '', exit: 0 })
  const torn = readFileSync(join(folder, 'torn.jsonl'), 'utf8')
  const { stdout, stderr, exit } = mortise(['repair', 'torn.jsonl'], { folder })
  expect({ stdout, exit }).toEqual({ stdout: torn, exit: 1 })
  expect(stderr).toContain('✖ torn.jsonl is not sound for anthropic: 2 faults are left; nothing was changed')
})

test('a session in words that only its agent knows is judged as it is sent', () => {
  const asked = [header(), pi.user('a', null, 'go'), answer('b', 'a', [call('c1')], { maker: claude })]
  const session = folderWith({
    'sound.jsonl': bare([
      ...asked,
      result('c', 'b', 'c1'),
      answer('d', 'c', [text('Done.')], { maker: claude }),
    ]),
    'broken.jsonl': bare([...asked, pi.user('c', 'b', 'and?'), result('d', 'c', 'c9')]),
  })
  const kept = mortise(['check', 'sound.jsonl'], { folder: session })
  expect(kept).toMatchObject({ stdout: '✔ sound.jsonl is sound for anthropic (4 turns)\n', exit: 0 })
  expect(kept.stderr).toMatch(/^session: of pi, judged as that agent sends it to anthropic\n$/)
  const broken = mortise(['check', 'broken.jsonl', '-q'], { folder: session })
  expect(broken.exit).toBe(1)
  expect(broken.stdout).toMatch(
    /^✖ line 5, d message {2}result-without-call.*\n(?:.*\n)* {2}fix: npx mortise repair broken\.jsonl\n$/,
  )
  const answered = JSON.parse(mortise(['check', 'broken.jsonl', '-q', '--json'], { folder: session }).stdout)
  expect(answered).toMatchObject({ command: 'check', target: { kind: 'session', api: 'anthropic' } })
})
